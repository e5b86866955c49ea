import { MESSAGES } from "../messages";
import { isNothing, signed, toBytes, wrongSignature } from "./arguments";
import { ascii, fromBase64, toBase64, utf8 } from "./base64";
import { exception, local } from "./bridge";
import { isMember, javaEnum } from "./java-enum";

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
