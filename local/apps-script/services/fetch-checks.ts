import type { Manifest } from "../host";
import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";

/** A fetch as a script asks for it, as plain data. */
export interface FetchCall {
  url: string;
  /** Lower case. */
  method: string;
  headers: [string, string][];
  contentType: string | null;
  payloadBase64: string | null;
  followRedirects: boolean;
  muteHttpExceptions: boolean;
  timeoutSeconds: number | null;
}

/** A server's answer as plain data; header names in the server's letter case, repeated ones repeated. */
export interface FetchAnswer {
  status: number;
  headers: [string, string][];
  bodyBase64: string;
}

/** 50 MB each way. */
export const MAX_BODY_BYTES = 50 * 1024 * 1024;

/** One entry of the manifest's `urlFetchWhitelist`: https, a host, a non-empty path (google.fetch-allowlist). */
const ENTRY = /^https:\/\/(\*\.)?([^/*?#:]+)(\/[^*]*)$/;

/** Says why an entry is not valid; `null` if it is. */
export function allowlistEntryProblem(entry: string): string | null {
  return ENTRY.test(entry) ? null : `urlFetchWhitelist: ${entry}`;
}

/** True when `url` equals an entry or is a child of it: `/foo` matches `/foo/bar`, `/foo?x`, not `/foobar`. */
export function isAllowlisted(url: string, entries: readonly string[]): boolean {
  const { protocol, host, pathname, search, hash } = new URL(url);
  if (protocol !== "https:") return false;
  const rest = `${pathname}${search}${hash}`;
  return entries.some((entry) => {
    const [, wildcard, entryHost, path] = ENTRY.exec(entry) ?? [];
    if (entryHost === undefined || path === undefined) return false;
    const fits = wildcard === undefined ? host === entryHost : host.endsWith(`.${entryHost}`);
    if (!fits || !rest.startsWith(path)) return false;
    const next = rest[path.length];
    return path.endsWith("/") || next === undefined || "/?#".includes(next);
  });
}

/** URL 2,082 characters, 100 headers of 8 KB in all (google.fetch-url-length). */
const MAX_URL_CHARACTERS = 2082;
const MAX_HEADERS = 100;
const MAX_HEADER_BYTES = 8 * 1024;

/** Signs that an address may hold only in escaped form (google.fetch-url-signs). */
const UNESCAPED = /["{}[\]|<>\\^`\s]/;

/** Addresses Google's servers cannot reach (google.fetch-unreachable). */
const PRIVATE_HOST = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)/;

/** Refuses a fetch before anything is sent. */
export function checkFetch({ urlFetchWhitelist }: Manifest, request: FetchCall): void {
  const { url } = request;
  if (url.length > MAX_URL_CHARACTERS) throw new ServiceError(MESSAGES.urlTooLong());
  if (UNESCAPED.test(url) || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ServiceError(MESSAGES.invalidArgument(url));
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
