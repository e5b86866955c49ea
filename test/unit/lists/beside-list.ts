import { expect } from "@jest/globals";
import type { Clock } from "../../../src/google";
import { type BesideEntry, writeBeside } from "../../../src/lists/beside";
import { isRefused } from "../../../src/result";
import { readInput } from "../../../src/sheet/cell-text";
import { readAnsweredFor } from "../../../src/sheet/pinned-columns";
import type { CellValue } from "../../../src/sheet/table";
import { createFakeBook, type FakeBook } from "../support/fake-book";

// A list whose results stand beside its inputs, in a spreadsheet in memory, and what people do to it.

export const SHAPE = {
  sheetId: 1,
  group: "g1",
  fields: ["status", "type"],
  inputColumn: "the column of emails",
  hiddenHeader: "verified for",
  readInput,
};
export const WRITER = { jobId: "job1", day: 20_000 };
const HEADER = ["Name", "Email", "status", "type", "verified for", "Note"];
export const ROWS = 30;

export const emailOf = (row: number): string => `person${row}@acme.example`;

export interface World {
  book: FakeBook;
  clock: Clock;
  sheet: FakeBook["sheets"][number];
}

/** A list with emails in column B; `results` of each row are status, type and tag. */
export function open(results: (row: number) => CellValue[] = () => ["", "", ""]): World {
  const book = createFakeBook();
  book.keepsWritesBack = true;
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const email = emailOf(i + 2);
    return [`Name of ${email}`, email, ...results(i + 2), `Note of ${email}`];
  });
  const sheet = book.add("Leads", [HEADER, ...rows]);
  const marks: [number, string][] = [
    [2, "g1:in"],
    [3, "g1=status"],
    [4, "g1=type"],
    [5, "g1:for"],
  ];
  sheet.marks.push(...marks.map(([column, value]) => ({ column, value })));
  book.calls.length = 0;
  return { book, sheet, clock: { nowMs: () => 0, sleep: () => {} } };
}

/** The rows by the names of their columns. */
export function rowsOf({ sheet }: World): Record<string, string>[] {
  const header = (sheet.rows[0] ?? []).map(String);
  const names = header.includes("Email") ? header : (sheet.rows.find((row) => row.includes("Email")) ?? []).map(String);
  return sheet.rows
    .filter((row) => !row.includes("Email"))
    .map((row) => Object.fromEntries(names.flatMap((name, i) => (name ? [[name, String(row[i] ?? "")]] : []))));
}

export const entryOf = (email: string, rows: number[]): BesideEntry => ({
  key: email,
  cells: [`S ${email}`, `T ${email}`],
  rows,
});

/** Writes as a driver does: what is left, again. */
export function write(world: World, entries: BesideEntry[]): void {
  let open = entries;
  for (let times = 1; open.length > 0 && times <= 5; times++) {
    const outcome = writeBeside(world, SHAPE, WRITER, open);
    if (isRefused(outcome)) throw new Error(outcome.message);
    const left = new Set(outcome.leftKeys);
    open = open.filter(({ key }) => left.has(key));
  }
  expect(open).toEqual([]);
}

/** The next pass of the driver: rows that are not done. */
export function passAgain(world: World): void {
  const at = world.sheet.marks.find(({ value }) => value === "g1:in")?.column ?? 0;
  const rows = world.sheet.rows.flatMap((row, i) => {
    const email = String(row[at - 1] ?? "");
    const byName = rowsOf({ ...world, sheet: { ...world.sheet, rows: [namesOf(world), row] } })[0] ?? {};
    const isDone = readAnsweredFor(byName["verified for"])?.key === email && byName.status !== "";
    return email.includes("@") && !isDone ? [entryOf(email, [i + 1])] : [];
  });
  world.book.onCall = () => {};
  write(world, rows);
}

const namesOf = ({ sheet }: World): CellValue[] => sheet.rows.find((row) => row.includes("Email")) ?? [];

/** Rows whose result is another's, that have lost a cell, or that hold a result without an email. */
export function wrong(world: World): Record<string, string>[] {
  return rowsOf(world).filter((row) => {
    const { Name, Email = "", Note, status = "", type = "" } = row;
    const tag = readAnsweredFor(row["verified for"]);
    if (Email === "") return Boolean(Name || Note || status || type || tag);
    // Edited since it was answered: the tag says so, and it is done again.
    if (Email === EDITED) return tag?.key === EDITED && status !== `S ${EDITED}`;
    const isOwn = status === `S ${Email}` && type === `T ${Email}` && tag?.key === Email;
    const isBlank = status === "" && tag === null;
    return Name !== `Name of ${Email}` || Note !== `Note of ${Email}` || !(isOwn || isBlank);
  });
}

const EDITED = "edited@acme.example";

const inputColumn = (book: FakeBook): number =>
  book.sheets[0]?.marks.find(({ value }) => value === "g1:in")?.column ?? 2;

export const ACTS: Record<string, (book: FakeBook) => void> = {
  "inserts a row above": (book) => book.insertRows(1, 2, 1),
  "inserts three rows in the middle": (book) => book.insertRows(1, 12, 3),
  "deletes a row": (book) => void book.sheets[0]?.rows.splice(9, 1),
  "turns the rows around": (book) => {
    const sheet = book.sheets[0];
    if (sheet) sheet.rows = [sheet.rows[0] ?? [], ...sheet.rows.slice(1).reverse()];
  },
  "inserts a column at the left": (book) => book.insertColumns(1, 1, 1),
  "inserts a column beside the emails": (book) => book.insertColumns(1, 3, 1),
  "inserts a column between the results": (book) => book.insertColumns(1, 4, 2),
  "inserts a column after the results": (book) => book.insertColumns(1, 6, 1),
  "drags the names behind the results": (book) => drag(book, "Name", 6),
  "drags the notes before the emails": (book) => drag(book, "Note", 2),
  "drags the emails behind the notes": (book) => drag(book, "Email", 7),
  "drags a result before the emails": (book) => drag(book, "type", 2),
  "types another email": (book) => {
    const row = book.sheets[0]?.rows.find((cells) => cells.includes(emailOf(15)));
    if (row) row[inputColumn(book) - 1] = EDITED;
  },
};

/** Lets somebody act in the moment of the first write. */
export function atFirstWrite({ book }: World, act: (book: FakeBook) => void): void {
  book.onCall = (name) => {
    if (name !== "write") return;
    book.onCall = () => {};
    act(book);
  };
}

/** Drags the column of this name before another one, by their numbers at that time. */
export function drag({ sheets }: FakeBook, name: string, before: number): void {
  const sheet = sheets[0] as FakeBook["sheets"][number];
  const from = sheet.rows[0]?.indexOf(name) ?? -1;
  const width = Math.max(before, ...sheet.rows.map((row) => row.length));
  const order = Array.from({ length: width }, (_, i) => i).filter((each) => each !== from);
  order.splice(before - 1 - Number(from < before - 1), 0, from);
  sheet.rows = sheet.rows.map((row) => order.map((each) => row[each] ?? ""));
  for (const mark of sheet.marks) mark.column = order.indexOf(mark.column - 1) + 1;
}

/** Somebody acts before the n-th call. */
export function actingAt({ book }: World, at: number, act: (book: FakeBook) => void): void {
  let seen = 0;
  book.onCall = () => {
    if (++seen === at) act(book);
  };
}

export const SOME = [3, 4, 5, 11, 12, 15, 16, 29, ROWS + 1];
export const entries = (): BesideEntry[] => SOME.map((row) => entryOf(emailOf(row), [row]));
