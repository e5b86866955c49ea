import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type FlowWorld, openFlowWorld } from "../support/flow-world";
import { type Act, actionStep, createPersonInBetween } from "../support/person-in-between";
import { type FillDocument, openFillDocument } from "./fill-document";

const SHEET = "Companies";

/** Two slices, and one page known before. */
const PAGES = 6;

const ACTIONS: Record<string, Act> = {
  "sorts the table by name, downwards": (keyboard) => keyboard.sort(SHEET, "A2:F26", 1, false),
  "inserts a column at the left": (keyboard) => keyboard.insert(SHEET, "columns", 1, 1),
  "inserts two columns in the middle": (keyboard) => keyboard.insert(SHEET, "columns", 3, 2),
  "inserts rows above": (keyboard) => keyboard.insert(SHEET, "rows", 4, 3),
  "renames the sheet and goes to another": (keyboard) => {
    keyboard.select("Leads", "A1");
    keyboard.renameSheet(SHEET, "Mine");
  },
};

const person = createPersonInBetween();
let world: FlowWorld;
let calm: Map<string, string>;
beforeAll(async () => {
  world = await openFlowWorld({
    service: { companies: 2_000 },
    settings: { betweenCalls: person.betweenCalls },
  });
  const document = openFillDocument(world);
  await document.fill({ pages: PAGES });
  calm = linesOf(document, SHEET);
});
afterAll(() => world.close());

/** What stands beside each domain, for rows that are filled. */
function linesOf(document: FillDocument, sheet: string): Map<string, string> {
  const filled = document.rows(sheet).filter(({ domain }) => domain);
  return new Map(filled.map((row) => [row.domain ?? "", `${row.name} ${row.headcount} ${row["location.country"]}`]));
}

describe("a person who works in the sheet while it is being filled", () => {
  test.each(Object.entries(ACTIONS))(
    "%s, at every moment: each company stands there once, whole",
    async (_name, act) => {
      const calls = await person.actAtEveryMoment(act, actionStep(9), async (at, begin) => {
        const document = openFillDocument(world);
        const { id } = await document.startFill({ pages: 1 });
        await document.driveFill({ id });
        const target = { kind: "append", sheetId: document.document.workbook.sheets()[1]?.sheetId ?? -1 } as const;
        const fill = await document.startFill({ pages: PAGES, target });
        begin();
        const end = await document.driveFill(fill);
        expect({ at, state: end.state, stop: end.stop }).toEqual({ at, state: "finished", stop: null });
        const sheet = document.document.workbook.sheets()[1]?.name ?? SHEET;
        const rows = document.rows(sheet).filter((row) => Object.values(row).some((cell) => cell !== ""));
        expect({ at, rows: rows.length }).toEqual({ at, rows: calm.size });
        expect({ at, lines: linesOf(document, sheet).size }).toEqual({ at, lines: calm.size });
        for (const [domain, line] of linesOf(document, sheet))
          expect(`${at} ${line}`).toBe(`${at} ${calm.get(domain)}`);
      });
      expect(calls).toBeGreaterThan(15);
    },
    60_000,
  );
});
