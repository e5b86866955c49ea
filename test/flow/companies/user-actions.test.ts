import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { HostDocument } from "../../../local/apps-script/host-document";
import { type FlowWorld, OWNER, openFlowWorld } from "../support/flow-world";
import { type FillDocument, openFillDocument } from "./fill-document";

const SHEET = "Companies";

/** Every so many calls, to be quick; `ACT_STEP=1 npx jest test/flow/companies/user-actions` tries every single one. */
const STEP = Number(process.env.ACT_STEP ?? 9);

/** Two slices, and one page known before. */
const PAGES = 6;

type Act = (document: HostDocument) => void;

const keyboard = (document: HostDocument) => document.as(OWNER).keyboard;

const ACTIONS: Record<string, Act> = {
  "sorts the table by name, downwards": (document) => keyboard(document).sort(SHEET, "A2:F26", 1, false),
  "inserts a column at the left": (document) => keyboard(document).insert(SHEET, "columns", 1, 1),
  "inserts two columns in the middle": (document) => keyboard(document).insert(SHEET, "columns", 3, 2),
  "inserts rows above": (document) => keyboard(document).insert(SHEET, "rows", 4, 3),
  "renames the sheet and goes to another": (document) => {
    keyboard(document).select("Leads", "A1");
    keyboard(document).renameSheet(SHEET, "Mine");
  },
};

/** Before these calls a sheet can have changed since it was looked at. */
const SHEET_CALLS =
  /^(Range\.(getValues|setValues)|Sheet\.getLast|DeveloperMetadata\.find|SpreadsheetApp\.flush|UrlFetchApp)/;

let act: Act | null = null;
let actAt = 0;
let sheetCalls = 0;
let world: FlowWorld;
let calm: Map<string, string>;
beforeAll(async () => {
  world = await openFlowWorld({
    service: { companies: 2_000 },
    settings: {
      betweenCalls(_index, name, document) {
        if (act === null || !SHEET_CALLS.test(name) || ++sheetCalls !== actAt) return;
        const once = act;
        act = null;
        once(document);
      },
    },
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

async function fillWith(action: Act | null, at: number): Promise<FillDocument> {
  const document = openFillDocument(world);
  const { id } = await document.startFill({ pages: 1 });
  await document.driveFill({ id });
  const target = { kind: "append", sheetId: document.document.workbook.sheets()[1]?.sheetId ?? -1 } as const;
  const fill = await document.startFill({ pages: PAGES, target });
  sheetCalls = 0;
  actAt = at;
  act = action;
  const end = await document.driveFill(fill);
  expect({ at, state: end.state, stop: end.stop }).toEqual({ at, state: "finished", stop: null });
  return document;
}

describe("a person who works in the sheet while it is being filled", () => {
  test.each(Object.keys(ACTIONS))(
    "%s, at every moment: each company stands there once, whole",
    async (name) => {
      let at = 1;
      for (; ; at += STEP) {
        const document = await fillWith(ACTIONS[name] ?? null, at);
        const wasDone = act === null;
        const sheet = document.document.workbook.sheets()[1]?.name ?? SHEET;
        const rows = document.rows(sheet).filter((row) => Object.values(row).some((cell) => cell !== ""));
        expect({ at, rows: rows.length }).toEqual({ at, rows: calm.size });
        expect({ at, lines: linesOf(document, sheet).size }).toEqual({ at, lines: calm.size });
        for (const [domain, line] of linesOf(document, sheet))
          expect(`${at} ${line}`).toBe(`${at} ${calm.get(domain)}`);
        if (!wasDone) break;
      }
      act = null;
      expect(at).toBeGreaterThan(15);
    },
    60_000,
  );
});
