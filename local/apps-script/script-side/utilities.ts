import { MESSAGES } from "../messages";
import { toInt } from "./arguments";
import { Blob, bytesOf, newBlob } from "./blob";
import { call, exception, info, local } from "./bridge";
import {
  base64Decode,
  base64DecodeWebSafe,
  base64Encode,
  base64EncodeWebSafe,
  Charset,
  computeDigest,
  computeHmacSha256Signature,
  computeHmacSignature,
  DigestAlgorithm,
  fromBase64,
  MacAlgorithm,
  toBase64,
} from "./utilities-bytes";
import { formatDate } from "./utilities-date";
import { formatString, parseCsv } from "./utilities-text";

/** The longest sleep. */
const MAX_SLEEP_MS = 300_000;

export const Utilities = {
  Charset,
  DigestAlgorithm,
  MacAlgorithm,
  base64Decode,
  base64DecodeWebSafe,
  base64Encode,
  base64EncodeWebSafe,
  computeDigest,
  computeHmacSha256Signature,
  computeHmacSignature,
  formatDate,
  formatString,
  newBlob,
  parseCsv,
  sleep(milliseconds: unknown): null {
    const ms = toInt(milliseconds);
    if (ms < 0 || ms > MAX_SLEEP_MS) throw exception(MESSAGES.invalidArgument("milliseconds"));
    call("Utilities.sleep", ms);
    return null;
  },
  /** A lower-case random identifier; in virtual time it follows from the seed. */
  getUuid(): string {
    if (info().nowMs === null) return local("uuid");
    return "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".replace(/[xy]/g, (letter) => {
      const digit = Math.floor(Math.random() * 16);
      return (letter === "x" ? digit : (digit & 3) | 8).toString(16);
    });
  },
  gzip(blob: { getBlob(): Blob }, name?: string): Blob {
    const packed = fromBase64(local("gzip", toBase64(bytesOf(blob.getBlob())))) as Uint8Array;
    return new Blob(packed, "application/x-gzip", name ?? "archive.gz");
  },
  ungzip(blob: { getBlob(): Blob }): Blob {
    const source = blob.getBlob();
    const bytes = fromBase64(local("gunzip", toBase64(bytesOf(source)))) as Uint8Array;
    return new Blob(bytes, null, source.getName()?.replace(/\.gz$/, "") ?? null);
  },
};
