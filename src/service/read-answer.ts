import { type Failure, ServiceError, type ServiceErrorCode } from "./errors";
import { maskKeyWithin } from "./mask-key";
import type { ServiceCall } from "./operations";
import type { HttpResponse } from "./transport";

/** What one call led to. */
export type Outcome<Result> = { ok: true; result: Result } | { ok: false; error: ServiceError };

/** More than every filter there is with its plan, or with 500 refused names: longer texts of the service are cut. */
const MAX_DETAIL_CHARACTERS = 20_000;

/** Wraps a failure as an outcome. */
export const failed = (failure: Failure): { ok: false; error: ServiceError } => ({
  ok: false,
  error: new ServiceError(failure),
});

/**
 * Turns an HTTP answer into the call's result or the failure it stands for (specification 2 and 7).
 * @param apiKey the key of the call, which is masked wherever the answer repeats it
 */
export function readAnswer<Result>(
  call: ServiceCall<Result>,
  { status, text }: HttpResponse,
  apiKey: string,
): Outcome<Result> {
  const answer = parseObject(text, apiKey);
  if (status < 200 || status >= 300 || answer?.error === true) {
    return failed({ code: codeOf(answer, status), status, detail: detailOf(answer) });
  }
  const result = answer ? call.read(answer) : undefined;
  return result === undefined ? failed({ code: "UNREADABLE_ANSWER", status, detail: "" }) : { ok: true, result };
}

function codeOf(answer: Record<string, unknown> | null, status: number): ServiceErrorCode {
  const code = answer?.error_code;
  // Only what looks like a code may stand in messages and cells: everything the service sends is untrusted.
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,59}$/.test(code)
    ? (code as ServiceErrorCode)
    : `HTTP_${status}`;
}

function detailOf(answer: Record<string, unknown> | null): string {
  const detail = answer?.filter_error;
  return typeof detail === "string" ? detail.slice(0, MAX_DETAIL_CHARACTERS) : "";
}

function parseObject(text: string, apiKey: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    // JSON may write any letter of the key as an escape; most answers hold neither.
    const mayHoldKey = text.includes(apiKey) || text.includes("\\u") || text.includes("\\/");
    const value = mayHoldKey ? maskKeyWithin(parsed, apiKey) : parsed;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
