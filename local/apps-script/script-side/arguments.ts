import { MESSAGES } from "../messages";
import { exception } from "./bridge";
import { EnumMember } from "./java-enum";

/** A type's name as Google's messages write it. */
function typeName(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "Object[]" : `${typeName(value[0])}[]`;
  if (typeof value === "string") return "String";
  if (typeof value === "boolean") return "Boolean";
  if (value instanceof EnumMember) return "Enum";
  if (typeof value === "function") return "Function";
  return typeof value;
}

/** The error for arguments that fit none of a method's signatures. */
export function wrongSignature(method: string, args: ArrayLike<unknown>): Error {
  return exception(MESSAGES.signature(Array.from(args).map(typeName).join(","), method));
}

function quoted(value: unknown): string {
  if (typeof value === "string") return `'${value}'`;
  return String(value);
}

/** A number for a Java int; what cannot be one throws. */
export function toInt(value: unknown): number {
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  if (value === null || value === undefined || typeof value === "object" || !Number.isFinite(number)) {
    throw exception(MESSAGES.cannotConvert(quoted(value), "int"));
  }
  return Math.trunc(number);
}

/** A byte list for Google: numbers from -128 to 255, given back from 0 to 255. */
export function toBytes(value: readonly unknown[]): Uint8Array {
  const bytes = new Uint8Array(value.length);
  value.forEach((item, index) => {
    if (typeof item !== "number") throw exception(MESSAGES.cannotConvert(quoted(item), "byte"));
    bytes[index] = item;
  });
  return bytes;
}

/** Bytes as Google gives them: from -128 to 127. */
export function signed(bytes: Uint8Array): number[] {
  return Array.from(bytes, (byte) => (byte > 127 ? byte - 256 : byte));
}

/** Gives a script the result of a method without one, once it is done. */
export function nothing(_done: unknown): null {
  return null;
}

export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
