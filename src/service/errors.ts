import { type ListedCode, remedyOf } from "./remedies";

/** A status without an `error_code` in the body. */
export type StatusCode = `HTTP_${number}`;

/** Design 3.12: `error_code` if the answer has one, else its status, else one of our own. */
export type ServiceErrorCode = ListedCode | StatusCode | Uppercase<string>;

/** Why a failed call may succeed when it is repeated. */
export type RetryReason = "rate" | "unavailable" | "server" | "silence";

/** What is known about a failure. */
export interface Failure {
  code: ServiceErrorCode;
  /** `null` when no answer came. */
  status: number | null;
  /** `filter_error`, or Google's own words when no answer came. */
  detail: string;
}

/** The only error of the service's client. Its message says what happened and what to do about it. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly status: number | null;
  readonly detail: string;

  constructor({ code, status, detail }: Failure) {
    super(detail ? `${remedyOf(code)} (${detail})` : remedyOf(code));
    this.name = "Sheetscout";
    this.code = code;
    this.status = status;
    this.detail = detail;
  }
}

/** Whether and why repeating the call may help; `null` for what cannot get better by itself. */
export function retryReason({ code, status }: Failure): RetryReason | null {
  if (status === 429) return "rate";
  if (code === "SERVICE_TEMPORARILY_UNAVAILABLE") return "unavailable";
  if (status !== null && status >= 500) return "server";
  // An unreadable answer is as good as none: the call may have been made, and repeating it is free (8.1).
  return code === "NO_ANSWER" || code === "UNREADABLE_ANSWER" ? "silence" : null;
}

/** Whether the failure is the account's: it holds for every other call as well until the user does something. */
export function isAccountFailure({ code }: Failure): boolean {
  return code === "NO_API_KEY" || code === "INVALID_API_KEY" || code === "INSUFFICIENT_CREDITS";
}

/** Whether no call at all can be answered, because there is no key that the service accepts. */
export function isKeyFailure({ code }: Failure): boolean {
  return code === "NO_API_KEY" || code === "INVALID_API_KEY";
}
