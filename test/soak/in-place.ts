import type { ActName } from "./acts";
import type { FaultName } from "./faults";
import { noteFormulas } from "./fill-list";
import type { Found } from "./invariants";
import { rowsOf } from "./list-typing";
import type { Page, Told } from "./people";
import { createDraw, drawDice } from "./random";
import type { Happening, Kind } from "./scenario";
import { resultPlaces, shownOf } from "./shown";
import { differences, type Snapshot, snapshotOf } from "./snapshot";
import { checkWords } from "./told";
import type { World } from "./world";

// What people do with a verified list where it stands: *Show only* and *Select duplicates by address*. Both change no cell.

/** What people do with a list in its place, one after the other. */
export interface InPlacePlan {
  what: ("show only" | "select duplicates")[];
  die: number;
}

const SHARE = 0.5;
const MOVES: (ActName | FaultName)[] = [
  ...(["sorts the list", "moves a column", "inserts a column", "moves rows", "inserts blank rows"] as const),
  ...(["deletes rows", "edits an input", "clears results", "dies-before", "dies-after"] as const),
  ...(["Google fails at a sheet", "Google fails after a sheet call", "Google fails at a flush"] as const),
];

/** Drawn apart, so that no other die of a world is moved. Half of them are left in peace. */
export function drawInPlace(kind: Kind, seed: number): { inPlace: InPlacePlan | null; happenings: Happening[] } {
  const draw = createDraw(seed, `${kind} in place`);
  if (kind !== "verify" || !draw.chance(SHARE)) return { inPlace: null, happenings: [] };
  const what = draw.pick([["show only"], ["select duplicates"], ["select duplicates", "show only"]] as const);
  const times = draw.chance(0.5) ? 0 : draw.int(1, 3);
  const happenings = Array.from({ length: times }, (): Happening => {
    const happens = draw.pick(MOVES);
    return {
      stage: "in place",
      at: draw.low(1, 40),
      what: happens,
      before: null,
      skip: 0,
      later: 0,
      dice: drawDice(draw),
    };
  });
  return { inPlace: { what: [...what], die: draw.next() }, happenings };
}

type Stepping = <T>(what: string, work: (page: Page) => Promise<T>) => Promise<T | symbol>;

/** Does each of them, judges it, and takes the filter away again. */
export async function liveInPlace(world: World, plan: InPlacePlan, step: Stepping, found: Found): Promise<void> {
  const { list, moments } = world;
  await moments.enter("in place");
  for (const what of plan.what) {
    if (list.isGone || !list.inputColumn) break;
    if (what === "show only") await narrow(world, plan.die, step, found);
    else await selectDuplicates(world, step, found);
  }
  moments.leave();
}

async function narrow(world: World, die: number, step: Stepping, found: Found): Promise<void> {
  const { list, workbook, moments, document } = world;
  const filterNow = () => workbook.filter(list.sheetId);
  const [filterBefore, before] = [filterNow(), snapshotOf(document)];
  const texts = (await step("looking what can be shown", (page) => page.shownTexts())) as Told<string[]> | symbol;
  const text = typeof texts !== "symbol" && texts.ok ? texts.data[Math.floor(die * texts.data.length)] : undefined;
  if (typeof texts !== "symbol" && !texts.ok) checkWords(texts, found);
  if (text !== undefined) {
    const told = (await step("showing only some", (page) => page.showOnly(text))) as Told<unknown> | symbol;
    const isQuiet = !moments.hasHappened();
    if (typeof told !== "symbol" && !told.ok) {
      checkWords(told, found);
      world.note(`Show only: ${told.code}`);
      const mayRefuse = filterBefore !== null || world.scenario.sheet.layout !== "header";
      if (isQuiet && !mayRefuse && !/^(NO_HEADER|FILTER_REFUSED)$/.test(told.code))
        found("in place", `Show only is refused in peace: ${told.code}`);
    }
    if (typeof told !== "symbol" && told.ok && isQuiet) {
      world.note(`shows only ${JSON.stringify(text)}`);
      checkNarrowed(world, text, filterBefore?.hiddenRows ?? [], found);
      checkCells(world, before, found);
    }
    const all = (await step("showing all again", (page) => page.showOnly(null))) as Told<unknown> | symbol;
    if (typeof all !== "symbol" && all.ok && !moments.hasHappened()) {
      const hidden = filterNow()?.hiddenRows ?? [];
      const more = hidden.filter((row) => !filterBefore?.hiddenRows.includes(row));
      if (more.length > 0) found("in place", `all are shown again, but for the rows ${more.join()}`);
    }
  }
  // The filter itself stays for people to use, who take it off; where Google has failed, with its condition.
  if (JSON.stringify(filterNow()) !== JSON.stringify(filterBefore) && (!moments.hasHappened() || !filterBefore)) {
    const change = { type: "setFilter" as const, sheetId: list.sheetId, filter: filterBefore };
    if (!list.isGone) workbook.apply([change], { kind: "person", user: "owner" });
  }
}

