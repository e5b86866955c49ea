import { MESSAGES } from "../messages";
import { type FetchCall, MAX_BODY_BYTES } from "../services/fetch-checks";
import { isNothing, toBytes, wrongSignature } from "./arguments";
import { Blob, bytesOf } from "./blob";
import { exception } from "./bridge";
import { toBase64, utf8Base64 } from "./utilities-bytes";

/** The type of a payload that names none. */
export const FORM = "application/x-www-form-urlencoded";
const METHODS = ["get", "delete", "patch", "post", "put"];

interface Payload {
  base64: string | null;
  contentType: string | null;
}

/** A payload on the wire. */
function payloadOf(payload: unknown): Payload {
  if (isNothing(payload)) return { base64: null, contentType: null };
  // Every character takes at least one byte: a text that is too long need not be encoded.
  if (typeof payload === "string" && payload.length > MAX_BODY_BYTES) throw exception(MESSAGES.postTooLarge());
  if (typeof payload === "string") return { base64: utf8Base64(payload), contentType: FORM };
  if (Array.isArray(payload)) return { base64: toBase64(toBytes(payload)), contentType: FORM };
  if (payload instanceof Blob) return { base64: toBase64(bytesOf(payload)), contentType: payload.getContentType() };
  const form = Object.entries(payload as object).map(([name, value]) => `${formText(name)}=${formText(value)}`);
  return { base64: utf8Base64(form.join("&")), contentType: FORM };
}

function formText(value: unknown): string {
  return encodeURIComponent(String(value)).replace(/%20/g, "+");
}

/** The options of one fetch as plain data; refuses what Google refuses before sending. */
export function requestOf(method: string, args: ArrayLike<unknown>): FetchCall {
  const [url, options = {}] = Array.from(args) as [unknown, Record<string, unknown> | undefined];
  if (typeof url !== "string" || typeof options !== "object") throw wrongSignature(method, args);
  const given = options ?? {};
  const payload = payloadOf(given.payload);
  const verb = String(given.method ?? (payload.base64 === null ? "get" : "post")).toLowerCase();
  if (!METHODS.includes(verb)) throw exception(MESSAGES.attribute(`method:${verb}`));
  const headers = Object.entries((given.headers ?? {}) as Record<string, unknown>).map(
    ([name, value]): [string, string] => {
      if (isNothing(value)) throw exception(MESSAGES.attribute("Header:null"));
      if (/^(host|content-length|connection|transfer-encoding)$/i.test(name))
        throw exception(MESSAGES.attribute(`Header:${name}`));
      return [name, String(value)];
    },
  );
  return {
    url,
    method: verb,
    headers,
    contentType: isNothing(given.contentType) ? payload.contentType : String(given.contentType),
    payloadBase64: payload.base64,
    followRedirects: given.followRedirects !== false,
    muteHttpExceptions: given.muteHttpExceptions === true,
    timeoutSeconds: isNothing(given.timeoutSeconds) ? null : Number(given.timeoutSeconds),
  };
}

/** `fetchAll` takes addresses or options with a `url`. */
export function requestOfItem(item: unknown): FetchCall {
  if (typeof item === "string") return requestOf("UrlFetchApp.fetchAll", [item]);
  if (isNothing(item) || typeof item !== "object") throw wrongSignature("UrlFetchApp.fetchAll", [item]);
  return requestOf("UrlFetchApp.fetchAll", [(item as { url: unknown }).url, item]);
}
