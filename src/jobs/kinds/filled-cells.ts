import type { WindowRow } from "../../lists/pinned-list";
import { failureCode } from "../../service/errors";
import { isUnfinished } from "../../service/input-problems";
import { answersIn, checkOf, type FieldColumn, isPasted, isWanted } from "../../sheet/pinned-columns";
import type { CellValue } from "../../sheet/table";
import { type ColumnTraits, isFoundWord, type ListRow, type RowState } from "../rows";
import { NOT_VERIFIED } from "./found-emails";

// Tells cells that somebody has filled or typed over from results.

/** What has to be known of a list to tell its results from what somebody has filled. */
export interface FilledList {
  outputs: FieldColumn[];
  /** The columns that the job writes. */
  written: FieldColumn[];
  /** True if the list has the hidden column, which says what each row was answered for. */
  hasHidden: boolean;
}

/** Counts the cells of a row that somebody has filled, and that a job would replace. */
export function filledIn(row: WindowRow, judged: RowState, list: FilledList, traits: ColumnTraits): number {
  if (!("key" in judged)) return 0;
  const { status, at, answeredFor } = row;
  const own = ownIn(row, judged, list, traits);
  const isFilled = ({ field, column }: FieldColumn): boolean =>
    field === traits.statusField ? status !== "" && !own.isStatus : at(column) !== "" && !own.isResult(at(column));
  return list.written.filter(isFilled).length + Number(isPasted(answeredFor));
}

function ownIn(
  { status, answeredFor, foundStatus }: ListRow,
  judged: RowState,
  { outputs, hasHidden }: Pick<FilledList, "outputs" | "hasHidden">,
  { isResult }: ColumnTraits,
): { isStatus: boolean; isResult(cell: CellValue): boolean } {
  const answers = answersIn(answeredFor);
  const checks = answers[0]?.checks;
  if (checks && checks.length > 0) {
    const all = answers.flatMap((answer) => answer.checks);
    // Answers with fewer checks than there are columns say nothing about the other columns.
    const isKnown = all.length >= outputs.length;
    return {
      isStatus: checks.includes(checkOf(status)),
      isResult: (cell) => !isKnown || all.includes(checkOf(cell)),
    };
  }
  // No earlier answer is known: the row has only a claim, or somebody has deleted the hidden column.
  if (checks || isWanted(answeredFor) || !hasHidden) {
    const isStatus = isOwnText(String(status), judged) || isResult(String(status));
    // Cells beside a status of ours were written with it.
    return { isStatus, isResult: () => isStatus };
  }
  const isOfSearch = status === NOT_VERIFIED || isFoundWord(status, foundStatus);
  return { isStatus: isOfSearch, isResult: () => false };
}

/** True for a status that a job or a search may have written, as far as its words tell. */
export const isOwnStatus = ({ status, foundStatus }: ListRow, judged: RowState, { isResult }: ColumnTraits): boolean =>
  isOwnText(String(status), judged) ||
  isResult(String(status)) ||
  isUnfinished(status) ||
  isFoundWord(status, foundStatus);

/** True for a status in the script's own words, which did not come from the service. */
const isOwnText = (status: string, judged: RowState): boolean =>
  failureCode(status) !== null || status === NOT_VERIFIED || ("status" in judged && status === judged.status);
