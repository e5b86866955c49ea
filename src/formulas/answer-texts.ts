import type { ServiceError } from "../service/errors";
import { FAILURE_MARK, NOT_FINISHED } from "../service/own-words";

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
export const failureText = (error: ServiceError): string => `${FAILURE_MARK}${error.message}`;
