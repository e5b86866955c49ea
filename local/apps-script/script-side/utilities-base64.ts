import { MESSAGES } from "../messages";
import { signed, wrongSignature } from "./arguments";
import { fromBase64, toBase64 } from "./base64";
import { exception } from "./bridge";
import { dataBytes } from "./utilities-hash";

export function base64Encode(...args: unknown[]): string {
  return toBase64(dataBytes("Utilities.base64Encode", args, args[0], 1));
}

export function base64EncodeWebSafe(...args: unknown[]): string {
  const text = toBase64(dataBytes("Utilities.base64EncodeWebSafe", args, args[0], 1));
  return text.replace(/\+/g, "-").replace(/\//g, "_");
}

function decoded(text: string): number[] {
  const bytes = fromBase64(text);
  if (bytes === null) throw exception(MESSAGES.notBase64());
  return signed(bytes);
}

/** White space and padding do not matter; web-safe letters are refused. */
export function base64Decode(...args: unknown[]): number[] {
  if (typeof args[0] !== "string") throw wrongSignature("Utilities.base64Decode", args);
  return decoded(args[0]);
}

export function base64DecodeWebSafe(...args: unknown[]): number[] {
  if (typeof args[0] !== "string") throw wrongSignature("Utilities.base64DecodeWebSafe", args);
  return decoded(args[0].replace(/-/g, "+").replace(/_/g, "/"));
}
