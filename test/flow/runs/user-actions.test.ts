import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { HostDocument } from "../../../local/apps-script/host-document";
import { contacts, expectOwnResults, verifiedStatuses } from "./lists";
import { OWNER, openRunWorld, type RunDocument, type RunWorld, SHEET } from "./run-document";

/** Every so many calls; `ACTION_STEP=1` tries every single one, which takes a minute. */
const STEP = Number(process.env.ACTION_STEP ?? 4);

/** What a person does in the middle of a run. */
type Act = (document: HostDocument) => void;

const keyboard = (document: HostDocument) => document.as(OWNER).keyboard;

const ACTIONS: Record<string, Act> = {
  "sorts the table by name, downwards": (document) => keyboard(document).sort(SHEET, "A2:G40", 1, false),
  "inserts rows above": (document) => keyboard(document).insert(SHEET, "rows", 4, 3),
  "inserts a column to the left": (document) => keyboard(document).insert(SHEET, "columns", 1, 1),
  "inserts a column between the addresses and the results": (document) =>
    keyboard(document).insert(SHEET, "columns", 3, 1),
  "deletes rows": (document) => keyboard(document).delete(SHEET, "rows", 5, 2),
  "deletes the column to the left": (document) => keyboard(document).delete(SHEET, "columns", 1, 1),
  "renames the sheet and goes to another": (document) => {
    keyboard(document).addSheet("Elsewhere");
    keyboard(document).select("Elsewhere", "B2");
    keyboard(document).renameSheet(SHEET, "Old leads");
  },
};

/** Before these calls a sheet can have changed since it was looked at. */
const SHEET_CALLS = /^(Range\.(getValues|setValues)|DeveloperMetadata\.find|SpreadsheetApp\.flush|UrlFetchApp)/;

let act: Act | null = null;
let actAt = 0;
let sheetCalls = 0;
let world: RunWorld;
let statusOf: Map<string, string>;
beforeAll(async () => {
  world = await openRunWorld({
    settings: {
      betweenCalls(_index, name, document) {
        if (act === null || !SHEET_CALLS.test(name) || ++sheetCalls !== actAt) return;
        const once = act;
        act = null;
        once(document);
      },
    },
  });
  statusOf = await verifiedStatuses(world.open(contacts(20)));
});
afterAll(() => world.close());

async function runWith(action: Act | null, at: number): Promise<{ document: RunDocument; calls: number }> {
  const document = world.open(contacts(20));
  const started = await document.start();
  sheetCalls = 0;
  actAt = at;
  act = action;
  await document.drive(started);
  const calls = sheetCalls;
  act = null;
  return { document, calls };
}

describe("a person who works in the sheet while it is being verified", () => {
  test.each(Object.keys(ACTIONS))(
    "%s, at every moment: each result stands beside its own address",
    async (name) => {
      let at = 1;
      for (; ; at += STEP) {
        const { document } = await runWith(ACTIONS[name] ?? null, at);
        const wasDone = sheetCalls >= at;
        const sheet = document.document.workbook.sheets()[0]?.name;
        expect(document.rows(sheet).length).toBeGreaterThanOrEqual(18);
        expectOwnResults(document, statusOf, sheet);
        if (!wasDone) break;
      }
      expect(at).toBeGreaterThan(20);
    },
    120_000,
  );
});
