import { expectedOfEmail, isToldFailure } from "./answers";
import { isPassing } from "./faults";
import { a1 } from "./letters";
import type { OwnRow } from "./model";
import { ADDON_SHEETS, HIDDEN_HEADERS, OUTPUT_HEADERS, type Page } from "./people";
import type { World } from "./world";

type Found = (invariant: string, text: string) => void;

/** What the list shows, by row and column from 1. */
interface Shown {
  at(row: number, column: number): string;
  rows: number;
  columns: number;
}

function shownOf({ workbook, list, owner, listName }: World): Shown {
  const { rows, columns } = workbook.extent(list.sheetId);
  const cells = rows * columns === 0 ? [] : owner.keyboard.shows(listName(), a1(1, 1, rows, columns));
  return { rows, columns, at: (row, column) => cells[row - 1]?.[column - 1] ?? "" };
}

/** Where each result stands: by its header, or by its place when the list has none. */
function resultPlaces(world: World, shown: Shown): Map<string, number> {
  const { list, scenario, workbook } = world;
  const places = new Map<string, number>();
  const own = new Set([...list.columns.values()].map(({ at }) => at));
  const hidden = workbook.hidden(list.sheetId, "columns");
  if (scenario.sheet.layout !== "headless") {
    const header = scenario.sheet.layout === "header" ? (list.otherRows.get("header")?.at ?? 1) : null;
    for (let column = 1; column <= shown.columns && header !== null; column++) {
      if (!own.has(column) && shown.at(header, column) !== "") places.set(shown.at(header, column), column);
    }
    if (header !== null) return places;
  }
  const visible = list.addonColumns
    .map(({ at }) => at)
    .filter((at) => !hidden.has(at))
    .sort((a, b) => a - b);
  const fields = scenario.kind === "find" ? ["emails_found", ...scenario.job.fields] : scenario.job.fields;
  visible.forEach((at, index) => {
    const field = fields[index];
    if (field) places.set(field, at);
  });
  return places;
}

const expectedOf = (world: World, row: OwnRow) => expectedOfEmail(row.shown.get("in") ?? "", world.scenario.job.fields);

/**
 * Each row has the result of its own input, or says that it failed.
 * @param isStrict also rows that were edited meanwhile, and none is left out
 */
export function checkResults(world: World, isStrict: boolean, mayBeBlank: boolean, found: Found): void {
  const { list, scenario } = world;
  if (list.isGone || !list.inputColumn) return;
  const shown = shownOf(world);
  const places = resultPlaces(world, shown);
  const status = places.get("email_status");
  for (const row of list.rows.values()) {
    if (row.isOverwritten || (row.isEdited && !isStrict)) continue;
    const { cells, question } = expectedOf(world, row);
    if (question !== null && world.faults.spoiltQuestions.has(question)) continue;
    const text = status === undefined ? "" : shown.at(row.at, status);
    const told = `row ${row.at} (${row.shown.get("in")})`;
    if (cells === null) {
      if (text !== "") found("own result", `${told} is not to be asked and says ${text}`);
      continue;
    }
    if (text === "" && (mayBeBlank || isNoted(world, row.at, status))) continue;
    if (isToldFailure(text) && !isStrict) continue;
    for (const field of scenario.job.fields) {
      const place = places.get(field);
      const is = place === undefined ? "" : shown.at(row.at, place);
      if (is === cells[field] || (place !== undefined && isNoted(world, row.at, place))) continue;
      found("own result", `${told} says ${field} ${JSON.stringify(is)} instead of ${JSON.stringify(cells[field])}`);
      break;
    }
  }
}

function isNoted({ workbook, list }: World, row: number, column: number | undefined): boolean {
  if (column === undefined) return false;
  const [[note] = []] = workbook.readNotes(list.sheetId, { row, column, rows: 1, columns: 1 });
  return note != null;
}

