import { describe, expect, test } from "@jest/globals";
import type { ColumnPlan } from "../../../src/jobs/views";
import { fillChoices } from "../companies/fill-document";
import { enrichChoices } from "./enrich-document";
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
  test("is told before a verification goes on, and stays as it is @slow", async () => {
    const { document, header } = await sorted("verify");
    const { id: jobId } = await document.last();
    const { headingRow, left } = dataOf(await document.call("summariseJob", { jobId }));
    expect({ headingRow, left }).toMatchObject({ headingRow: HEADING_ROW, left: { questions: ROWS - 10 } });
    expect(await goOn(document)).toMatchObject({ state: "finished", progress: { answered: ROWS - 10 } });
    expect(rowOf(document, HEADING_ROW)).toEqual(header);
    expect(dataOf(await document.call("summariseJob", { jobId }))).toMatchObject({ headingRow: HEADING_ROW });
  });

  test("is no company to be searched when a search goes on @slow", async () => {
    const { document, header } = await sorted("find");
    expect(await goOn(document)).toMatchObject({ state: "finished", progress: { answered: ROWS - 10 } });
    expect(rowOf(document, HEADING_ROW)).toEqual(header);
    const asked = document.asked("domain-search").map(({ request }) => JSON.stringify(request).toLowerCase());
    expect(asked.filter((request) => request.includes("website"))).toEqual([]);
  });

  test("leaves no row unasked that has come to stand in its place @slow", async () => {
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

  test("is told in the dry run of another job, and counts neither as a row nor as filled by hand @slow", async () => {
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

  test.each(["verify", "find", "enrich"] as const)(
    "gets the names of the columns that %s makes, where it stands @slow",
    async (kind) => {
      const document = world.open(
        companies(domains(ROWS)).map((row, i) => [...row, i === 0 ? "Email" : `a@c${i}.example`]),
      );
      const first = kind === "verify" ? "enrich" : "verify";
      const choices = {
        verify: { ...enrichChoices(document), kind: "verify" as const, fields: ["email_status"], column: 4 },
        find: findChoices(document),
        enrich: enrichChoices(document),
      };
      await document.drive(await document.start(choices[first]), { askAtMost: 5 });
      document.user.keyboard.sort(SHEET, `A1:M${HEADING_ROW}`, 2);
      const header = rowOf(document, HEADING_ROW);
      const others = shown(document)
        .filter((_, i) => i !== HEADING_ROW - 1)
        .map((row) => row.filter((cell) => cell !== ""));
      const column = header.indexOf(kind === "verify" ? "Email" : "Website") + 1;
      const plan = dataOf(
        await document.call("planJob", {
          ...choices[kind],
          sheetId: document.sheetId,
          column,
          headerRow: null,
        } as never),
      ) as ColumnPlan;
      expect(plan).toMatchObject({ headerRow: 0, headingRow: HEADING_ROW, toAsk: ROWS });
      const end = await document.drive(
        await document.start({
          ...choices[kind],
          column,
          headerRow: 0,
          header: null,
          sample: plan.sample,
          toAsk: ROWS,
        }),
      );
      expect(end).toMatchObject({ state: "finished", progress: { answered: ROWS } });
      const now = rowOf(document, HEADING_ROW);
      expect(now.filter((name) => header.includes(name))).toEqual(header.filter((name) => now.includes(name)));
      const names = { verify: ["Email status"], find: ["Emails found"], enrich: ["Company domain", "Company name"] }[
        kind
      ];
      expect(now).toEqual(expect.arrayContaining(names));
      expect(now.filter((name) => name === "")).toEqual(header.filter((name) => name === ""));
      const rows = shown(document).filter((_, i) => i !== HEADING_ROW - 1);
      for (const [i, row] of rows.entries()) expect(row).toEqual(expect.arrayContaining(others[i] ?? []));
      expect(rows.every((row) => row[now.indexOf(names[0] ?? "")] !== "")).toBe(true);
      const { id } = await document.last();
      await document.undo(id);
      expect(rowOf(document, HEADING_ROW)).toEqual(header);
    },
  );

  test("keeps the name of the hidden column when it stands among the rows that are selected", async () => {
    const { document, header } = await sorted("verify");
    const rows = { kind: "selected" as const, spans: [{ from: HEADING_ROW - 3, to: HEADING_ROW }] };
    const end = await document.verify({ headerRow: 0, rows });
    expect(end).toMatchObject({ state: "finished", progress: { answered: 3 } });
    expect(rowOf(document, HEADING_ROW)).toEqual(header);
  });

  test.each(["companies", "enrich"] as const)(
    "is in row 1 of a sheet that a job of %s has written, though it has no emails",
    async (kind) => {
      const document = kind === "companies" ? world.open([["Notes"]]) : world.open(companies(domains(4)));
      const choices = kind === "companies" ? fillChoices({ pages: 1 }) : enrichChoices(document);
      await document.drive(await document.start(choices));
      const { sheetId } = await document.last();
      const plan = dataOf(await document.plan({ kind: "todo" }, { sheetId }));
      expect(plan).toMatchObject({ headerRow: 1, headingRow: null });
      expect(plan.columns.every(({ headerRow, header }) => headerRow === 1 && header !== "")).toBe(true);
      // Whoever says that the list has no header is not told that it was sorted.
      const unticked = dataOf(await document.plan({ kind: "todo" }, { sheetId, column: plan.column, headerRow: 0 }));
      expect(unticked).toMatchObject({ headerRow: 0, headingRow: null });
    },
  );

  test("is not told of where it stands, as usual, above the list", async () => {
    const document = world.open(contacts(4, "bea"));
    await document.verify({ header: "Email" });
    expect(dataOf(await document.plan())).toMatchObject({ headerRow: 1, headingRow: null });
    const { id: jobId } = await document.last();
    expect(dataOf(await document.call("summariseJob", { jobId }))).toMatchObject({ headingRow: null });
  });
});
