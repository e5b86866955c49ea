import type { CellValue } from "../../local/apps-script/workbook/cell";
import { COPIES } from "./acts-formulas";
import { expectedOfEmail } from "./answers";
import { isUsedUp, putInOrder } from "./faults";
import { checkNothingElse, checkPace, type Found } from "./invariants";
import { a1 } from "./letters";
import type { OwnRow } from "./model";
import type { World } from "./world";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * The goes in which *Finish formulas* answers thousands of cells on a slow Google, some 230 in a go. Formulas may spend
 * the credits for half of them in a day, and on the next day the cache has forgotten the answers of the day before.
 */
const MAX_FINISHES = 40;
const NOT_FINISHED = /^not finished/;
const SPENT_FOR_TODAY = /could exceed what formulas may spend in a day/;

/** The menu's functions, as people know them. */
const MENU = { finish: "finishFormulas", turn: "turnFormulasIntoValues" };

/** Formulas that are typed, opened, edited, finished and turned into values, with everything that happens meanwhile. */
export async function liveWithFormulas(world: World, found: Found): Promise<void> {
  const { clock, moments } = world;
  await moments.enter("start");
  typeFormulas(world);
  await clock.idle();
  moments.leave();
  await moments.enter("run");
  await finish(world);
  await clock.idle();
  moments.leave();
  await clock.idle();
  moments.end();
  const wasUsedUp = isUsedUp(world);
  putInOrder(world);
  await clock.sleep(wasUsedUp ? DAY_MS : 10 * MINUTE_MS);
  world.note("everything is in order");
  for (let times = 0; times < MAX_FINISHES && !isOver(world); times++) {
    if (times > 0) retypeFailed(world);
    await clock.idle();
    if (isSpentForToday(world)) await clock.sleep(DAY_MS);
    await finish(world);
    await clock.idle();
  }
  checkFormulas(world, found);
  checkNothingElse(world, true, found);
  checkPace(world, found);
}

const formulaColumn = ({ list }: World) => list.columns.get("ask");

function typeFormulas(world: World): void {
  const { list, owner, listName } = world;
  const column = formulaColumn(world);
  const rows = [...list.rows.values()];
  if (!column || list.isGone) return;
  const [first] = rows;
  if (world.scenario.isRange && first) {
    const last = rows.length - 1 + first.at;
    const formula = list.askingFormula(first).replace(")", `:${a1(last, list.inputColumn?.at ?? 1).split(":")[0]})`);
    owner.keyboard.type(listName(), a1(first.at, column.at), formula);
    world.note(`types ${formula}`);
    return;
  }
  for (const row of rows) owner.keyboard.type(listName(), a1(row.at, column.at), list.askingFormula(row));
  world.note(`types ${rows.length} formulas`);
}

async function finish({ owner, note, list, listName, workbook }: World): Promise<void> {
  const names = workbook.sheets().some(({ name }) => name === COPIES) ? [COPIES] : [];
  if (!list.isGone) names.unshift(listName());
  for (const name of names) {
    // Those of the sheet in front are finished.
    owner.keyboard.select(name, "A1");
    await owner.clickMenu(MENU.finish).catch((error: Error) => note(`Finish formulas: ${error.message}`));
  }
}

/** The content of a formula's cell. */
function cellOf({ list, workbook }: World, row: OwnRow, column: number): { formula: string | undefined; text: string } {
  const [[cell] = []] = workbook.read(list.sheetId, { row: row.at, column, rows: 1, columns: 1 });
  return { formula: cell?.formula, text: textOf(cell?.value) };
}

const textOf = (value: CellValue | undefined): string =>
  typeof value === "object" && value !== null ? value.error : String(value ?? "");

function isOver(world: World): boolean {
  const column = formulaColumn(world);
  if (!column || world.list.isGone) return true;
  const copies = copied(world).every(({ text }) => !NOT_FINISHED.test(text) && !text.startsWith("#"));
  if (!copies) return false;
  return [...world.list.rows.values()].every((row) => {
    const { formula, text } = cellOf(world, row, column.at);
    // A formula that is missing: whoever finishes has died before it was in its cell again.
    if (formula === undefined && !row.isOverwritten && !world.isTurned && !world.scenario.isRange) return false;
    return !NOT_FINISHED.test(text) && !text.startsWith("#") && !text.startsWith("error");
  });
}

/** Formulas have reached the credits that they may spend in a day: people go on the next day, or raise the limit. */
function isSpentForToday(world: World): boolean {
  const column = formulaColumn(world);
  if (!column || world.list.isGone) return false;
  return [...world.list.rows.values()].some((row) => SPENT_FOR_TODAY.test(cellOf(world, row, column.at).text));
}

