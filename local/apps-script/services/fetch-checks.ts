import type { HostState } from "../host-state";
import { MESSAGES } from "../messages";
import { ServiceError } from "../service-error";
import { type FetchCall, MAX_BODY_BYTES } from "./fetch-types";
import { isAllowlisted } from "./url-allowlist";

/** URL 2,082 characters, 100 headers of 8 KB in all (google.fetch-url-length). */
const MAX_URL_CHARACTERS = 2082;
const MAX_HEADERS = 100;
const MAX_HEADER_BYTES = 8 * 1024;

/** Addresses Google's servers cannot reach (google.fetch-unreachable). */
const PRIVATE_HOST = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)/;

/** Refuses a fetch before anything is sent. */
export function checkFetch(state: HostState, request: FetchCall): void {
  const { url } = request;
  if (url.length > MAX_URL_CHARACTERS) throw new ServiceError(MESSAGES.urlTooLong());
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ServiceError(MESSAGES.invalidArgument(url));
  const { urlFetchWhitelist } = state.manifest;
  if (urlFetchWhitelist !== undefined && !isAllowlisted(url, urlFetchWhitelist)) {
    throw new ServiceError(MESSAGES.notAllowlisted(url));
  }
  const { hostname } = new URL(url);
  if (hostname === "localhost") throw new ServiceError(MESSAGES.dnsError(url));
  if (PRIVATE_HOST.test(hostname)) throw new ServiceError(MESSAGES.addressUnavailable(url));
  const headerBytes = request.headers.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(value), 0);
  if (request.headers.length > MAX_HEADERS || headerBytes > MAX_HEADER_BYTES) {
    throw new ServiceError(MESSAGES.headersTooLarge());
  }
  if (((request.payloadBase64?.length ?? 0) * 3) / 4 > MAX_BODY_BYTES) throw new ServiceError(MESSAGES.postTooLarge());
}
