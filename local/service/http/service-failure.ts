/**
 * The specification's error codes (service.search-failures, service.company-failures), and the one its 429 leaves open
 * (service.too-many-calls).
 */
export type ErrorCode =
  | "INVALID_FILTERS"
  | "PLAN_REQUIRED"
  | "NO_RESULTS"
  | "INSUFFICIENT_CREDITS"
  | "INVALID_API_KEY"
  | "INVALID_REQUEST"
  | "SERVICE_TEMPORARILY_UNAVAILABLE"
  | "INTERNAL_ERROR"
  | "INVALID_DOMAIN_NAME"
  | "INVALID_COMPANY"
  | "CANT_FIND_DOMAIN"
  | "DOMAIN_IS_WEBMAIL"
  | "RATE_LIMIT_EXCEEDED";

type FailureStatus = 400 | 404 | 405 | 413 | 415 | 429;

/** An answer of the service that is not a success. */
export class ServiceFailure extends Error {
  override readonly name = "ServiceFailure";

  constructor(
    readonly code: ErrorCode,
    /** The mistake, in words; the `filter_error` of company search (service.filter-error). */
    readonly detail: string,
    readonly status: FailureStatus = 400,
  ) {
    super(`${code}: ${detail}`);
  }
}

/** The failures of a company search whose code alone does not say what to change in the request. */
const EXPLAINED = new Set<ErrorCode>(["INVALID_FILTERS", "PLAN_REQUIRED", "INVALID_REQUEST"]);

/**
 * The body of a failure: company search has one of its own (service.failure-answers), all other operations share the
 * general structure, of which the specification shows only `error: true` (service.failure-answers).
 */
export function failureBody(failure: ServiceFailure, operation: string): object {
  if (operation !== "search-company") {
    return { error: true, error_code: failure.code, message: failure.detail };
  }
  return { error: true, error_code: failure.code, filter_error: EXPLAINED.has(failure.code) ? failure.detail : "" };
}
