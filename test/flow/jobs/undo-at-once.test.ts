import { expect, test } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import { fillChoices } from "../companies/fill-document";
import { CLEAN, make, sheetNames } from "./clean-list-document";
import { enrichChoices } from "./enrich-document";
import { companies, domains } from "./find-document";
import { dataOf, type JobDocument, jobWorld } from "./job-document";
import { contacts as people, shown } from "./lists";

// Two tabs, two people, or a second press after a lost answer: undos at the same time, on Google's own times.

const world = jobWorld({ settings: { latencyMs: documentedMs }, service: { companies: 2_000 } });

/** The last column is somebody's, with content. */
const contacts = (count: number, label: string) =>
  people(count, label).map((row, i) => [...row, i === 0 ? "Note" : `note ${i}`]);

const EDITOR = "bob@company.example";
const GAPS_MS = [0, 150, 700, 2_000];

/** Presses *Undo* twice. @returns the codes of what was refused */
async function undoTwice(document: JobDocument, jobIds: [string, string], gapMs: number): Promise<string[]> {
  const undo = (jobId: string, by: JobDocument["call"]) => by("undoJob", { jobId, do: "undo", others: "keep" });
  const first = undo(jobIds[0], document.call);
  await document.clock.sleep(gapMs);
  const results = await Promise.all([first, undo(jobIds[1], document.callAs(EDITOR))]);
  return results.flatMap((result) => (result.ok ? [] : result.code));
}

const expectNothingLeft = (document: JobDocument, list: unknown[][]): void => {
  expect(shown(document)).toEqual(list);
  expect(document.document.save().extras?.metadata).toEqual([]);
  expect(Object.keys(document.document.save().properties).filter((name) => /^(?:lease|made):/.test(name))).toEqual([]);
};

test.each(GAPS_MS)("the second undo of a job, %s ms later, takes nothing of somebody's columns", async (gapMs) => {
  const document = world.open(contacts(20, `twice${gapMs}`));
  await document.verify();
  const { id } = await document.last();
  expect(await undoTwice(document, [id, id], gapMs)).toEqual(["JOB_GONE"]);
  expectNothingLeft(document, contacts(20, `twice${gapMs}`));
});

test.each(GAPS_MS)(
  "the second undo of a list of companies, %s ms later, takes no row below it @slow",
  async (gapMs) => {
    const document = world.open([["Notes"]]);
    const started = dataOf(await document.tryStart(fillChoices({ pages: 2 })));
    await document.drive(started);
    const own = [["mine 1"], ["mine 2"], ["mine 3"]];
    document.user.keyboard.paste("Companies", "A52", own);
    expect(await undoTwice(document, [started.job.id, started.job.id], gapMs)).toEqual(["JOB_GONE"]);
    expect(document.user.keyboard.shows("Companies", "A1:A60").filter(([cell]) => cell)).toEqual([["Name"], ...own]);
  },
);

test.each(GAPS_MS)("two jobs of one column that are undone %s ms apart leave nothing @slow", async (gapMs) => {
  const list = companies(domains(4, `apart${gapMs}`));
  const document = world.open(list);
  const ids: string[] = [];
  for (const detail of ["name", "size"]) {
    const fields = ["company_domain", `company_enrichment.${detail}`];
    await document.drive(await document.start(enrichChoices(document, { rows: { kind: "all" }, fields })));
    ids.push((await document.last()).id);
  }
  expect(await undoTwice(document, [ids[0] ?? "", ids[1] ?? ""], gapMs)).toEqual([]);
  expectNothingLeft(document, list);
});

test.each([0, 100, 200, 300, 500, 1_000])(
  "a job resumed %s ms after its undo is either done or undone @slow",
  async (gapMs) => {
    const label = `resumed${gapMs}`;
    const document = world.open(contacts(60, label));
    await document.verify({ capHalves: 20 });
    const { id } = await document.last();
    const asked = document.verifications().length;
    const undo = document.call("undoJob", { jobId: id, do: "undo", others: "keep" });
    await document.clock.sleep(gapMs);
    const resumed = await document.call("resumeJob", { jobId: id, withOwnKey: false, capHalves: 100 });
    if (resumed.ok) await document.drive(dataOf(resumed));
    const undone = await undo;
    if (!undone.ok) {
      expect(undone.code).toBe("JOB_TAKEN_OVER");
      expect(document.rows().filter(({ email_status }) => email_status)).toHaveLength(60);
      dataOf(await document.call("undoJob", { jobId: id, do: "undo", others: "keep" }));
    } else expect(document.verifications()).toHaveLength(asked);
    expectNothingLeft(document, contacts(60, label));
  },
);

test("a job that begins while a clean list is taken back keeps its sheet, or does not begin", async () => {
  const document = world.open(people(3, "takenback"));
  await document.verify({ fields: ["email_status", "verdict"] });
  const { sheetId, check } = await make(document);
  const kept: boolean[] = [];
  for (let gapMs = 0; gapMs <= 6_000; gapMs += 250) {
    const copy = document.copy();
    const undoing = copy.call("undoCopy", { sheetId, check });
    await copy.clock.sleep(gapMs);
    const [started, undone] = await Promise.all([copy.tryStart({ sheetId }), undoing]);
    const isThere = sheetNames(copy).includes(CLEAN);
    expect({ gapMs, isThere, isUndone: undone.ok }).toEqual({ gapMs, isThere: started.ok, isUndone: !started.ok });
    kept.push(started.ok);
  }
  expect(new Set(kept)).toEqual(new Set([true, false]));
});
