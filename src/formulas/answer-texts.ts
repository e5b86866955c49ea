import type { ServiceError } from "../service/errors";

/** Every cell that *Finish formulas* may complete begins with this. */
export const NOT_FINISHED = "not finished";

/** What failed for good begins with this, in formulas and in column runs. */
const FAILED = "error: ";

/** What is told of texts that are not asked about (`recognise.ts`). */
const NOT_ASKED = /^not an? (?:email address|domain|company)(?:$|: )/;

/**
 * Whether a text is what one of our formulas says instead of an answer. Another formula passes it on: asked about, it
 * would be taken for the name of a company, and paid for.
 */
export const isOwnWord = (text: string): boolean =>
  text.startsWith(NOT_FINISHED) || text.startsWith(FAILED) || NOT_ASKED.test(text);

/** A longer list is told about the column run, which is as fast as the service permits. */
const LONG_LIST_ITEMS = 100;

/** In the cell of a question that was not answered in time, or not for now. */
export const unfinishedText = (reason: ServiceError | null): string =>
  reason ? `${NOT_FINISHED}: ${reason.message}` : NOT_FINISHED;

/** In the first unfinished cell. */
export function adviceText(items: number): string {
  const menu = "choose Extensions ▸ Sheetscout ▸ Finish formulas";
  const forLongLists = "for a list of this length, Verify emails in this column is much faster";
  return items > LONG_LIST_ITEMS ? `${NOT_FINISHED}: ${menu}; ${forLongLists}` : `${NOT_FINISHED}: ${menu}`;
}

/** In the cell of a question that has no answer. */
export const failureText = (error: ServiceError): string => `${FAILED}${error.message}`;
