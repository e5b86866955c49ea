import type { ActName } from "./acts";
import type { FaultName } from "./faults";
import { noteFormulas, noteShown } from "./fill-list";
import type { Found } from "./invariants";
import { at, rowsOf, types } from "./list-typing";
import type { OwnRow } from "./model";
import type { MadeCopy, Page, Told } from "./people";
import { createDraw, drawDice } from "./random";
import type { Happening, Kind } from "./scenario";
import { inputOf } from "./sheet-plan";
import { resultPlaces, shownOf } from "./shown";
import { differences, type Snapshot, snapshotOf } from "./snapshot";
import { checkWords } from "./told";
import type { World } from "./world";

// Clean lists and split copies: what stands in them is judged by the list as it was just before they were made and is just
// after.

/** What people do with a verified list, one after the other. */
export interface CopiesPlan {
  what: ("clean list" | "split")[];
  /** Risky addresses that they take as well. */
  take: "catchAll"[];
  dice: number[];
}

const SHARE = 0.35;
/** Longer than Google lets one go on (google.execution-time). */
const LONGEST_EXECUTION_MS = 7 * 60_000;
const MOVES: (ActName | FaultName)[] = [
  ...(["sorts the list", "moves a column", "inserts a column", "moves rows", "inserts blank rows"] as const),
  ...(["deletes rows", "edits an input", "types into a result", "clears results", "renames the sheet"] as const),
  ...(["dies-before", "dies-after", "Google fails at a sheet", "Google fails after a sheet call"] as const),
  ...(["Google fails at a flush", "the page is reloaded"] as const),
];

/** Drawn apart, so that no other die of a world is moved. Half of them are left in peace. */
export function drawCopies(kind: Kind, seed: number): { copies: CopiesPlan | null; happenings: Happening[] } {
  const draw = createDraw(seed, `${kind} copies`);
  if (kind !== "verify" || !draw.chance(SHARE)) return { copies: null, happenings: [] };
  const what = draw.pick([["clean list"], ["split"], ["split", "clean list"], ["clean list"]] as const);
  const copies = { what: [...what], take: draw.chance(0.4) ? (["catchAll"] as const) : [], dice: drawDice(draw) };
  const times = draw.chance(0.5) ? 0 : draw.int(1, 3);
  const happenings = Array.from({ length: times }, (): Happening => {
    const what = draw.pick(MOVES);
    return { stage: "copies", at: draw.low(1, 60), what, before: null, skip: 0, later: 0, dice: drawDice(draw) };
  });
  return { copies: { ...copies, take: [...copies.take] }, happenings };
}

/** A row of the list as it shows. */
interface ShownRow {
  tag: string;
  /** The cells of its own columns that are not blank, but for the input. */
  own: string[];
  all: string[];
  /** All but results: people type into other columns as well. */
  theirs: string[];
  input: string;
  status: string;
  /** Its columns say that it is mailed only if somebody asks for it. */
  isRisky: boolean;
  /** Nobody knows what has become of its results. */
  isDoubtful: boolean;
}

function rowsNow(world: World): Map<string, ShownRow> {
  const { list } = world;
  if (list.isGone) return new Map();
  noteFormulas(world);
  const shown = shownOf(world);
  const places = resultPlaces(world, shown);
  const own = [...list.columns.values()];
  const results = new Set(places.values());
  const cell = (row: OwnRow, field: string): string => {
    const column = places.get(field);
    return column === undefined ? "" : shown.at(row.at, column);
  };
  const toShown = (row: OwnRow): [string, ShownRow] => {
    const cells = Array.from({ length: shown.columns }, (_, i) => ({ column: i + 1, text: shown.at(row.at, i + 1) }));
    const filled = cells.filter(({ text }) => text !== "");
    const all = filled.map(({ text }) => text);
    const theirs = filled.flatMap(({ column, text }) => (results.has(column) ? [] : text));
    return [
      row.tag,
      {
        ...{ tag: row.tag, all, theirs, input: row.shown.get("in") ?? "", status: cell(row, "email_status") },
        own: own.flatMap(({ id, at }) => (id === "in" ? [] : shown.at(row.at, at) || [])),
        isRisky: cell(row, "type") === "generic" || cell(row, "disposable") === "TRUE",
        isDoubtful: row.isEdited || row.isOverwritten || row.isCovered === true,
      },
    ];
  };
  return new Map(rowsOf(world).map(toShown));
}

const ADDRESS = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;
const addressOf = (text: string): string => text.trim().toLowerCase();

