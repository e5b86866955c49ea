import type { ColumnMark } from "./table";

/** The columns of one list: where its addresses stand and where its results go. */
export interface PinnedColumns {
  /** Connects the columns; a sheet may hold several lists. */
  group: string;
  input: number;
  /** By field, in the order of the sheet. */
  outputs: { field: string; column: number }[];
  answeredFor: number;
  /** Columns of a domain search, when the list has them: the email's id, and the status the search gave it. */
  anonId: number | null;
  foundStatus: number | null;
}

const INPUT = "in";
const ANSWERED_FOR = "for";
const ANON_ID = "id";
const FOUND_STATUS = "found";

/** What is pinned to the column of addresses. */
export const inputMark = (group: string): string => `${group}:${INPUT}`;

/** What is pinned to a column of results. */
export const outputMark = (group: string, field: string): string => `${group}=${field}`;

/** What is pinned to the hidden column of `answered-for.ts`. */
export const answeredForMark = (group: string): string => `${group}:${ANSWERED_FOR}`;

/** What is pinned to the columns of a domain search. */
export const foundMarks = (group: string) => ({
  anonId: `${group}:${ANON_ID}`,
  foundStatus: `${group}:${FOUND_STATUS}`,
});

/** Whether a column holds what Sheetscout has written: nothing to begin a list with. */
export const isOwnMark = (value: string): boolean => /^\w+=/.test(value) || value.endsWith(`:${ANSWERED_FOR}`);

/** The list whose addresses stand in a column; `null` when none was made of it yet. */
export function groupOf(marks: ColumnMark[], column: number): string | null {
  const mark = marks.find((each) => each.column === column && each.value.endsWith(`:${INPUT}`));
  return mark ? mark.value.slice(0, -INPUT.length - 1) : null;
}

/** Where the columns of a list are now; a missing input or hidden column is `null`. */
export function pinnedColumns(marks: ColumnMark[], group: string): Pinned {
  const columnOf = (value: string) => marks.find((mark) => mark.value === value)?.column ?? null;
  const outputs: PinnedColumns["outputs"] = [];
  for (const { column, value } of [...marks].sort((a, b) => a.column - b.column)) {
    const field = value.startsWith(`${group}=`) ? value.slice(group.length + 1) : "";
    // A copied column brings its mark along; the first one stays the list's.
    if (field !== "" && !outputs.some((each) => each.field === field)) outputs.push({ field, column });
  }
  const found = foundMarks(group);
  return {
    group,
    outputs,
    input: columnOf(inputMark(group)),
    answeredFor: columnOf(answeredForMark(group)),
    anonId: columnOf(found.anonId),
    foundStatus: columnOf(found.foundStatus),
  };
}

/** As found: people delete columns. */
export interface Pinned extends Omit<PinnedColumns, "input" | "answeredFor"> {
  input: number | null;
  answeredFor: number | null;
}

/** True if all columns for the results are there. */
export const isComplete = ({ outputs, answeredFor }: Pinned, fields: string[]): boolean =>
  answeredFor !== null && fields.every((field) => outputs.some((each) => each.field === field));
