import { MESSAGES } from "../messages";
import { isNothing, signed, toBytes, wrongSignature } from "./arguments";
import { exception, local } from "./bridge";
import { isMember, javaEnum } from "./java-enum";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]));

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const b = bytes[index + 1];
    const c = bytes[index + 2];
    const bits = ((bytes[index] ?? 0) << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += `${ALPHABET[bits >> 18]}${ALPHABET[(bits >> 12) & 63]}`;
    text += b === undefined ? "==" : `${ALPHABET[(bits >> 6) & 63]}${c === undefined ? "=" : ALPHABET[bits & 63]}`;
  }
  return text;
}

/** The bytes of base64 text, in which blanks and padding do not matter; `null` if it is not base64. */
export function fromBase64(text: string): Uint8Array | null {
  const letters = text.replace(/\s/g, "").replace(/(?<!=)=+$/, "");
  if (letters.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let index = 0;
  for (const letter of letters) {
    const value = VALUES.get(letter);
    if (value === undefined) return null;
    bits = (bits << 6) | value;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[index++] = (bits >> bitCount) & 255;
    }
  }
  return bytes;
}

export function utf8Base64(text: string): string {
  return local("encode", text, "utf8");
}

export function utf8(text: string): Uint8Array {
  return fromBase64(utf8Base64(text)) as Uint8Array;
}

/** US-ASCII as Google encodes when no charset is named: `?` for every other code point (google.digest-charset). */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from([...text], (letter) => ((letter.codePointAt(0) ?? 0) < 128 ? letter.charCodeAt(0) : 63));
}

/** Text in the named charset; Java's names are understood. */
export function decodeText(bytes: Uint8Array, charset = "UTF-8"): string {
  return decodeBase64Text(toBase64(bytes), charset);
}

export function decodeBase64Text(base64: string, charset = "UTF-8"): string {
  return local("decode", base64, charset.replace("_", "-"));
}

export const Charset = javaEnum(["US_ASCII", "UTF_8"]);
export const DigestAlgorithm = javaEnum(["MD2", "MD5", "SHA_1", "SHA_256", "SHA_384", "SHA_512"]);
export const MacAlgorithm = javaEnum(["HMAC_MD5", "HMAC_SHA_1", "HMAC_SHA_256", "HMAC_SHA_384", "HMAC_SHA_512"]);

/** Node's name of an algorithm: `SHA_256` and `HMAC_SHA_256` are `sha256`. */
function nodeName(algorithm: { name(): string }): string {
  return algorithm.name().replace("HMAC_", "").replace("_", "").toLowerCase();
}

/**
 * The bytes that text or a byte list stands for. Without a charset every non-ASCII code point is `?`
 * (google.digest-charset); `args` are all arguments of `method`, of which `charsetIndex` may name the charset of the
 * texts.
 */
export function dataBytes(method: string, args: readonly unknown[], data: unknown, charsetIndex: number): Uint8Array {
  const hasCharset = args.length > charsetIndex;
  if (Array.isArray(data)) {
    if (hasCharset) throw wrongSignature(method, args);
    return toBytes(data);
  }
  if (typeof data !== "string" || args.length > charsetIndex + 1) throw wrongSignature(method, args);
  if (!hasCharset) return ascii(data);
  const charset: unknown = args[charsetIndex];
  if (isNothing(charset)) throw exception(MESSAGES.nullArgument("charset"));
  if (!isMember(Charset, charset)) throw wrongSignature(method, args);
  return charset === Charset.UTF_8 ? utf8(data) : ascii(data);
}

function signedResult(base64: string): number[] {
  return signed(fromBase64(base64) as Uint8Array);
}

export function computeDigest(...args: unknown[]): number[] {
  const [algorithm, value] = args;
  const method = "Utilities.computeDigest";
  if (!isMember(DigestAlgorithm, algorithm)) throw wrongSignature(method, args);
  return signedResult(local("digest", nodeName(algorithm), toBase64(dataBytes(method, args, value, 2))));
}

export function computeHmacSignature(...args: unknown[]): number[] {
  const [algorithm, value, key] = args;
  const method = "Utilities.computeHmacSignature";
  if (!isMember(MacAlgorithm, algorithm) || typeof value !== typeof key) throw wrongSignature(method, args);
  return hmac(nodeName(algorithm), dataBytes(method, args, value, 3), dataBytes(method, args, key, 3));
}

export function computeHmacSha256Signature(...args: unknown[]): number[] {
  const [value, key] = args;
  const method = "Utilities.computeHmacSha256Signature";
  if (typeof value !== typeof key) throw wrongSignature(method, args);
  return hmac("sha256", dataBytes(method, args, value, 2), dataBytes(method, args, key, 2));
}

function hmac(algorithm: string, data: Uint8Array, key: Uint8Array): number[] {
  return signedResult(local("hmac", algorithm, toBase64(data), toBase64(key)));
}

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