/** Makes each copy, judges it and takes it back. */
export async function liveWithCopies(
  world: World,
  { what, take, dice }: CopiesPlan,
  step: <T>(what: string, work: (page: Page) => Promise<T>) => Promise<T | symbol>,
  found: Found,
): Promise<void> {
  const { list, workbook, moments, addon } = world;
  await moments.enter("copies");
  addon.isCopying = true;
  for (const each of what) {
    if (list.isGone || !list.inputColumn) break;
    const untype = each === "split" ? typeSeveral(world, dice) : () => {};
    const known = new Set(workbook.sheets().map(({ sheetId }) => sheetId));
    const [before, document] = [rowsNow(world), snapshotOf(world.document)];
    const acts = world.counts.acts;
    const make = (page: Page): Promise<Told<MadeCopy>> => (each === "split" ? page.split() : page.cleanList(take));
    const told = (await step(`making a ${each}`, make)) as Told<MadeCopy> | symbol;
    const isQuiet = !moments.hasHappened();
    const after = rowsNow(world);
    if (typeof told !== "symbol") {
      if (told.ok) {
        world.note(`made a ${each} of ${told.data.rows} rows`);
        const judged = { world, told: told.data, before, after, isQuiet, found };
        if (each === "split") checkSplit(judged);
        else checkClean(judged, take);
        if (isQuiet) checkUntouched(world, told.data.sheetId, document, found);
        await takeBack(world, told.data, step, acts === world.counts.acts, found);
      } else {
        checkWords(told, found);
        const isSplit = [...before.values()].some(({ input }) => input.includes("; "));
        const isNothing = each === "split" ? !isSplit : /^NOTHING_TO_SEND|^NOTHING_VERIFIED/.test(told.code);
        if (isQuiet && !isNothing) found("copies", `the ${each} is refused in peace: ${told.code}`);
      }
    }
    untype();
    // A page that was closed is not there to see its script end.
    if (typeof told === "symbol") await world.clock.sleep(LONGEST_EXECUTION_MS);
    // What a crash has left, people delete by hand.
    for (const sheetId of workbook.sheets().map((sheet) => sheet.sheetId))
      if (!known.has(sheetId) && addon.copies.has(sheetId)) world.owner.keyboard.deleteSheet(addon.nameOf(sheetId));
    if (isQuiet) checkSame(world, document, found);
  }
  addon.isCopying = false;
  moments.leave();
}

/** Types a second address into some cells. @returns takes that back */
function typeSeveral(world: World, dice: number[]): () => void {
  const { list } = world;
  const typed = dice.slice(0, 2).flatMap((die, i) => {
    const row = at(rowsOf(world), die);
    const column = list.inputColumn;
    const before = row?.shown.get("in") ?? "";
    if (!row || !column || !ADDRESS.test(before.trim()) || before.startsWith("=")) return [];
    const [[cell] = []] = world.workbook.read(list.sheetId, { row: row.at, column: column.at, rows: 1, columns: 1 });
    const text = `${before.trim()}; ${inputOf("verify", 700 + i)}`;
    if (cell?.formula !== undefined || !types(world, row.at, column.at, text)) return [];
    noteShown(world, [row.tag], "in");
    return [{ row, before, text }];
  });
  noteFormulas(world);
  return () => {
    for (const { row, before, text } of typed.reverse()) {
      const column = list.inputColumn;
      if (list.isGone || !column || !list.rows.has(row.tag) || row.shown.get("in") !== text) continue;
      if (types(world, row.at, column.at, before)) noteShown(world, [row.tag], "in");
    }
    noteFormulas(world);
  };
}

interface Judged {
  world: World;
  told: MadeCopy;
  before: Map<string, ShownRow>;
  after: Map<string, ShownRow>;
  isQuiet: boolean;
  found: Found;
}

/** The rows of a copy by their tags, in their order. */
function rowsOfCopy({ world, told, before, after, found }: Judged, mayHaveResults: boolean) {
  const rows = world.addon.shows(told.sheetId).map((row) => row.filter((text) => text !== ""));
  return rows.flatMap((texts) => {
    const tag = texts.find((text) => before.has(text) || after.has(text));
    if (tag === undefined) return [];
    const sources = [before.get(tag), after.get(tag)].filter((each) => each !== undefined);
    const theirs = new Set(sources.flatMap((row) => (mayHaveResults ? row.all : row.theirs)));
    const inputs = sources.flatMap(({ input }) => [input, ...input.split(/[;,\s]+/)]).map(addressOf);
    const foreign = texts.find((text) => !theirs.has(text) && !inputs.includes(addressOf(text)));
    if (foreign !== undefined) found("copies", `the row ${tag} of the copy has ${JSON.stringify(foreign)}`);
    if (!sources.some(({ own }) => own.every((text) => texts.includes(text))))
      found("copies", `the row ${tag} of the copy lacks some of ${JSON.stringify(sources[0]?.own)}`);
    return [{ tag, address: texts.map(addressOf).find((text) => ADDRESS.test(text) && inputs.includes(text)) ?? "" }];
  });
}

