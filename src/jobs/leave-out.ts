import { LONGEST_CACHE_SECONDS, type TextCache } from "../google";
import { COMPANY_HEADER, isUsualHeader } from "../header-words";
import { numbersTo } from "../lists/rows";
import { createSeenKeys, readSeenKeys } from "../lists/seen-keys";
import { untilSteady } from "../lists/steady";
import { isRefused, type Refusal, refusal } from "../result";
import { companyProblem, domainOf, isDomain, type Keys, NO_KEYS } from "../service/input-problems";
import { addressesIn, addressKeysAmong, companyIn, companyKey, domainsAmong } from "../service/read-cell";
import { readInput, withoutDots } from "../sheet/cell-text";
import { filledColumns, findColumns, type InputKind, knownText, readTop } from "../sheet/find-column";
import { columnOf, isHiddenMark, isUnmoved, readAnsweredFor } from "../sheet/pinned-columns";
import { type Book, type CellValue, type Table, widthOf } from "../sheet/table";
import { oneSpelling } from "../spelling";
import type { JobChoices, LeaveOutChoice, LeaveOutColumn } from "./protocol";
import { type Job, listRecords, type MarkedColumn, type World } from "./record";
import { traitsOf } from "./rows";
import type { LeftOutView, SheetName } from "./views";

// Reads the column of addresses, domains or companies that a job or a clean list leaves out.

/** A column that names fewer than before may have a failing formula: everybody would be paid for. */
interface Size {
  /** Those of cells that are certainly not loading. */
  entries: number;
  /** Cells with an error, or loading. */
  troubled: number;
}

interface LeftOut extends Size {
  /** Addresses, domains and company names, in small letters. */
  keys: Set<string>;
  /** The entries to tell. Headings and titles do not count. */
  counts: typeof NO_ENTRIES;
  /** Cells without an entry, other than those. */
  unread: number;
}

type EntriesAs = "addresses" | "companies";

/** Domains among other words need not stand for all their people. */
function domainsAlone(text: string): string[] {
  const domains = domainsAmong(text);
  return domains.length === text.split(/[\s,;|]+/).filter((word) => word !== "").length ? domains : [];
}

function addressKeys(cell: CellValue): string[] {
  const input = readInput(cell);
  // `*@acme.example` stands for a whole domain.
  const text = input.kind === "text" ? input.text.replace(/^\*(?=[@.])/, "") : "";
  const addresses = addressKeysAmong(text);
  if (addresses.length > 0) return addresses;
  const domain = domainOf(companyIn(text.replace(/^[@.]/, "")));
  return (domain === null ? domainsAlone(text) : [domain]).map((each) => oneSpelling(each).replace(/^www\./, ""));
}

/** An address stands for its domain's company. Dots at the end do not mean loading: nothing asks these companies. */
function companyKeys(cell: CellValue): string[] {
  const { readInput: read, problem } = traitsOf("find");
  const named = withoutDots(cell);
  const addresses = addressesIn(String(named));
  const inputs = (addresses.length > 1 ? addresses : [named]).map(read);
  const keys = inputs.flatMap((input) => (input.kind === "text" && problem(input.text) === null ? [input.key] : []));
  return [...keys, ...domainsAmong(String(named)).map(companyKey)];
}

const REMARK = /\s\([^()]*\)$/;

/** The names without remarks, and the domains above. No entry is on a host of other companies' sites. */
function alsoMeant(key: string): string[] {
  const name = key.replace(REMARK, "");
  if (name !== key) return companyProblem(name) === null ? [name] : [];
  const labels = isDomain(key) ? key.split(".") : [];
  return labels.slice(2).map((_, i) => `.${labels.slice(i + 1).join(".")}`);
}

const withMeant = (keys: Set<string>): Set<string> => new Set([...keys].flatMap((key) => [key, ...alsoMeant(key)]));

/** @param headerRow titles may stand above it */
export function readLeftOut(cells: readonly CellValue[], as: EntriesAs, headerRow = 1): LeftOut {
  const leftOut = { keys: new Set<string>(), troubled: 0, unread: 0 };
  const [sure, named] = [new Set<string>(), new Set<string>()];
  let isTop = true;
  cells.forEach((cell, i) => {
    const { kind } = readInput(cell);
    if (kind === "blank") return;
    const keys = as === "addresses" ? addressKeys(cell) : companyKeys(cell);
    const isTitle = i + 1 < headerRow;
    for (const key of keys) {
      leftOut.keys.add(key);
      if (!isTitle) named.add(key);
      if (kind !== "unchanged") sure.add(key);
    }
    if (kind === "unchanged") leftOut.troubled++;
    if (keys.length === 0 && !isTop) leftOut.unread++;
    isTop = isTitle;
  });
  const counts = countEntries(named, cells.slice(headerRow - 1));
  return { ...leftOut, counts, entries: sumOf(countEntries(sure, cells)) };
}