/** Nothing of what people have put into the document is gone or different, and nothing has come that nobody knows. */
export function checkNothingElse(world: World, mayHaveResults: boolean, found: Found): void {
  const { list, workbook } = world;
  for (const lost of list.lost) found("nothing else", `a script has deleted ${lost}`);
  if (list.isGone) return;
  const shown = shownOf(world);
  for (const row of list.rows.values()) {
    for (const column of list.columns.values()) {
      const is = shown.at(row.at, column.at);
      const expected = list.expected(row, column);
      if (is !== expected && !(column.role === "formula" && !list.inputColumn))
        found(
          "nothing else",
          `row ${row.at}, column ${column.at} (${column.id}) shows ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`,
        );
    }
  }
  const header = list.otherRows.get("header")?.at;
  const own = new Map([...list.columns.values()].map((column) => [column.at, column]));
  if (header !== undefined) {
    for (const column of own.values()) {
      const is = shown.at(header, column.at);
      if (is !== column.header && !column.id.startsWith("extra"))
        found("nothing else", `the header of column ${column.at} is ${JSON.stringify(is)} instead of ${column.header}`);
      if (column.id.startsWith("extra") && is !== "")
        found("nothing else", `the header of somebody's new column ${column.at} is ${JSON.stringify(is)}`);
    }
  }
  const rows = new Set([...list.rows.values()].map(({ at }) => at));
  // What its hidden column is for is the add-on's own affair, until it is to be gone.
  const hidden = workbook.hidden(list.sheetId, "columns");
  const names = new Set<string>([...OUTPUT_HEADERS.verify, ...OUTPUT_HEADERS.find, ...HIDDEN_HEADERS]);
  for (let row = 1; row <= shown.rows; row++) {
    for (let column = 1; column <= shown.columns; column++) {
      const text = shown.at(row, column);
      if (text === "" || own.has(column)) {
        if (text !== "" && own.get(column)?.id.startsWith("extra") && !rows.has(row))
          found("nothing else", `row ${row}, column ${column} of somebody's new column shows ${text}`);
        continue;
      }
      if (!mayHaveResults) found("undo", `row ${row}, column ${column} still shows ${JSON.stringify(text)}`);
      else if (!rows.has(row) && !hidden.has(column) && !names.has(text) && !/^not an? |:/.test(text))
        found("nothing else", `row ${row}, column ${column} shows ${JSON.stringify(text)} beside no row of the list`);
    }
  }
}

/** Nobody has paid for what was not in the list, nor more than was told or allowed. */
export function checkCredits(world: World, found: Found): void {
  const { list, service, scenario } = world;
  if (scenario.kind !== "verify") return;
  const inputs = new Set([...list.everInputs].map((text) => text.trim().toLowerCase()));
  for (const { subject } of service.controls.ledger()) {
    if (!inputs.has(subject)) found("credits", `${subject} was paid for, and never stood among the inputs`);
  }
  for (const call of service.controls.calls()) {
    if (call.errorCode === "RATE_LIMIT_EXCEEDED" && call.fault === null && !world.isShared)
      found("pace", `a call at ${call.at} is over the limits`);
  }
}

/** When a job has ended the first time: with what was wrong then still wrong. */
export async function checkAtEnd(world: World, id: string, end: string, page: Page, found: Found): Promise<void> {
  checkResults(world, false, end !== "finished" || world.scenario.job.rows === "visible", found);
  checkNothingElse(world, true, found);
  checkCredits(world, found);
  const { service, scenario } = world;
  const spent = service.controls.ledger().reduce((sum, { halves }) => sum + halves, 0);
  const { capHalves } = scenario.job;
  if (capHalves !== null && spent > capHalves)
    found("credits", `${spent} halves were spent, ${capHalves} were allowed`);
  const isEdited = [...world.list.rows.values()].some((row) => row.isEdited);
  if (world.planned && !isEdited && !world.isShared && spent > world.planned.maxHalves)
    found("credits", `${spent} halves were spent, at most ${world.planned.maxHalves} were told`);
  if (page.isClosed || world.list.isGone) return;
  const isQuiet = scenario.happenings.length === 0;
  if (!isQuiet) return;
  const jobs = await page.jobs();
  const told = jobs.ok ? jobs.data.find((job) => job.id === id) : undefined;
  if (!told) return found("told end", "the job is not listed");
  if (told.spentHalves !== spent) found("told end", `${told.spentHalves} halves are told, ${spent} were spent`);
  if (capHalves === null && end !== "finished") found("completes", `nothing has happened, and the job is ${end}`);
}

/** After everything was done again in peace. */
export function checkEverything(world: World, found: Found): void {
  checkResults(world, true, false, found);
  checkNothingElse(world, true, found);
  checkCredits(world, found);
}

/** After everything was undone. */
export function checkUndone(world: World, found: Found): void {
  const { list, workbook, document, before } = world;
  const isTouched = [...list.rows.values()].some((row) => row.isOverwritten);
  if (!list.inputColumn) return;
  checkNothingElse(world, isTouched, found);
  for (const { name } of workbook.sheets())
    if (ADDON_SHEETS.test(name)) found("undo", `the sheet ${name} is still there`);
  const after = document.save();
  const formats = after.extras.conditionalFormats.length - (before?.extras.conditionalFormats.length ?? 0);
  if (formats > 0) found("undo", `${formats} conditional formats are left`);
}

/** A refusal says in plain words what happened. */
export function checkWords({ code, message }: { code: string; message: string }, found: Found): void {
  if (code === "BAD_REQUEST" || (code === "UNEXPECTED" && !isPassing(message)))
    found("plain words", `${code}: ${message}`);
  else if (/undefined|\[object|TypeError|NaN|null\b/.test(message)) found("plain words", message);
}