function checkClean(judged: Judged, take: readonly string[]): void {
  const { before, after, isQuiet, found } = judged;
  const made = rowsOfCopy(judged, true);
  const twice = made.find(({ address }, i) => made.findIndex((each) => each.address === address) !== i);
  if (twice) found("copies", `${twice.address} is in the clean list twice`);
  const wanted = take.includes("catchAll") ? ["VALID", "CATCH_ALL"] : ["VALID"];
  for (const { tag } of made) {
    const statuses = [before.get(tag), after.get(tag)].map((row) => row?.status ?? "");
    if (!statuses.some((status) => wanted.includes(status)))
      found("copies", `the clean list has row ${tag}, whose status is ${JSON.stringify(statuses[0])}`);
  }
  if (!isQuiet) return;
  const groups = new Map<string, ShownRow[]>();
  for (const row of before.values()) {
    const address = addressOf(row.input);
    if (ADDRESS.test(address)) groups.set(address, [...(groups.get(address) ?? []), row]);
  }
  const tags = made.map(({ tag }) => tag);
  const order = [...before.keys()].filter((tag) => tags.includes(tag));
  if (order.join() !== tags.join()) found("copies", `the clean list has its rows as ${tags.join()}`);
  for (const [address, rows] of groups) {
    if (rows.some(({ isDoubtful }) => isDoubtful)) continue;
    const chosen = rows.find(({ status }) => status !== "") ?? rows[0];
    const isMailed = chosen !== undefined && wanted.includes(chosen.status) && !chosen.isRisky;
    const is = rows.filter(({ tag }) => tags.includes(tag)).map(({ tag }) => tag);
    const expected = isMailed ? [chosen.tag] : [];
    if (is.join() !== expected.join())
      found("copies", `${address} is in the clean list by row ${is.join() || "none"} instead of ${expected.join()}`);
  }
}

function checkSplit(judged: Judged): void {
  const { before, isQuiet, found } = judged;
  const tags = rowsOfCopy(judged, false).map(({ tag }) => tag);
  if (!isQuiet) return;
  const expected = [...before.values()].flatMap(({ tag, input }) => (input.includes("; ") ? [tag, tag] : [tag]));
  if (tags.join() !== expected.join()) found("copies", `the split copy has rows ${tags.join()}`);
}

/** Nothing of the list is different, nor anything that lies over it. */
function checkUntouched({ document, list }: World, madeId: number, before: Snapshot, found: Found): void {
  const changed = differences(before, snapshotOf(document)).find(
    ({ name }) => name.startsWith(`sheet ${list.sheetId}, `) || !name.startsWith("sheet "),
  );
  if (changed) found("copies", `making sheet ${madeId} has changed what it was made of: ${changed.text}`);
}

function checkSame({ document }: World, before: Snapshot, found: Found): void {
  const [changed] = differences(before, snapshotOf(document)).filter(
    // Where addresses were typed to be split, formulas have shown more for a while.
    ({ text }) => !text.includes("; person7"),
  );
  if (changed) found("copies", `after the copy was taken back ${changed.text}`);
}

async function takeBack(
  { addon, workbook }: World,
  made: MadeCopy,
  step: <T>(what: string, work: (page: Page) => Promise<T>) => Promise<T | symbol>,
  isUnmoved: boolean,
  found: Found,
): Promise<void> {
  const told = (await step("taking a copy back", (page) => page.undoCopy(made))) as Told<null> | symbol;
  if (typeof told === "symbol") return;
  const isThere = workbook.sheets().some(({ sheetId }) => sheetId === made.sheetId);
  if (told.ok && isThere) found("copies", `the sheet ${addon.nameOf(made.sheetId)} is still there`);
  if (!told.ok) checkWords(told, found);
  if (!told.ok && told.code === "LIST_CHANGED" && isUnmoved)
    found("copies", "the copy is said to be changed, which nobody has done");
}