/** The likeliest comes first. */
const ENTRIES: Record<EntriesAs, InputKind[]> = {
  companies: [...traitsOf("find").inputs, ...traitsOf("verify").inputs],
  addresses: [
    ...traitsOf("verify").inputs,
    { header: COMPANY_HEADER, matches: (text: string) => addressKeys(text).length > 0 },
  ],
};

/** A smaller day since 1970 is something else, such as an IP address with a port. */
const FIRST_DAY = 10_000;

/** True for our hidden columns: they would leave out every input. A copy of a sheet may have lost their marks. */
function isHidden(table: Table, top: CellValue[][]): (column: number) => boolean {
  const marks = table.marks().filter(({ value }) => isHiddenMark(value));
  return (column) =>
    marks.some((mark) => mark.column === column) ||
    top.some((row) => (readAnsweredFor(row[column - 1])?.day ?? 0) > FIRST_DAY);
}

/** Each name costs a call, so they are read only for somebody who chooses. */
export const listSheets = ({ book }: Pick<World, "book">): SheetName[] => book.sheetNames();

/** Reads the wanted column, else the likely one. @param inputs this column is read only if somebody wants that */
export function planLeftOut(
  book: Book,
  { sheetId, column }: LeaveOutChoice,
  as: EntriesAs,
  inputs: { sheetId: number; column: number } | null = null,
): { keys: Keys; view: LeftOutView | null } {
  if (sheetId === null) return { keys: NO_KEYS, view: null };
  const table = book.table(sheetId);
  if (!table) {
    const nothing = { columns: [], column: 0, first: "", ...NO_ENTRIES, entries: 0, unread: 0 };
    return { keys: NO_KEYS, view: { sheetId, ...nothing, isGone: true } };
  }
  const top = readTop(table);
  const isOurs = isHidden(table, top);
  const isOther = (each: { column: number }): boolean => sheetId !== inputs?.sheetId || each.column !== inputs.column;
  const found = ENTRIES[as].flatMap((kind) => findColumns(top, kind)).filter((each) => !isOurs(each.column));
  const likely = found.find(isOther);
  const first = top.findIndex((row) => row.some((cell) => cell !== ""));
  const headerRow = found.find(({ headerRow }) => headerRow > 0)?.headerRow ?? first + 1;
  const columns = filledColumns(top, () => headerRow).filter((each) => !isOurs(each.column));
  const chosen =
    columns.find((each) => each.column === (column ?? likely?.column)) ?? columns.find(isOther) ?? columns[0];
  const cells = chosen ? table.readColumn(chosen.column) : [];
  const read = readLeftOut(cells, as, headerRow);
  return {
    keys: as === "companies" ? withMeant(read.keys) : read.keys,
    view: {
      sheetId: table.id,
      columns,
      column: chosen?.column ?? 0,
      first: firstOf(cells),
      ...read.counts,
      entries: read.entries,
      unread: read.unread,
      isGone: false,
    },
  };
}

export function followLeftOut(table: Table | null, { column, first }: LeaveOutColumn): LeaveOutChoice {
  const top = table ? readTop(table) : [];
  const columns = [column, ...numbersTo(widthOf(top))];
  const now = columns.find((each) => firstOf(top.map((row) => row[each - 1] ?? "")) === first);
  return table && now !== undefined ? { sheetId: table.id, column: now } : { sheetId: null, column: null };
}

/** The dry run of a clean list has just seen this column. */
export function readLeftOutAt(book: Book, wanted: LeaveOutColumn): LeftOut | Refusal {
  const { sheetId, column, first } = wanted;
  const table = book.table(sheetId);
  if (!table) return refusal("LEFT_OUT_GONE");
  const cells = table.hasCell(1, column) ? table.readColumn(column) : [];
  if (firstOf(cells) !== first) return refusal("COLUMNS_CHANGED");
  const read = readLeftOut(cells, "addresses");
  return read.entries >= (wanted.entries ?? 0) ? read : tooFew(wanted.entries, read.entries);
}

const tooFew = (then: number | undefined, now: number): Refusal =>
  refusal("LEFT_OUT_SHRUNK", `${then ?? 0} then, ${now} now`);

/** People may have removed some entries, but not most of them, and no more cells may be in trouble. */
const isStillFine = (now: Size, before: Size): boolean =>
  now.entries >= before.entries || (now.entries * 2 >= before.entries && now.troubled <= before.troubled);

/** The size when the column was last read for a job: `entries.troubled`. */
const sizeName = (jobId: string): string => `entries:${jobId}`;

/** A date does not tell the column from another one. */
const firstOf = (cells: readonly CellValue[]): string =>
  knownText(cells.find((cell) => cell !== "" && !(cell instanceof Date)));

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, each) => sum + each, 0);