/** Of the rows of the filter each with this text is shown that was shown before, and no other. */
function checkNarrowed(world: World, text: string, hiddenBefore: readonly number[], found: Found): void {
  noteFormulas(world);
  const { list, workbook } = world;
  const shown = shownOf(world);
  const places = resultPlaces(world, shown);
  const column = places.get("verdict") ?? places.get("email_status");
  const filter = workbook.filter(list.sheetId);
  if (column === undefined || !filter) return;
  const { area } = filter;
  const hidden = new Set(filter.hiddenRows);
  for (const row of rowsOf(world)) {
    // Rows that came below somebody's own filter are none of it, on Google as here. Its first row is taken for the header.
    if (row.at <= area.row || row.at >= area.row + area.rows) continue;
    const wasHidden = hiddenBefore.includes(row.at);
    const isMeant = shown.at(row.at, column) === text;
    if (isMeant && hidden.has(row.at) && !wasHidden)
      found("in place", `row ${row.at} says ${JSON.stringify(text)}, and is hidden`);
    if (!isMeant && !hidden.has(row.at) && !row.isOverwritten)
      found("in place", `row ${row.at} says ${JSON.stringify(shown.at(row.at, column))}, and is shown`);
  }
}

const ADDRESS = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;

async function selectDuplicates(world: World, step: Stepping, found: Found): Promise<void> {
  const { workbook, list, moments, document, owner } = world;
  const before = snapshotOf(document);
  const select = (page: Page): Promise<Told<{ selected: number; left: number }>> => page.selectDuplicates();
  const told = (await step("selecting duplicates", select)) as Told<{ selected: number; left: number }> | symbol;
  if (typeof told === "symbol") return;
  if (!told.ok) {
    checkWords(told, found);
    return;
  }
  if (moments.hasHappened()) return;
  world.note(`selects ${told.data.selected} duplicates`);
  checkCells(world, before, found);
  noteFormulas(world);
  const rows = rowsOf(world);
  const addresses = rows.map((row) => (row.shown.get("in") ?? "").trim().toLowerCase());
  const selection = told.data.selected === 0 ? [] : workbook.selection(owner.user).areas;
  const isSelected = (row: number): boolean => selection.some((area) => row >= area.row && row < area.row + area.rows);
  for (const address of new Set(addresses.filter((each) => ADDRESS.test(each)))) {
    const same = rows.filter((_, i) => addresses[i] === address);
    // What stood in it once, the add-on may know by another address.
    if (same.some(({ isEdited, isOverwritten, isCovered }) => isEdited || isOverwritten || isCovered)) continue;
    const kept = same.filter(({ at }) => !isSelected(at));
    if (kept.length !== 1 && told.data.left === 0)
      found("in place", `of ${same.length} rows of ${address} ${kept.length} are not selected`);
  }
  const others = rows.filter((row, i) => isSelected(row.at) && (addresses[i] ?? "") === "");
  if (others.length > 0) found("in place", `row ${others[0]?.at}, which has no address, is selected`);
  if (list.otherRows.get("header") && isSelected(list.otherRows.get("header")?.at ?? 0))
    found("in place", "the header is selected");
}

/** No cell is different, nor anything else but the filter of this sheet. */
function checkCells({ document, list }: World, before: Snapshot, found: Found): void {
  const changed = differences(before, snapshotOf(document)).find(
    ({ name }) => name !== `sheet ${list.sheetId}'s filter`,
  );
  if (changed) found("in place", `what only shows or selects has changed the sheet: ${changed.text}`);
}
