import { afterEach, expect, test } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import { openFillDocument } from "../companies/fill-document";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices } from "./find-document";
import { type ChoicesPart, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

// Nothing can be written, because a colleague has protected the header or the whole list before the job began, or because
// Google fails for a while.

const OWNER = "somebody@company.example";
const world = jobWorld({ settings: { latencyMs: documentedMs }, service: { companies: 2_000 } });
afterEach(() => {
  world.host.settings.faults = [];
});

const JOBS: Record<string, (document: JobDocument) => ChoicesPart> = {
  verify: () => ({}),
  find: (document) => findChoices(document),
  enrich: (document) => enrichChoices(document),
};

const halvesAfter = (entries: number): number =>
  world.service.controls
    .ledger()
    .slice(entries)
    .reduce((sum, { halves }) => sum + halves, 0);

test.each([
  ["verify", "A1:Z1", 100],
  ["verify", "A1:Z1000", 100],
  ["find", "A1:Z1", 500],
  ["find", "A1:Z1000", 500],
  ["enrich", "A1:Z1", 500],
])(
  "a job that cannot make its columns pays little before it says so: %s, %s, %i halves @slow",
  async (kind, area, most) => {
    const names = domains(800, `${kind}${area.length}x`);
    const document = world.open(kind === "verify" ? contacts(800, `${kind}${area.length}`) : companies(names), {
      owner: OWNER,
    });
    document.document.as(OWNER).keyboard.protect(SHEET, area, []);
    const job = await document.start(JOBS[kind]?.(document));
    const before = world.service.controls.ledger().length;
    const startMs = document.clock.now();
    let refusedMs = 0;
    const calls: JobDocument["calls"] = {
      ...document.calls,
      async step(request) {
        const result = await document.calls.step(request);
        if (!result.ok && refusedMs === 0) refusedMs = document.clock.now() - startMs;
        return result;
      },
    };
    expect(await document.drive(job, { calls })).toMatchObject({ state: "paused", stop: { code: "COLUMNS_REFUSED" } });
    expect(refusedMs).toBeLessThan(17_000);
    expect(halvesAfter(before)).toBeLessThanOrEqual(most);
  },
);

test("a list with a protected header, to which companies are appended, is told of before many pages are paid", async () => {
  const document = openFillDocument(world, [["My note", "Name"]], { owner: OWNER });
  document.document.as(OWNER).keyboard.protect(SHEET, "A1:Z1", []);
  const target = { kind: "append", sheetId: document.sheetId } as const;
  const end = await document.fill({ pages: 60, target, columns: ["name", "domain"] });
  expect(end).toMatchObject({ state: "paused", stop: { code: "COLUMNS_REFUSED" } });
  expect(document.pagesAsked().length).toBeLessThanOrEqual(25);
});

const CHANGES = ["Sheet.insert", "Range.setValues", "Range.clear", "DeveloperMetadata.add"];

test.each([8, 12])("a job whose columns Google fails to make for %i s makes them later", async (seconds) => {
  const document = world.open(contacts(20, `failing${seconds}`));
  const job = await document.start({});
  world.host.settings.faults = [{ calls: CHANGES, chance: 1 }];
  document.clock.at(document.clock.now() + seconds * 1_000, () => {
    world.host.settings.faults = [];
  });
  expect(await document.drive(job)).toMatchObject({ state: "finished", progress: { rows: 20 } });
});

test("a protected column beside the input says nothing of an insertion that Google has failed to do", async () => {
  const document = world.open(contacts(20, "beside"), { owner: OWNER });
  document.document.as(OWNER).keyboard.protect(SHEET, "C1:C1000", []);
  const job = await document.start({});
  world.host.settings.faults = [{ calls: ["Sheet.insert"], at: [1] }];
  expect(await document.drive(job)).toMatchObject({ state: "finished", progress: { rows: 20 } });
});

test("a list whose columns are refused keeps no frozen row", async () => {
  const document = openFillDocument(world);
  document.user.keyboard.addSheet("Mine");
  const sheetId = document.document.workbook.sheets().find(({ name }) => name === "Mine")?.sheetId ?? 0;
  world.host.settings.faults = [{ calls: ["Range.setValues"], chance: 1 }];
  const end = await document.fill({ pages: 1, target: { kind: "append", sheetId }, columns: ["name", "domain"] });
  expect(end).toMatchObject({ state: "paused", stop: { code: "COLUMNS_REFUSED" } });
  expect(document.document.workbook.sheets().find((sheet) => sheet.sheetId === sheetId)?.frozenRows).toBe(0);
});
