import { expectedOfEmail } from "./answers";
import { putInOrder } from "./faults";
import type { Found } from "./invariants";
import { checkNothingElse, checkPace } from "./invariants";
import { a1 } from "./letters";
import type { OwnRow } from "./model";
import type { World } from "./world";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** *Finish formulas* answers thousands of cells in so many goes. */
const MOST_FINISHES = 8;
const NOT_FINISHED = /^not finished/;

/** The menu's functions, as people know them. */
export const MENU = { finish: "finishFormulas", turn: "turnFormulasIntoValues" };

/** Formulas that are typed, opened, edited, finished and turned into values, with everything that happens meanwhile. */
export async function liveWithFormulas(world: World, found: Found): Promise<void> {
  const { clock, moments, host } = world;
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
  const wasUsedUp = host.settings.propertyCallsPerDay < 1_000 || host.settings.fetchesPerDay < 1_000;
  putInOrder(world);
  await clock.sleep(wasUsedUp ? DAY_MS : 10 * MINUTE_MS);
  world.note("everything is in order");
  for (let times = 0; times < MOST_FINISHES && !isOver(world); times++) {
    if (times > 0) retypeFailed(world);
    await clock.idle();
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
  if (!column) return;
  for (const row of rows) owner.keyboard.type(listName(), a1(row.at, column.at), list.askingFormula(row));
  world.note(`types ${rows.length} formulas`);
}

async function finish({ owner, note, list, listName }: World): Promise<void> {
  // Those of the sheet in front are finished.
  if (!list.isGone) owner.keyboard.select(listName(), "A1");
  await owner.clickMenu(MENU.finish).catch((error: Error) => note(`Finish formulas: ${error.message}`));
}

/** What stands in the cell of a formula. */
function cellOf({ list, workbook }: World, row: OwnRow, column: number): { formula: string | undefined; text: string } {
  const [[cell] = []] = workbook.read(list.sheetId, { row: row.at, column, rows: 1, columns: 1 });
  const value = cell?.value;
  const text = typeof value === "object" && value !== null ? value.error : String(value ?? "");
  return { formula: cell?.formula, text };
}

function isOver(world: World): boolean {
  const column = formulaColumn(world);
  if (!column || world.list.isGone) return true;
  return [...world.list.rows.values()].every((row) => {
    const { text } = cellOf(world, row, column.at);
    return !NOT_FINISHED.test(text) && !text.startsWith("#") && !text.startsWith("error");
  });
}

/** What people do with a cell that shows an error: they type its formula once more. */
function retypeFailed(world: World): void {
  const { list, owner, listName } = world;
  const column = formulaColumn(world);
  if (!column) return;
  for (const row of list.rows.values()) {
    const { formula, text } = cellOf(world, row, column.at);
    if (formula === undefined || !/^#ERROR|^error/.test(text)) continue;
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
  for (const row of list.rows.values()) {
    const { formula, text } = cellOf(world, row, column.at);
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
    const { cells, question } = expectedOfEmail(scenario, input.trim());
    if (question !== null && world.faults.spoiltQuestions.has(question)) continue;
    const isLeftAlone = input.trim() === "" || input.startsWith("#") || /\.\.\.$/.test(input);
    const expected = isLeftAlone ? input.trim() : (cells?.email_status ?? "");
    if (text !== expected && !(isLeftAlone && text === input))
      found("own result", `${told} shows ${JSON.stringify(text)} instead of ${JSON.stringify(expected)}`);
  }
  for (const { subject } of world.service.controls.ledger())
    if (!asked.has(subject)) found("credits", `${subject} was paid for, and never stood among the inputs`);
}
