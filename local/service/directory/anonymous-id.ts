import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import { remembered } from "./hash";

/** Public like the sandbox's API keys: it hides nothing from anybody who reads this file, only from a glance. */
const SECRET = "sheetscout-sandbox-anonymous-ids";
const KEY = createHmac("sha256", SECRET).update("key").digest().subarray(0, 16);
const NONCE_BYTES = 12;
const TAG_BYTES = 8;

/**
 * The anonymous ID of an email (service.verification-answer): the same for the same address, and readable without
 * having been stored, so that an ID outlives the database it was given out from.
 */
export const createAnonymousId = remembered((email: string): string => {
  const nonce = createHmac("sha256", SECRET).update(email).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv("aes-128-gcm", KEY, nonce, { authTagLength: TAG_BYTES });
  const hidden = Buffer.concat([cipher.update(email, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url");
});

/** @returns the email, or undefined when the service never gave out this ID */
export function readAnonymousId(id: string): string | undefined {
  const bytes = Buffer.from(id, "base64url");
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString("base64url") !== id) return undefined;
  const decipher = createDecipheriv("aes-128-gcm", KEY, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return undefined; // The tag does not fit: somebody made the ID up.
  }
}
