import { expect, test } from "@jest/globals";
import type { CompanyFilters } from "../../../src/service/operations";
import { dataOf, jobWorld, verifyChoices } from "../jobs/job-document";
import { type FillDocument, openFillDocument } from "./fill-document";

const world = jobWorld({ service: { companies: 2_000 } });

/** Finds many companies, and takes this many bytes of the 500 KB that all jobs share. */
function searchOf(bytes: number): CompanyFilters {
  const nameOf = (i: number): string => `a-company-with-a-rather-long-name-${i + 100_000}.example`;
  const each = JSON.stringify(nameOf(0)).length + 1;
  const include = Array.from({ length: Math.floor(bytes / each) }, (_, i) => nameOf(i));
  return { company: { websites: { include: ["reliable.example", ...include] } } };
}

const idsIn = async ({ call }: FillDocument) => dataOf(await call("listJobs")).map(({ id }) => id);

test("each job can be resumed and undone, however little room the jobs leave", async () => {
  const document = openFillDocument(world);
  for (const bytes of [200_000, 180_000]) await document.startFill({ filters: searchOf(bytes), pages: 4 });
  const full = await fullest(document);
  for (let jobs = 4; jobs <= 5; jobs++) {
    await full.tryStartFill({ filters: searchOf(3_000), pages: 4 });
    expect(await idsIn(full)).toHaveLength(jobs);
  }
  const ids = await idsIn(full);
  for (const id of ids) {
    await full.driveUntil(await full.resume(id), 1);
    expect(await full.goOn(id)).toMatchObject({ state: "finished", stop: null });
  }
  for (const id of ids) expect(await full.undo(id)).toMatchObject({ removesSheet: true });
  expect(await idsIn(full)).toEqual([]);
});

/** A copy with one more list, whose search is the longest for which no other job is forgotten. */
async function fullest(document: FillDocument, jobs = 3): Promise<FillDocument> {
  let [full, least, most] = [document, 2_000, 300_000];
  while (most - least > 100) {
    const copy = document.copy();
    const bytes = Math.round((least + most) / 2);
    await copy.tryStartFill({ filters: searchOf(bytes), pages: 4 });
    if ((await idsIn(copy)).length === jobs) [full, least] = [copy, bytes];
    else most = bytes;
  }
  return full;
}

test("a long search pushes out no job that runs, and forgets none where it finds no room", async () => {
  const document = openFillDocument(world);
  await document.fill({ pages: 1 });
  await document.startFill({ filters: searchOf(240_000), pages: 2 });
  const before = await idsIn(document);
  const refused = await document.tryStartFill({ filters: searchOf(240_000), pages: 2 });
  expect(refused).toMatchObject({ ok: false, code: "STORE_FULL" });
  expect(await idsIn(document)).toEqual(before);
});

test("what a paused job has cost is told, although a long search has pushed it out", async () => {
  const document = openFillDocument(world);
  const paused = await document.driveUntil(await document.startFill({ filters: searchOf(240_000), pages: 4 }), 1);
  const { job } = await document.startFill({ filters: searchOf(240_000), pages: 2 });
  expect(await idsIn(document)).toEqual([job.id]);
  const past = dataOf(await document.call("listPastJobs"));
  expect(JSON.stringify(past)).toContain(paused.id);
});

test("a small job starts beside long lists, and forgets none of them", async () => {
  const document = openFillDocument(world, [["Email"], ["a1@reliable.example"], ["a2@reliable.example"]]);
  const paused = await document.driveUntil(await document.startFill({ filters: searchOf(210_000), pages: 4 }), 1);
  const { job } = await document.startFill({ filters: searchOf(190_000), pages: 2 });
  const small = dataOf(await document.tryStart(verifyChoices(document.sheetId, {})));
  expect(await idsIn(document)).toEqual([small.job.id, job.id, paused.id]);
});

test("small jobs start beside two of the longest lists that there is room for", async () => {
  const document = openFillDocument(world, [["Email"], ["a1@reliable.example"], ["a2@reliable.example"]]);
  const paused = await document.driveUntil(await document.startFill({ filters: searchOf(240_000), pages: 4 }), 1);
  const full = await fullest(document, 2);
  const small = dataOf(await full.tryStart(verifyChoices(full.sheetId, {})));
  const ids = await idsIn(full);
  expect({ first: ids[0], last: ids.at(-1), count: ids.length }).toEqual({
    first: small.job.id,
    last: paused.id,
    count: 3,
  });
});

test("the longest list of names starts in a spreadsheet that keeps nothing else", async () => {
  const document = openFillDocument(world);
  const lettersOf = (i: number): string =>
    Array.from({ length: 15 }, (_, at) => String.fromCharCode(0x430 + (Math.floor(i / 32 ** at) % 32))).join("");
  const include = Array.from({ length: 5_000 }, (_, i) => lettersOf(i));
  expect(await document.tryStartFill({ filters: { company: { names: { include } } }, pages: 1 })).toMatchObject({
    ok: true,
  });
});