/** Types the formulas once more whose cells show an error, as people do. */
function retypeFailed(world: World): void {
  const { list, owner, listName, scenario } = world;
  const column = formulaColumn(world);
  if (!column) return;
  for (const { row, formula, text } of copied(world)) {
    if (formula === undefined || !/^#ERROR|^error/.test(text)) continue;
    owner.keyboard.clear(COPIES, a1(row, 1));
    owner.keyboard.type(COPIES, a1(row, 1), formula);
  }
  for (const row of list.rows.values()) {
    const { formula, text } = cellOf(world, row, column.at);
    if (formula === undefined || !/^#ERROR|^error/.test(text)) continue;
    if (scenario.isRange) {
      owner.keyboard.clear(listName(), a1(row.at, column.at));
      owner.keyboard.type(listName(), a1(row.at, column.at), formula);
      continue;
    }
    owner.keyboard.clear(listName(), a1(row.at, column.at));
    owner.keyboard.type(listName(), a1(row.at, column.at), list.askingFormula(row));
  }
}

function checkFormulas(world: World, found: Found): void {
  const { list, scenario } = world;
  const column = formulaColumn(world);
  if (!column || list.isGone || !list.inputColumn) return;
  const asked = new Set<string>();
  for (const text of list.everInputs) asked.add(text.trim().toLowerCase());
  for (const { subject } of world.service.controls.ledger())
    if (!asked.has(subject)) found("credits", `${subject} was paid for, and never stood among the inputs`);
  for (const { reference, text } of copied(world)) {
    const row = [...list.rows.values()].find(({ at }) => at === reference);
    const expected = row && answerFor(world, row.shown.get("in") ?? "");
    if (expected != null && !expected.includes(text))
      found("own result", `a copy for row ${reference} shows ${JSON.stringify(text)} instead of ${expected[0]}`);
  }
  if (scenario.isRange) checkRange(world, column.at, found);
  else checkCells(world, column.at, found);
}

function checkCells(world: World, column: number, found: Found): void {
  const { list } = world;
  for (const row of list.rows.values()) {
    const { formula, text } = cellOf(world, row, column);
    const input = row.shown.get("in") ?? "";
    const told = `row ${row.at} (${input})`;
    if (row.isOverwritten) {
      if (formula !== undefined || text !== "") found("formulas", `${told} was cleared and shows ${formula ?? text}`);
      continue;
    }
    const wanted = list.askingFormula(row);
    if (formula !== wanted && !world.isTurned)
      found("formulas", `${told} has ${JSON.stringify(formula ?? text)} instead of ${wanted}`);
    if (formula === undefined && row.isEdited) continue;
    const expected = answerFor(world, input);
    if (expected !== null && !expected.includes(text))
      found("own result", `${told} shows ${JSON.stringify(text)} instead of ${JSON.stringify(expected[0])}`);
  }
}

/** @returns what a formula may show for an input; `null` when the service has spoilt its answer */
function answerFor(world: World, input: string): string[] | null {
  const { cells, question } = expectedOfEmail(world.scenario, input.trim());
  if (question !== null && world.faults.spoiltQuestions.has(question)) return null;
  const isLeftAlone = input.trim() === "" || input.startsWith("#") || /\.\.\.$/.test(input);
  return isLeftAlone ? [input.trim(), input] : [cells?.email_status ?? ""];
}

/** Formulas that people have copied to another sheet, and the row of the list that they ask for. */
function copied({ workbook }: World): { row: number; reference: number; formula: string | undefined; text: string }[] {
  const sheet = workbook.sheets().find(({ name }) => name === COPIES);
  if (!sheet) return [];
  const { rows } = workbook.extent(sheet.sheetId);
  if (rows === 0) return [];
  return workbook.read(sheet.sheetId, { row: 1, column: 1, rows, columns: 1 }).flatMap(([cell], index) => {
    const reference = Number(/![A-Z]+(\d+)\)$/.exec(cell?.formula ?? "")?.[1] ?? 0);
    return reference === 0 ? [] : [{ row: index + 1, reference, formula: cell?.formula, text: textOf(cell?.value) }];
  });
}

/** One formula answers the rows of its range, each beside the row that is as far down. */
function checkRange(world: World, column: number, found: Found): void {
  const { list } = world;
  if (world.isTurned) return;
  for (const row of list.rows.values()) {
    const { formula } = cellOf(world, row, column);
    const [, from, to] = /[A-Z]+(\d+):[A-Z]+(\d+)\)$/.exec(formula ?? "") ?? [];
    if (from === undefined) continue;
    for (const each of list.rows.values()) {
      if (each.at < Number(from) || each.at > Number(to)) continue;
      const { text } = cellOf(world, { ...each, at: row.at + each.at - Number(from) }, column);
      const expected = answerFor(world, each.shown.get("in") ?? "");
      if (expected !== null && !expected.includes(text))
        found("own result", `${formula} shows ${JSON.stringify(text)} for row ${each.at} instead of ${expected[0]}`);
    }
  }
}
