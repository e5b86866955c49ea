import { describe, expect, test } from "@jest/globals";
import type { ColumnPlan } from "../../../src/jobs/views";
import { companies, domains, FIND, findChoices } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts, shown } from "./lists";

// Whoever sorts a sheet and forgets to say that it has a header gets it into the list.

/** More than are read to find a header; sorted by their input, the header is the last. */
const ROWS = 80;
const HEADING_ROW = ROWS + 1;

const world = jobWorld();

const sortAll = ({ user }: JobDocument): void => user.keyboard.sort(SHEET, `A1:G${HEADING_ROW}`, 2);
const rowOf = (document: JobDocument, row: number): string[] => shown(document)[row - 1] ?? [];

/** A job of which ten rows are done, paused and sorted. */
async function sorted(kind: "verify" | "find"): Promise<{ document: JobDocument; header: string[] }> {
  const isVerify = kind === "verify";
  const document = world.open(isVerify ? contacts(ROWS, "amy") : companies(domains(ROWS)));
  const choices = isVerify ? { header: "Email" } : findChoices(document, { header: "Website" });
  await document.verify(choices, { askAtMost: 10 });
  const header = rowOf(document, 1);
  sortAll(document);
  expect(rowOf(document, HEADING_ROW)).toEqual(header);
  return { document, header };
}

const goOn = async (document: JobDocument) => document.drive(await document.resume((await document.last()).id));

describe("a header that was sorted into the list", () => {
  test("is told before a verification goes on, and stays as it is", async () => {
    const { document, header } = await sorted("verify");
    const { id: jobId } = await document.last();
    const { headingRow, left } = dataOf(await document.call("summariseJob", { jobId }));
    expect({ headingRow, left }).toMatchObject({ headingRow: HEADING_ROW, left: { questions: ROWS - 10 } });
    expect(await goOn(document)).toMatchObject({ state: "finished", progress: { answered: ROWS - 10 } });
    expect(rowOf(document, HEADING_ROW)).toEqual(header);
    expect(dataOf(await document.call("summariseJob", { jobId }))).toMatchObject({ headingRow: HEADING_ROW });
  });

  test("is no company to be searched when a search goes on", async () => {
    const { document, header } = await sorted("find");
    expect(await goOn(document)).toMatchObject({ state: "finished", progress: { answered: ROWS - 10 } });
    expect(rowOf(document, HEADING_ROW)).toEqual(header);
    const asked = document.asked("domain-search").map(({ request }) => JSON.stringify(request).toLowerCase());
    expect(asked.filter((request) => request.includes("website"))).toEqual([]);
  });

  test("leaves no row unasked that has come to stand in its place", async () => {
    const document = world.open(contacts(ROWS, "ada"));
    await document.verify({ header: "Email" }, { askAtMost: 10 });
    // The last row, which is not asked yet, comes before the header.
    document.user.keyboard.move(SHEET, "rows", ROWS + 1, 1, 1);
    expect(rowOf(document, 2)).toContain("Email");
    expect(dataOf(await document.call("summariseJob", { jobId: (await document.last()).id }))).toMatchObject({
      headingRow: 2,
      left: { questions: ROWS - 10 },
    });
    expect(await goOn(document)).toMatchObject({ state: "finished", progress: { answered: ROWS - 10 } });
    expect(rowOf(document, 1).join()).toMatch(/VALID|CATCH_ALL|INVALID|not known/);
    expect(rowOf(document, 2)).toContain("Email");
  });

  test("is told in the dry run of another job, and counts neither as a row nor as filled by hand", async () => {
    const { document } = await sorted("verify");
    const plan = dataOf(await document.plan());
    expect(plan).toMatchObject({ column: 2, headerRow: 0, headingRow: HEADING_ROW, toAsk: ROWS - 10, filledCells: 0 });
    expect(plan.counts).toMatchObject({ rows: ROWS, malformed: 0 });
    const { document: found } = await sorted("find");
    const { sheetId } = found;
    const request = { kind: "find", ...FIND, sheetId, column: 2, headerRow: 0, rows: { kind: "all" }, fields: [] };
    const other = dataOf(await found.call("planJob", { ...request, alsoFoundValid: false } as never)) as ColumnPlan;
    expect(other).toMatchObject({ headingRow: HEADING_ROW, toAsk: ROWS });
  });

  test("is told in the dry run of a job of another kind beside it, and is none of its companies", async () => {
    const { document } = await sorted("verify");
    const request = {
      kind: "find",
      ...FIND,
      sheetId: document.sheetId,
      column: 2,
      headerRow: 0,
      rows: { kind: "all" },
    };
    const plan = dataOf(
      await document.call("planJob", { ...request, fields: [], alsoFoundValid: false } as never),
    ) as ColumnPlan;
    expect(plan).toMatchObject({ headingRow: HEADING_ROW, counts: { rows: ROWS } });
  });

  test("keeps the name of the hidden column when it stands among the rows that are selected", async () => {
    const { document, header } = await sorted("verify");
    const rows = { kind: "selected" as const, spans: [{ from: HEADING_ROW - 3, to: HEADING_ROW }] };
    const end = await document.verify({ headerRow: 0, rows });
    expect(end).toMatchObject({ state: "finished", progress: { answered: 3 } });
    expect(rowOf(document, HEADING_ROW)).toEqual(header);
  });

  test("is not told of where it stands, as usual, above the list", async () => {
    const document = world.open(contacts(4, "bea"));
    await document.verify({ header: "Email" });
    expect(dataOf(await document.plan())).toMatchObject({ headerRow: 1, headingRow: null });
    const { id: jobId } = await document.last();
    expect(dataOf(await document.call("summariseJob", { jobId }))).toMatchObject({ headingRow: null });
  });
});
