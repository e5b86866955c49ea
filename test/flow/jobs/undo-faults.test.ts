import { describe, expect, test } from "@jest/globals";
import { callClass } from "../../../local/apps-script/faults";
import { openFillDocument } from "../companies/fill-document";
import { callsToKill, killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { companies, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts, shown } from "./lists";

const world = jobWorld({ service: { companies: 1_000 } });

/** The sheets as they were before the job, by their names. */
type Before = Record<string, string[][]>;

const LIST = [
  ["My list", "Note"],
  ["mine", "my note"],
];

const CASES: [kind: string, open: () => Promise<{ done: JobDocument; before: Before }>][] = [
  [
    "a verification",
    async () => {
      const done = world.open(contacts(3));
      await done.verify();
      return { done, before: { [SHEET]: contacts(3) } };
    },
  ],
  [
    "a search for emails",
    async () => {
      const list = companies(["three-emails.example", "no-emails.example"]);
      const done = world.open(list);
      await findEmails(done);
      return { done, before: { [SHEET]: list } };
    },
  ],
  [
    "a list of companies in a sheet of its own",
    async () => {
      const done = openFillDocument(world, LIST);
      await done.fill({ pages: 1 });
      return { done, before: { [SHEET]: LIST } };
    },
  ],
  [
    "a list of companies below somebody's own rows",
    async () => {
      const done = openFillDocument(world, LIST);
      await done.fill({ pages: 1, target: { kind: "append", sheetId: done.sheetId } });
      return { done, before: { [SHEET]: LIST } };
    },
  ],
];

const sheetsOf = (document: JobDocument): Before =>
  Object.fromEntries(
    document.document.workbook.sheets().map(({ name }) => [
      name,
      shown(document, name)
        .map((row) => row.slice(0, Math.max(0, ...row.map((cell, i) => (cell === "" ? 0 : i + 1)))))
        .filter((row) => row.length > 0),
    ]),
  );

const withoutBlanks = (before: Before): Before =>
  Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.map((row) => row.filter(Boolean))]));

const hiddenSheets = (document: JobDocument): string[] =>
  document.document.workbook.sheets().flatMap(({ name, hidden }) => (hidden ? [name] : []));

/** Calls that fail one after the other: Google fails once, or for some seconds. */
const LENGTHS = [1, 2, 8];

describe.each(CASES)("undoing %s while Google fails", (_kind, open) => {
  test.each(["before", "after"] as const)(
    "at any call, its work not done or done (%s): says so or ends, and goes on when it is pressed again @slow",
    async (when) => {
      const { done, before } = await open();
      const { id: jobId } = await done.last();
      const request = { jobId, do: "undo", others: "keep" } as const;
      const names = await traceCalls(world, () => done.copy().call("undoJob", request));
      const calls = names.filter((name) => callClass(name) === "sheet");
      const moments = callsToKill(calls, momentStep(13)).flatMap((at) => LENGTHS.map((count) => ({ at, count })));
      for (const { at, count } of moments) {
        const document = done.copy();
        const failing = Array.from({ length: count }, (_, more) => at + more);
        world.host.settings.faults = [{ calls: ["sheet"], at: failing, when }];
        const first = await document.call("undoJob", request);
        world.host.settings.faults = [];
        if (!first.ok) {
          expect({ at, when, code: first.code }).toEqual({
            at,
            when,
            code: expect.stringMatching(/^(UNDO_REFUSED|UNDO_CLEARED|UNEXPECTED)$/),
          });
          expect(first.remedy).not.toBe("");
          expect(dataOf(await document.call("listJobs"))).toHaveLength(1);
          expect(await document.call("undoJob", request)).toMatchObject({ ok: true });
        }
        const told = { at, count, when, isTold: first.ok };
        expect({ ...told, sheets: sheetsOf(document) }).toEqual({ ...told, sheets: withoutBlanks(before) });
        expect({ ...told, hidden: hiddenSheets(document) }).toEqual({ ...told, hidden: [] });
        expect({ ...told, left: document.document.save().extras?.metadata }).toEqual({ ...told, left: [] });
        expect(dataOf(await document.call("listJobs"))).toEqual([]);
      }
    },
  );
});

test("a page that still has answers writes none of them once an undo has begun, though the undo was cut off", async () => {
  const list = contacts(30, "late");
  const document = world.open(list);
  const held: Parameters<JobDocument["calls"]["step"]>[0][] = [];
  const { step, end } = document.calls;
  await document.verify(undefined, {
    calls: {
      async step(request) {
        const hasRows = request.do === "write" && request.entries.length > 0;
        if (hasRows) held.push(request);
        return hasRows ? { ok: false, code: "JOB_TAKEN_OVER", message: "", remedy: "" } : step(request);
      },
      end,
    },
  });
  const [late] = held;
  if (!late) throw new Error("The page should have answers.");
  const { id: jobId } = await document.last();
  const request = { jobId, do: "undo", others: "keep" } as const;
  const calls = await traceCalls(world, () => document.copy().call("undoJob", request));
  // The call that notes that it has begun; afterwards it looks at the sheet.
  const live = killAt(world, calls.indexOf("PropertiesService.setProperties") + 1);
  expect(await document.call("undoJob", request)).toMatchObject({ ok: false });
  live();
  const before = document.user.keyboard.shows(SHEET, "A1:H31");
  expect(await document.calls.step(late)).toMatchObject({ ok: false, code: "JOB_STOPPED" });
  expect(document.user.keyboard.shows(SHEET, "A1:H31")).toEqual(before);
  await document.undo(jobId);
  expect(sheetsOf(document)).toEqual(withoutBlanks({ [SHEET]: list }));
});
