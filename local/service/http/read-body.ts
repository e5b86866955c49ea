import { ServiceFailure } from "./service-failure";

/** The largest body of an operation's request. */
export const LARGEST_BODY_BYTES = 1024 * 1024;

/** True if a Content-Type header names JSON. */
export const saysJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType ?? "");

/**
 * Reads a request's whole body. It may have no body, tell its length or come in chunks without one.
 * @throws ServiceFailure INVALID_REQUEST with HTTP 413 as soon as more than `largestBytes` are announced or have come
 */
export async function readText(request: Request, largestBytes: number): Promise<string> {
  const tooLarge = () =>
    new ServiceFailure("INVALID_REQUEST", `The request body is larger than ${largestBytes / 1024} kB.`, 413);
  if (Number(request.headers.get("Content-Length") ?? 0) > largestBytes) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    bytes += piece.value.length;
    if (bytes > largestBytes) throw tooLarge();
    pieces.push(piece.value);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** @throws ServiceFailure INVALID_REQUEST */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceFailure("INVALID_REQUEST", "The request body is not JSON.");
  }
}

/**
 * The JSON object in a request's text.
 * @param mayBeEmpty account information takes an empty body (service.account-information)
 * @throws ServiceFailure INVALID_REQUEST
 */
export function readBody(text: string, mayBeEmpty: boolean): Record<string, unknown> {
  if (text.trim() === "" && mayBeEmpty) return {};
  const body = readJson(text);
  if (!isObject(body)) throw new ServiceFailure("INVALID_REQUEST", "The request body must be a JSON object.");
  return body;
}

/** True for a JSON object; false for a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