const NO_ENTRIES = { addresses: 0, domains: 0, names: 0 };

function countEntries(keys: Set<string>, cells: readonly CellValue[]) {
  const count = { ...NO_ENTRIES };
  for (const key of keys) count[key.includes("@") ? "addresses" : isDomain(key) ? "domains" : "names"]++;
  // This is most likely a heading. It does no harm to leave it out like a name.
  const first = oneSpelling(knownText(cells.find((cell) => cell !== "")));
  const isName = keys.has(first) && !isDomain(first) && !first.includes("@");
  if (isName && (keys.size > 1 || isUsualHeader(first))) count.names--;
  return count;
}

const wantedColumn = (choices: JobChoices): LeaveOutColumn | null =>
  "leaveOut" in choices ? (choices.leaveOut ?? null) : null;

/** All jobs that leave out a column share its mark, which ends like this. */
const LEFT_OUT = ":out";

/** A pinned column is found wherever it is moved. */
export function pinLeftOut({ book, newId }: World, choices: JobChoices): MarkedColumn | Refusal | null {
  const wanted = wantedColumn(choices);
  if (!wanted) return null;
  const { sheetId, column } = wanted;
  const table = book.table(sheetId);
  if (!table) return refusal("LEFT_OUT_GONE");
  if (!table.hasCell(1, column)) return refusal("COLUMNS_CHANGED");
  const there = table.marks().find((mark) => mark.column === column && mark.value.endsWith(LEFT_OUT));
  const mark = there?.value ?? newId() + LEFT_OUT;
  if (!there) table.pin(column, mark);
  return { sheetId, mark };
}

export function unpinLeftOut({ book, store }: World, { id, leaveOut }: Job): void {
  if (!leaveOut) return;
  const isShared = listRecords(store.all()).some((job) => job.id !== id && job.leaveOut?.mark === leaveOut.mark);
  if (!isShared) book.table(leaveOut.sheetId)?.unpin([leaveOut.mark]);
}

const countName = (jobId: string): string => `left-out:${jobId}`;

const ownerOf = (jobId: string): string => `left-out.${jobId}`;

/**
 * Returns what was read at the start or resumption. Executions share it through the cache, so that not each of them reads
 * fifty thousand cells.
 */
export function leftOutOf(world: World, job: Job): Keys | Refusal {
  if (!job.leaveOut) return NO_KEYS;
  return readKept(world.cache, job.id) ?? readLeftOutAnew(world, job);
}

function readKept(cache: TextCache, jobId: string): Keys | null {
  const count = Number(cache.getAll([countName(jobId)])[countName(jobId)] ?? 0);
  return count > 0 ? readSeenKeys(cache, ownerOf(jobId), count) : null;
}

export const forgetLeftOut = ({ cache }: World, { id, leaveOut }: Job): void =>
  void (leaveOut && cache.putAll({ [countName(id)]: "0" }, LONGEST_CACHE_SECONDS));

export function readLeftOutAnew({ book, cache, store }: World, job: Job, isFirst = false): Keys | Refusal {
  if (!job.leaveOut) return NO_KEYS;
  const cells = readMarked(book, job.leaveOut);
  if (isRefused(cells)) return cells;
  // Somebody has moved the columns between the dry run and the start.
  if (isFirst && firstOf(cells) !== wantedColumn(job.choices)?.first) return refusal("COLUMNS_CHANGED");
  const now = readLeftOut(cells, "companies");
  const told = wantedColumn(job.choices)?.entries ?? 0;
  const kept = isFirst ? null : store.get(sizeName(job.id));
  const [entries = 0, troubled = 0] = kept?.split(".").map(Number) ?? [told, 0];
  const isFine = isFirst ? now.entries >= told : isStillFine(now, { entries, troubled });
  if (!isFine) return tooFew(entries, now.entries);
  const size = `${now.entries}.${now.troubled}`;
  if (size !== kept) store.set(sizeName(job.id), size);
  const seen = createSeenKeys(cache, ownerOf(job.id));
  for (const key of withMeant(now.keys)) seen.add(key);
  seen.save();
  cache.putAll({ [countName(job.id)]: String(seen.count()) }, LONGEST_CACHE_SECONDS);
  return seen;
}

function readMarked(book: Book, { sheetId, mark }: MarkedColumn): CellValue[] | Refusal {
  const read = (): CellValue[] | Refusal | null => {
    const found = book.pinnedTable(sheetId);
    const column = columnOf(found?.marks ?? [], mark);
    if (!found || column === null) return refusal("LEFT_OUT_GONE");
    const cells = found.table.readColumn(column);
    if (isUnmoved(found.marks, found.table.marksNow())) return cells;
    book.flush();
    return null;
  };
  return untilSteady(read);
}
