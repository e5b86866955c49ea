import { isDomain } from "../../service/recognise";
import { groupIn } from "../append/columns";
import type { RunParts } from "../run-parts";
import { listRuns } from "../run-record";
import type { FindPlan } from "../views";
import { EMAIL_LIST } from "./emails-list";
import { DEFAULT_SHEET_NAME } from "./emails-sheet";

/**
 * What is to be known before emails are found.
 * @param keys of the distinct companies that are to be asked
 */
export function planFind({ book, sheets, store }: RunParts, keys: string[]): FindPlan {
  const lately = listRuns(store).flatMap(({ find }) => find?.sheetId ?? []);
  const ageOf = ({ sheetId }: { sheetId: number }): number =>
    lately.includes(sheetId) ? lately.indexOf(sheetId) : lately.length;
  const lists = book.pinnedTables().filter(({ marks }) => groupIn(marks, EMAIL_LIST) !== null);
  return {
    emailSheets: lists
      .map(({ table }) => ({ sheetId: table.id, sheetName: table.name() }))
      .sort((a, b) => ageOf(a) - ageOf(b)),
    newSheetName: sheets.freeName(DEFAULT_SHEET_NAME),
    domains: keys.filter(isDomain).length,
  };
}
