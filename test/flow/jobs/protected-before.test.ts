import { expect, test } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import { openFillDocument } from "../companies/fill-document";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices } from "./find-document";
import { type ChoicesPart, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

// Nothing can be written, because a colleague has protected the header or the whole list before the job began.

const OWNER = "somebody@company.example";
const world = jobWorld({ settings: { latencyMs: documentedMs }, service: { companies: 2_000 } });

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
