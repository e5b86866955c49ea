import { type ReadableList, readableList, rowsIn, type WindowRow } from "../../lists/pinned-list";
import { numbersTo } from "../../lists/rows";
import { isRefused, type Refusal, refusal, SHEET_DELETED } from "../../result";
import { ASKED_ADDRESS } from "../../service/fields";
import { knownText, readTopAtOnce, shortened, topOf } from "../../sheet/find-column";
import {
  answeredForMark,
  columnOf,
  type FoundName,
  foundMarks,
  groupOf,
  inputMark,
  isUnmoved,
  newGroup,
  outputMark,
  pinnedColumns,
} from "../../sheet/pinned-columns";
import { type CellValue, type ColumnMark, columnLetter, type Table, widthOf } from "../../sheet/table";
import type { ColumnJobChoices, ColumnKindName } from "../protocol";
import { type ColumnJob, unclaimedName, type World } from "../record";
import { isByPlace, shapeOf, traitsOf, writtenFields } from "../rows";
import type { Scan } from "../views";
import {
  claimRows,
  jobRules,
  readStretches,
  type StretchCells,
  scanCells,
  scanColumn,
  summariseColumn,
  writeAnswers,
} from "./column";
import { sampleColumn } from "./column-plan";
import { type UnmarkedColumns, unmarkedColumns } from "./heading";
import type { Kind, Prepared } from "./kind";
import { undoColumns } from "./undo-columns";

// A job over a column starts here, from the dry run's column to the first questions.

const FIRST = { stretch: 0, stretches: 1, epoch: 1 };

/** A column without a header must still hold this share of its sample. */
const SAMPLE_SHARE = 0.5;

interface PinnedInput {
  column: number;
  group: string;
  /** True if the column had no pin before. */
  isNew: boolean;
  /** All marks of the sheet, including this pin. */
  marks: ColumnMark[];
  /** From row 1 to the end of the first stretch. */
  read: StretchCells;
}

/** Pins the column where the dry run saw it. The first scan uses the cells read here, unless somebody moves columns. */
export function prepareColumn(world: World, choices: ColumnJobChoices, id: string): Prepared | Refusal {
  const table = world.book.table(choices.sheetId);
  if (!table) return SHEET_DELETED;
  // Which rows are visible is asked by the name that the sheet has now.
  if (choices.sheetName && choices.rows.kind !== "visible") world.book.rememberName(table.id, choices.sheetName);
  const input = pinInput(world, table, choices, choices.column) ?? pinElsewhere(world, table, choices);
  if (isRefused(input)) return input;
  const { column, group, marks, read } = input;
  const traits = traitsOf(choices.kind);
  const header = read.cells[choices.headerRow - 1] ?? [];
  const there = pinnedColumns(marks, group);
  const hasResults = there.outputs.length > 0 || there.answeredFor !== null;
  // Results that stay beside a newer verification would contradict it.
  const before = traits.renewsAll ? there.outputs.map(({ field }) => field) : [];
  // If addresses are asked in another spelling than in their cells, each row has to show it.
  const shown = "mended" in choices && choices.mended?.length ? [ASKED_ADDRESS] : [];
  const taken = hasResults ? "nothing" : takeOverFound(table, choices, input);
  if (taken === "moved") {
    if (input.isNew) table.unpin([inputMark(group)]);
    return refusal("COLUMNS_CHANGED");
  }
  return {
    place: { sheetId: table.id, group },
    title: shortened(header[column - 1]) || `column ${columnLetter(column)}`,
    kept: {
      ...choices,
      sheetName: undefined,
      fields: writtenFields(traits, [...choices.fields, ...shown, ...before]),
      validForDays: world.validForDays(),
    },
    also: isByPlace(choices.rows) ? { [unclaimedName(id)]: "yes" } : {},
    begin(job) {
      const own = job as ColumnJob;
      const list = readableList(shapeOf(own), { table, marks }, { ...there, input: column });
      const isAsRead =
        taken === "nothing" &&
        !isByPlace(choices.rows) &&
        isUnmoved(table.marks(), marks) &&
        isAsPinned(list, rowsIn(list, read.cells, read.firstRow), choices);
      if (!isAsRead) return beginColumn(world, own, 1);
      const rules = jobRules(world, own);
      return isRefused(rules) ? rules : scanCells(list, own, read, FIRST, rules);
    },
  };
}

/** Pins a column, then checks its content; `null` if it is another one. A start that dies here leaves only a pin. */
function pinInput(world: World, table: Table, choices: ColumnJobChoices, column: number): PinnedInput | null {
  if (!table.hasCell(1, column)) return null;
  const before = table.marks();
  const known = groupOf(before, column, choices.kind);
  const group = known ?? newGroup(world.newId(), choices.kind);
  const mark = inputMark(group);
  if (known === null) table.pin(column, mark);
  const marks = known === null ? [...before, { column, value: mark }] : before;
  const read = readStretches(table, choices, FIRST);
  if (isAsPlanned(choices, topOf(read.cells), column)) return { column, group, isNew: known === null, marks, read };
  if (known === null) table.unpin([mark]);
  return null;
}

