import { createDraw } from "./random";
import type { Scenario } from "./scenario";
import type { World } from "./world";

// Companies that somebody has already: a sheet names them, and a job neither asks nor writes them.

const SHEET = "Customers";

/** The top of the column, by which the add-on knows it again. */
const TOP = "Customer";

/** The inputs that are left out, in two worlds of ten; drawn apart, so that no other die of a world is moved. */
export function drawLeftOut({
  kind,
  seed,
  sheet,
  olderJob,
}: Pick<Scenario, "kind" | "seed" | "sheet" | "olderJob">): string[] {
  const draw = createDraw(seed, "left out");
  // A row of last week's job keeps its result, whoever the company is.
  if ((kind !== "find" && kind !== "enrich") || olderJob || !draw.chance(0.2)) return [];
  const inputs = new Set(
    sheet.rows.map(({ input }) => input.trim()).filter((input) => input.length >= 3 && !/^[=#]/.test(input)),
  );
  return [...inputs].filter(() => draw.chance(0.3));
}

const HOST = /^(?:https?:)?(?:\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#:].*)?$/;

const keyOf = (input: string): string => {
  const text = input.trim().toLowerCase().replace(/\s+/g, " ");
  return HOST.exec(text)?.[1] ?? text;
};

/** True for a company among them, also by its website or as a part of one. */
export const isLeftOut = ({ leftOut }: Pick<Scenario, "leftOut">, input: string): boolean =>
  leftOut.some(
    (each) => keyOf(input) === keyOf(each) || (keyOf(each).includes(".") && keyOf(input).endsWith(`.${keyOf(each)}`)),
  );

/** Types the sheet of companies. */
export function fillLeftOut({ scenario, owner }: World): void {
  if (scenario.leftOut.length === 0) return;
  owner.keyboard.addSheet(SHEET);
  owner.keyboard.paste(SHEET, "A1", [[TOP], ...scenario.leftOut.map((input) => [input])]);
}

/** The choice of the column, wherever it is by now; none in most worlds. */
export function leaveOutChoice({ scenario, workbook, owner }: World): object {
  if (scenario.leftOut.length === 0) return {};
  const { sheetId = 0 } = workbook.sheets().find(({ name }) => name === SHEET) ?? {};
  const column = owner.keyboard.shows(SHEET, "A1")[0]?.[0] === TOP ? 1 : 2;
  return { leaveOut: { sheetId, column, first: TOP } };
}

/** Somebody works in that sheet while a job runs, and has taken it back before the job is undone. */
export function shiftLeftOut({ scenario, owner }: World, isBack = false): void {
  if (scenario.leftOut.length === 0) return;
  const isShifted = owner.keyboard.shows(SHEET, "A1")[0]?.[0] !== TOP;
  if (isShifted === !isBack) return;
  if (isBack) owner.keyboard.delete(SHEET, "columns", 1, 1);
  else owner.keyboard.insert(SHEET, "columns", 1, 1);
}
