import { cut, LATER, notAllowed, type Refusal, refuse } from "../result";
import { FAILURE_PREFIX, NOT_FINISHED } from "./input-problems";

/**
 * The answer's `error_code` if it has one, else the one that its status means, else that status (`HTTP_503`), else a code of
 * our own. Too many calls are always `HTTP_429`.
 */
export type ServiceErrorCode = Uppercase<string>;

/** The status of an answer to too many calls. The specification names no `error_code` for it (service.too-many-calls). */
export const TOO_MANY_CALLS = 429;

type RetryReason = "rate" | "server" | "silence";

/** The message says what happened and what to do. */
export class ServiceError extends Error {
  /**
   * @param status `null` when no answer came
   * @param detail `filter_error`, or Google's own words when no answer came
   */
  constructor(
    readonly code: ServiceErrorCode,
    readonly status: number | null = null,
    readonly detail = "",
  ) {
    super(detail ? `${remedyOf(code)} (${detail})` : remedyOf(code));
    this.name = "Sheetscout";
  }
}

export type Failure = Pick<ServiceError, "code" | "status" | "detail">;

export function retryReason({ code, status }: Pick<Failure, "code" | "status">): RetryReason | null {
  if (status === TOO_MANY_CALLS) return "rate";
  if (code === "SERVICE_TEMPORARILY_UNAVAILABLE" || (status !== null && status >= 500)) return "server";
  // An unreadable answer is as good as none, and repeating the call is free (service.verified-before).
  return code === "NO_ANSWER" || code === "UNREADABLE_ANSWER" ? "silence" : null;
}

/** True if the service cannot have done the call, nor charged for it. */
export const isSurelyUndone = ({ code, status }: Failure): boolean =>
  code === "NO_CONSENT" || (status !== null && status < 500 && code !== "UNREADABLE_ANSWER" && !isForeign(code));

/** Something on the way has answered instead of the service, which may have done the call (service.failure-answers). */
const isForeign = (code: string): boolean => /^HTTP_(?:3|4(?!00|29))/.test(code);

/** The service itself has failed, or something on the way. Another try is worth it, but not at once. */
export const isFault = ({ code }: { code: string }): boolean => code === "INTERNAL_ERROR" || isForeign(code);

/** Only whoever the key belongs to can mend it. */
export const isOfKey = ({ code }: Pick<Failure, "code">): boolean =>
  ["NO_API_KEY", "INVALID_API_KEY", "INSUFFICIENT_CREDITS"].includes(code);

/** Every call meets such a failure until the user does something. */
export const isAccountFailure = (failure: Failure): boolean => isOfKey(failure) || failure.code === "NO_CONSENT";

/** No call can be answered: the service accepts no key, or Google may not connect to it. */
export const isCutOff = (failure: Failure): boolean =>
  isAccountFailure(failure) && failure.code !== "INSUFFICIENT_CREDITS";

/** The way to our menu, as people read it. */
export const MENU_PATH = "Extensions ▸ Sheetscout ▸";

/**
 * The codes of the specification (service.search-failures, service.company-failures), and our own. The first sentence
 * says what happened, and also stands in cells; the second says what to do.
 */
const REMEDIES: Record<string, string> = {
  INVALID_FILTERS: "The service does not accept one of the filters. Correct the filter it names.",
  PLAN_REQUIRED: "A filter needs a higher plan. Remove it or upgrade the plan.",
  NO_RESULTS: "No company matches the filters. Loosen one of them.",
  INSUFFICIENT_CREDITS: "Not enough credits are left. Add credits or wait for the renewal, then try again.",
  INVALID_API_KEY: `The API key was refused. Choose ${MENU_PATH} Settings and paste it again.`,
  INVALID_REQUEST: "The service could not use the request. Check the value that was given.",
  UNKNOWN_ID: "Neither an email address nor an id that the service knows. Check its spelling.",
  SERVICE_TEMPORARILY_UNAVAILABLE: "The service is unavailable for the moment. Try again in a minute.",
  INTERNAL_ERROR: "The service has failed on this one. Try again, and tell its support if it happens again.",
  INVALID_DOMAIN_NAME: "No reachable domain, or one without mail. Check its spelling.",
  INVALID_COMPANY: "No valid company name. Give 3 to 75 characters or, better, its domain.",
  CANT_FIND_DOMAIN: "Domain not known for certain. Give the company's domain instead of its name.",
  DOMAIN_IS_WEBMAIL: "Webmail provider, not a company. Give the company's own domain.",
  EMAILS_MISSING: "Some emails were lost on the way. Retry it: those that came are free.",
  NO_API_KEY: `No API key is set. Choose ${MENU_PATH} Settings and paste yours.`,
  NO_CONSENT: `Google has not been allowed to connect to the contact-data service. Choose ${MENU_PATH} Open sidebar and tick every box; formulas may need this of the spreadsheet's owner.`,
  NO_LOCK: `Google gives no lock here, so two runs could overwrite each other. Open the spreadsheet in a tab of its own, choose ${MENU_PATH} Open sidebar, and try again.`,
  FORMULAS_CAPPED: `This could exceed what formulas may spend in a day. Wait until midnight UTC, use a job from the menu, or have this spreadsheet's owner raise the limit in ${MENU_PATH} Settings`,
  FORMULAS_OFF: `Formulas may spend no credits here. The owner of this spreadsheet can permit some in ${MENU_PATH} Settings.`,
  NO_ANSWER: `No answer came from the service. Try again ${LATER}`,
  UNREADABLE_ANSWER: "The service's answer could not be read. Try again in a minute.",
};