/** Finds by its content a column that somebody has moved since the dry run. */
function pinElsewhere(world: World, table: Table, choices: ColumnJobChoices): PinnedInput | Refusal {
  table.flush();
  const column = followColumn(choices, readTopAtOnce(table));
  if (column === null) return refusal("COLUMNS_CHANGED");
  return pinInput(world, table, choices, column) ?? refusal("COLUMNS_MOVING");
}

/** Pins the columns of a search, and results without marks; `moved` if somebody moved columns meanwhile. */
function takeOverFound(
  table: Table,
  choices: ColumnJobChoices,
  { column, group, marks, read: { cells } }: PinnedInput,
): "nothing" | "pinned" | "moved" {
  const header = cells[choices.headerRow - 1] ?? [];
  const found = traitsOf(choices.kind).foundColumns(header);
  const names = foundMarks(group);
  const wanted = (Object.keys(found) as FoundName[]).filter((each) => found[each] !== columnOf(marks, names[each]));
  const stray = wanted.map((each) => names[each]).filter((name) => columnOf(marks, name) !== null);
  if (stray.length > 0) table.unpin(stray);
  for (const each of wanted) if (found[each] !== null) table.pin(found[each], names[each]);
  const unmarked = unmarkedColumns(choices.kind, topOf(cells), choices.headerRow, column, marks);
  if (unmarked) return takeOver(table, group, unmarked, header, choices.headerRow) ? "pinned" : "moved";
  return wanted.length > 0 ? "pinned" : "nothing";
}

/** @returns false if somebody moved columns meanwhile */
function takeOver(
  table: Table,
  group: string,
  { answeredFor, outputs }: UnmarkedColumns,
  header: CellValue[],
  headerRow: number,
): boolean {
  const own = [
    { mark: answeredForMark(group), column: answeredFor },
    ...outputs.map(({ field, column }) => ({ mark: outputMark(group, field), column })),
  ];
  for (const { mark, column } of own) table.pin(column, mark);
  table.flush();
  const marks = table.marks();
  const now = table.read({ row: headerRow, column: 1, rows: 1, columns: table.gridColumns() })[0] ?? [];
  const isThere = own.every(({ mark, column }) => now[(columnOf(marks, mark) ?? 0) - 1] === header[column - 1]);
  if (!isThere) table.unpin(own.map(({ mark }) => mark));
  return isThere;
}

/**
 * Scans a column for the first time, and checks that the pins stand where the dry run saw the columns. Rows chosen by
 * their place get the job's claim. If the start died before that, a resumption does it.
 */
function beginColumn(world: World, job: ColumnJob, epoch: number): Scan | Refusal {
  const first = { stretch: 0, stretches: 1, epoch, isToCount: epoch > 1 };
  const name = unclaimedName(job.id);
  const isToTag = isByPlace(job.choices.rows) && (epoch === 1 || world.store.get(name) !== null);
  // Since the start has checked the pins, people may have sorted the rows that its dry run saw first.
  const isAsStarted = (list: ReadableList, rows: WindowRow[]): boolean => isAsPinned(list, rows, job.choices);
  const scan = scanColumn(world, job, first, epoch === 1 ? isAsStarted : undefined);
  if (isRefused(scan) || !isToTag) return scan;
  const unclaimed = claimRows(world, job);
  if (unclaimed) return unclaimed;
  world.store.remove(name);
  return scanColumn(world, job, first);
}

/** @param rows all rows from row 1 on */
function isAsPinned({ columns, marks }: ReadableList, rows: WindowRow[], choices: ColumnJobChoices): boolean {
  const { group, input, outputs, answeredFor } = columns;
  const cells = rows.map((row) => row.cells);
  const isOnce = marks.filter(({ value }) => value === inputMark(group)).length === 1;
  if (!isOnce || !isAsPlanned(choices, cells, input)) return false;
  // The list was there before, so people may have renamed its columns.
  if (outputs.length > 0 || answeredFor !== null) return true;
  // A pin that has moved to another column would give the rows ids or statuses that are not theirs.
  const found = traitsOf(choices.kind).foundColumns(cells[choices.headerRow - 1] ?? []);
  return Object.entries(found).every(([name, at]) => columns[name as FoundName] === at);
}

type PlannedPlace = Pick<ColumnJobChoices, "column" | "header" | "headerRow" | "sample">;

/** The header or the content tells the column; `null` unless exactly one fits. */
export function followColumn(choices: PlannedPlace, top: CellValue[][]): number | null {
  const { column } = choices;
  if (isAsPlanned(choices, top, column)) return column;
  const found = numbersTo(widthOf(top)).filter((each) => isAsPlanned(choices, top, each));
  return found.length === 1 ? (found[0] as number) : null;
}

function isAsPlanned({ header, headerRow, sample }: PlannedPlace, top: CellValue[][], column: number): boolean {
  if (header !== null) return knownText(top[headerRow - 1]?.[column - 1]) === header;
  const texts = new Set(sampleColumn(top, column, headerRow));
  return sample.filter((text) => texts.has(text)).length >= sample.length * SAMPLE_SHARE;
}

/** What all kinds over a column do alike. */
export const columnKind: Pick<Kind<ColumnKindName>, "prepare" | "begin" | "scan" | "write" | "summarise" | "undo"> = {
  prepare: prepareColumn,
  begin: beginColumn,
  scan: scanColumn,
  write: (world, job, { entries }, properties) => writeAnswers(world, job, entries, properties),
  summarise: summariseColumn,
  undo: undoColumns,
};
