import { MINUTE_MS } from "./bounds";
import { a1 } from "./letters";
import { at, resultColumns, rowsOf } from "./list-typing";
import { createDraw, drawDice } from "./random";
import type { Happening, Kind, Scenario, Stage } from "./scenario";
import type { World } from "./world";

// Worlds in a spreadsheet of somebody else, who protects parts of it while jobs are at work in it.

export const PROTECTED_KINDS: Kind[] = ["verify", "find", "enrich", "fill"];

const LAST_ROW = 4_000;
const LAST_COLUMN = 40;

/** The same world in somebody else's spreadsheet. */
export function inProtected(scenario: Scenario): Scenario {
  const { seed, kind, happenings, sheet } = scenario;
  const draw = createDraw(seed, `${kind} protected`);
  const more = Array.from(
    { length: draw.low(1, 4) },
    (): Happening => ({
      stage: draw.pick(["start", "run", "run", "run", "run", "undo"] as const satisfies Stage[]),
      at: draw.chance(0.3) ? 0 : draw.low(1, 300),
      what: "a part is protected",
      before: draw.chance(0.3) ? draw.pick(["Range.setValues", "SpreadsheetApp.flush"]) : null,
      skip: draw.low(1, 6) - 1,
      later: 0,
      dice: drawDice(draw),
    }),
  );
  // Of what is protected for ever nothing could be done. The rules that new columns inherit from their inputs cannot be
  // cleared where a row is protected, so that all results would stand in notes.
  const features = sheet.features.filter((feature) => !["protected-row", "validated-inputs"].includes(feature));
  return {
    ...scenario,
    isOthers: true,
    sheet: { ...sheet, features },
    happenings: [...(draw.chance(0.5) ? happenings : []), ...more],
  };
}

/** Some rows of a sheet, some columns, its header, or all of it. */
function partOf(rows: number[], columns: { from: number; count: number }, dice: number[]): string {
  const [, die = 0, other = 0, third = 0] = dice;
  const row = at(rows, other) ?? 2;
  if (die < 0.4) return a1(row, 1, 1 + Math.floor(third * 8), LAST_COLUMN);
  if (die < 0.75) return a1(1, columns.from, LAST_ROW, columns.count);
  return die < 0.85 ? a1(1, 1, 1, LAST_COLUMN) : a1(1, 1, LAST_ROW, LAST_COLUMN);
}

/**
 * The owner protects a part of the list, or of a sheet that the add-on has made, for some minutes or until all is in
 * order again.
 */
export function protectPart(world: World, dice: number[]): string | null {
  const { list, addon, workbook, clock, protections } = world;
  const [die = 0, , , third = 0, fourth = 0] = dice;
  const sheetId = die < 0.5 ? list.sheetId : (at([...addon.ids], 2 * die - 1) ?? list.sheetId);
  const sheet = workbook.sheets().find((each) => each.sheetId === sheetId);
  if (!sheet || !world.scenario.isOthers) return null;
  const extent = workbook.extent(sheetId);
  const isList = sheetId === list.sheetId;
  const rows = isList ? rowsOf(world).map((row) => row.at) : upTo(extent.rows + 30);
  const part = partOf(rows, isList ? results(world) : { from: 1 + Math.floor(third * extent.columns), count: 1 }, dice);
  const lift = world.owner.keyboard.protect(sheet.name, part, []);
  protections.push(lift);
  if (fourth < 0.5) clock.at(clock.now() + Math.ceil(fourth * 20) * MINUTE_MS, lift);
  return `${part} of ${sheet.name}${fourth < 0.5 ? ` for ${Math.ceil(fourth * 20)} minutes` : ""}`;
}

/**
 * All columns of results together: where one of them alone refuses what it is given, as rules do, the others have
 * theirs and the rows are done.
 */
function results(world: World): { from: number; count: number } {
  const own = resultColumns(world);
  const from = own[0] ?? 1;
  return { from, count: (own[own.length - 1] ?? from) - from + 1 };
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
