import { ServiceFailure } from "./service-failure";

/** What a request body may weigh. */
export const LARGEST_BODY_BYTES = 1024 * 1024;

/**
 * The JSON object in a request's text.
 * @param mayBeEmpty account information takes an empty body (4.1)
 * @throws ServiceFailure INVALID_REQUEST
 */
export function readBody(text: string, mayBeEmpty: boolean): Record<string, unknown> {
  if (text.trim() === "" && mayBeEmpty) return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ServiceFailure("INVALID_REQUEST", "The request body is not JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ServiceFailure("INVALID_REQUEST", "The request body must be a JSON object.");
  }
  return body as Record<string, unknown>;
}
