import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { HostDocument } from "../../../local/apps-script/host-document";
import { companies, domains, EDITED, emailsOf, expectOwnEmails, findWish, foundStatuses } from "./find-document";
import { OWNER, openRunWorld, type RunDocument, type RunWorld, SHEET } from "./run-document";

/** Every so many calls; `ACTION_STEP=1` tries every single one, which takes a minute. */
const STEP = Number(process.env.ACTION_STEP ?? 11);

/** Enough to be told apart, and quick to write. */
const FEW = { limit: 5 };

const COMPANIES = [...domains(14, "moved"), "no-mx.example", "no-emails.example"];

/** What a person does in the middle of a run. */
type Act = (document: HostDocument) => void;

const keyboard = (document: HostDocument) => document.as(OWNER).keyboard;

const ACTIONS: Record<string, Act> = {
  "sorts the companies, downwards": (document) => keyboard(document).sort(SHEET, "A2:G40", 1, false),
  "inserts rows above": (document) => keyboard(document).insert(SHEET, "rows", 4, 3),
  "inserts a column to the left": (document) => keyboard(document).insert(SHEET, "columns", 1, 1),
  "deletes companies": (document) => keyboard(document).delete(SHEET, "rows", 5, 2),
  "renames both sheets and goes to another": (document) => {
    keyboard(document).addSheet("Elsewhere");
    keyboard(document).select("Elsewhere", "B2");
    keyboard(document).renameSheet(SHEET, "Old leads");
    keyboard(document).renameSheet("Emails", "People");
  },
  "edits a company": (document) => {
    const [header = []] = keyboard(document).shows(SHEET, "A1:H1");
    const note = String.fromCharCode("A".charCodeAt(0) + header.indexOf("Note"));
    keyboard(document).type(SHEET, `${note}6`, `note of ${EDITED}`);
    keyboard(document).type(SHEET, "B6", EDITED);
  },
  "sorts the found emails": (document) => keyboard(document).sort("Emails", "A2:I60", 2, false),
  "inserts a column among the found emails": (document) => keyboard(document).insert("Emails", "columns", 2, 1),
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
  statusOf = await foundStatuses(world.open(companies([...COMPANIES, EDITED])), FEW);
});
afterAll(() => world.close());

async function runWith(action: Act | null, at: number): Promise<RunDocument> {
  const document = world.open(companies(COMPANIES));
  const started = await document.start(findWish({}, FEW));
  sheetCalls = 0;
  actAt = at;
  act = action;
  await document.drive(started);
  act = null;
  return document;
}

describe("a person who works in both sheets while emails are found", () => {
  test.each(Object.keys(ACTIONS))(
    "%s, at every moment: each company has its own result and emails",
    async (name) => {
      let at = 1;
      for (; ; at += STEP) {
        const document = await runWith(ACTIONS[name] ?? null, at);
        const wasDone = sheetCalls >= at;
        const sheet = document.document.workbook.sheets()[0]?.name;
        const rows = document.rows(sheet);
        expect({ at, rows: rows.filter(({ Website }) => Website !== "").length >= 14 }).toEqual({ at, rows: true });
        expectOwnEmails(document, statusOf, sheet);
        expect(emailsOf(document).size).toBeGreaterThan(8);
        if (!wasDone) break;
      }
      expect(at).toBeGreaterThan(20);
    },
    120_000,
  );
});