/** 0 for a code that names no status. */
const statusIn = (code: string): number => Number(/^HTTP_(\d{3})$/.exec(code)?.[1] ?? 0);

export function remedyOf(code: string): string {
  const known = REMEDIES[code];
  if (known !== undefined) return known;
  const status = statusIn(code);
  if (status >= 300 && status < 400) {
    return `The service answered with a redirect (status ${status}), which Sheetscout does not follow, to keep the key safe. Tell whoever installed Sheetscout.`;
  }
  const told = status > 0 ? `status ${status}` : code;
  const happened =
    status === TOO_MANY_CALLS
      ? "got too many calls at once"
      : `${status >= 500 ? "has failed" : "refused the request"} (${told})`;
  return `The service ${happened}. ${mayPass(code) ? "Try again in a minute." : "Check the value that was given."}`;
}

export function refusalOf({ code, detail }: Pick<Failure, "code" | "detail">): Refusal {
  if (code === "NO_CONSENT") return notAllowed(["connect to the contact-data service"], detail);
  const text = remedyOf(code);
  const end = text.indexOf(". ") + 1;
  const happened = end > 0 ? text.slice(0, end) : text;
  return refuse(code, detail ? `${happened} (${cut(detail)})` : happened, end > 0 ? text.slice(end + 1) : "");
}

/** True for a failure of the service that may be over later. */
export const mayPass = (code: string): boolean =>
  isFault({ code }) || retryReason({ code: code as ServiceErrorCode, status: statusIn(code) }) !== null;

/** True if the service refused the request itself: it is then neither too busy nor out of order. */
export const isRequestFault = (code: string): boolean => code === "INVALID_REQUEST" || /^HTTP_4(?!29)/.test(code);

/** @param times how many calls have failed one after another */
export function failedInARow(code: string, times: number): Refusal {
  const kept = "What is done is kept.";
  if (statusIn(code) === TOO_MANY_CALLS) {
    return refuse(
      code,
      `The service asks us to wait: it has refused ${times} calls in a row for coming too fast (${code}).`,
      `${kept} Resume in a few minutes; something else may be using the same key.`,
    );
  }
  if (code.startsWith("HTTP_3")) {
    const { message, remedy } = refusalOf({ code: code as ServiceErrorCode, detail: "" });
    return refuse(code, message, `${kept} ${remedy}`);
  }
  const message = `The service is out of order: ${times} calls in a row have failed (${code}).`;
  if (code === "INTERNAL_ERROR") return refuse(code, message, `${kept} Tell its support, and resume the job later.`);
  if (isRequestFault(code))
    return refuse(
      code,
      `The service has refused ${times} requests in a row (${code}).`,
      `${kept} Check the column and the API key; if both are right, contact the service's support.`,
    );
  return refuse(code, message, `${kept} Resume in a few minutes. If that fails, ask its support.`);
}

/** As in "error: Webmail provider, not a company (DOMAIN_IS_WEBMAIL)". */
export function failureCell(code: string): string {
  const [words = ""] = remedyOf(code).split(". ");
  return `${FAILURE_PREFIX}${words.replace(/ \(.*|\.$/, "")} (${code})`;
}

const MISSING_EMAILS = /^((?:error|not finished): )\d{1,9} of \d{1,9} emails? (?:is|are) missing/;

/** As in "error: 200 of 300 emails are missing. The service has failed on this one (INTERNAL_ERROR)". */
export function partCell(code: string, came: number, expected: number): string {
  const lacking = expected - came;
  const of = `${lacking} of ${expected} ${expected === 1 ? "email" : "emails"}`;
  const missing = lacking > 0 ? `${of} ${lacking === 1 ? "is" : "are"} missing. ` : "Emails are missing. ";
  return failureCell(code).replace(FAILURE_PREFIX, FAILURE_PREFIX + missing);
}

/** Tells of a failure whose question is asked again when the job goes on. */
export const unfinishedCell = (cell: string): string => cell.replace(FAILURE_PREFIX, `${NOT_FINISHED}: `);

/** Without numbers, failures of the same sort are equal. */
export const withoutNumbers = (cell: string): string => cell.replace(MISSING_EMAILS, "$1Emails are missing");

/** Reads the code of a failure, whatever its words; `null` for any other cell. */
export function failureCode(cell: string): string | null {
  return cell.startsWith(FAILURE_PREFIX) ? (/\((\w+)\)$/.exec(cell)?.[1] ?? null) : null;
}
