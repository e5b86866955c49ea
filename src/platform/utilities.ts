import type { Clock } from "../google";
import type { HttpRequest, HttpResponse, HttpTransport } from "../service/operations";

/** `Utilities.sleep` takes no more at once. */
const MAX_SLEEP_MS = 300_000;

export const scriptClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms) => Utilities.sleep(Math.min(MAX_SLEEP_MS, Math.ceil(ms))),
};

// Without the charset, every letter that is not ASCII would be hashed as "?" (google.digest-charset).

/** SHA-256 of the text's UTF-8 bytes, in web-safe base64. */
export function sha256(text: string): string {
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8);
  return Utilities.base64EncodeWebSafe(bytes);
}

/** HMAC-SHA-256 of a UTF-8 text under a UTF-8 key, in web-safe base64. */
export function hmacSha256(text: string, key: string): string {
  return Utilities.base64EncodeWebSafe(Utilities.computeHmacSha256Signature(text, key, Utilities.Charset.UTF_8));
}

export const newId = (): string => Utilities.getUuid().replace(/-/g, "").slice(0, 6);

export const fetchTransport: HttpTransport = {
  sendAll: (requests) => UrlFetchApp.fetchAll(requests.map(optionsOf)).map(read),
};

function optionsOf({ url, headers, body }: HttpRequest): GoogleAppsScript.URL_Fetch.URLFetchRequest {
  return {
    url,
    headers,
    method: "post",
    contentType: "application/json",
    // The key must go to the given address and nowhere else.
    followRedirects: false,
    muteHttpExceptions: true,
    payload: body,
  };
}

const read = (response: GoogleAppsScript.URL_Fetch.HTTPResponse): HttpResponse => ({
  status: response.getResponseCode(),
  text: response.getContentText(),
});
