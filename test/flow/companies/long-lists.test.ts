import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { dataOf, jobWorld } from "../jobs/job-document";
import { type FillDocument, openFillDocument, planRequest } from "./fill-document";

const MONTH_MS = 31 * 24 * 60 * 60 * 1_000;

const COLUMNS = ["name", "domain"];
const DOMAINS = 1_000;
/** Two full searches of 500 entries, and a third one that finds nothing. */
const PAGES = DOMAINS / 25;

let domains: string[];
const world = jobWorld({ service: { companies: 2_000 } });
beforeAll(async () => {
  const all = openFillDocument(world);
  await all.fill({ filters: { company_founded: { min: 1900 } }, pages: PAGES, columns: COLUMNS });
  domains = all.rows("Companies").map(({ domain = "" }) => domain);
  expect(new Set(domains).size).toBe(DOMAINS);
});
// Nothing is free any more.
beforeEach(() => world.service.controls.moveClock(MONTH_MS));

const websites = (include: string[]) => ({ company: { websites: { include } } });
const halves = (): number => world.service.controls.ledger().reduce((sum, entry) => sum + entry.halves, 0);
const domainsOf = (document: FillDocument) => document.rows("Companies").map(({ domain }) => domain);

describe("a list of more than 500 websites", () => {
  test("takes no page of its next search for one of an earlier list that was paid for @slow", async () => {
    // The first search finds 3 pages, the second 4.
    const nobody = Array.from({ length: 425 }, (_, i) => `nobody${i}.test`);
    const filters = websites([...domains.slice(0, 75), ...nobody, ...domains.slice(75, 175)]);
    const document = openFillDocument(world);
    expect(await document.fill({ filters, pages: 3, columns: COLUMNS })).toMatchObject({ written: { pages: 3 } });
    const all = { filters, pages: null, columns: COLUMNS, target: { kind: "new", sheetName: "All" } } as const;
    expect(await document.fill(all)).toMatchObject({ state: "finished", stop: null, written: { pages: 7 } });
  });

  test("is counted in part at first, and wholly for a credit a search, which the fill does not pay again @slow", async () => {
    const document = openFillDocument(world);
    const { call } = document;
    const filters = websites([...domains, "nobody.test"]);
    const before = halves();
    const preview = dataOf(await call("previewSearch", filters));
    if (preview.state !== "found") throw new Error(preview.state);
    expect(preview.totals).toEqual({
      companies: 500,
      pages: 20,
      searches: 3,
      counted: 1,
    });

    const choices = { filters, pages: null, columns: COLUMNS, capHalves: null };
    const target = { kind: "new", sheetName: "Companies" } as const;
    const unsure = dataOf(await call("planJob", planRequest({ ...choices, totals: preview.totals, target })));
    expect(unsure).toMatchObject({ pages: null, rows: null, maxHalves: null, seconds: null, uncounted: 2 });
    const some = dataOf(await call("planJob", planRequest({ ...choices, pages: 30, totals: preview.totals, target })));
    expect(some).toMatchObject({ pages: 30, rows: 750, maxHalves: 2 * 29, freePages: 1, uncounted: 2 });

    const counted = dataOf(await call("countSearch", filters));
    expect(counted).toEqual({
      totals: {
        companies: DOMAINS,
        pages: PAGES,
        searches: 3,
        counted: 3,
      },
      paidPages: 1,
    });
    const sure = dataOf(await call("planJob", planRequest({ ...choices, totals: counted.totals, target })));
    expect(sure).toMatchObject({ pages: PAGES, rows: DOMAINS, maxHalves: 2 * (PAGES - 2), freePages: 2, uncounted: 0 });

    // The page of the second search that is paid for comes after the 20 of the first one.
    for (const [pages, freePages] of [
      [3, 1],
      [20, 1],
      [21, 2],
    ] as const) {
      const part = dataOf(await call("planJob", planRequest({ ...choices, pages, totals: counted.totals, target })));
      expect(part).toMatchObject({ pages, freePages, maxHalves: 2 * (pages - freePages) });
    }

    const fill = await document.startFill({ ...choices, totals: counted.totals });
    expect(fill.job.written?.pagesWanted).toBe(PAGES);
    const end = await document.driveFill(fill);
    expect(end).toMatchObject({
      state: "finished",
      written: { rows: DOMAINS, pages: PAGES, pagesWanted: PAGES, pagesInAll: PAGES },
    });
    expect(new Set(domainsOf(document))).toEqual(new Set(domains));
    expect(end.written.freePages).toBe(2);
    expect(halves() - before).toBe(2 * PAGES);
  });

  test("is previewed by the first 500 that find something", async () => {
    const { call } = openFillDocument(world);
    const unknown = Array.from({ length: 500 }, (_, i) => `nobody${i}.test`);
    const late = dataOf(await call("previewSearch", websites([...unknown, ...domains.slice(0, 30)])));
    expect(late).toMatchObject({ totals: { companies: 30, pages: 2, searches: 2, counted: 2 } });
    const never = dataOf(await call("previewSearch", websites([...unknown, "nobody.test"])));
    expect(never).toEqual({ state: "nothing" });
  });

  test("is filled whole though it is left within each of its searches, and costs no page twice @slow", async () => {
    const filters = websites([...domains].reverse());
    const document = openFillDocument(world);
    const before = halves();
    let started = await document.startFill({ filters, pages: null, columns: COLUMNS });
    for (const pages of [9, 21, 33]) {
      const end = await document.driveUntil(started, pages);
      if (end.state === "finished") break;
      expect(end).toMatchObject({ state: "paused", stop: null });
      expect(end.written.pages).toBeGreaterThanOrEqual(pages);
      started = await document.resume(end.id);
    }
    expect(await document.driveFill(started)).toMatchObject({
      state: "finished",
      written: { rows: DOMAINS, pagesInAll: PAGES },
    });
    expect(new Set(domainsOf(document))).toEqual(new Set(domains));
    expect(halves() - before).toBe(2 * PAGES);
  });

  test("that also excludes and names companies is counted with the faults of the service", async () => {
    const { call } = openFillDocument(world);
    const filters = { ...websites(domains.slice(100, 900)), company_type: "Private" };
    world.service.controls.addFault({ kind: "unavailable", operation: "search-company", times: 2 });
    const { totals, paidPages } = dataOf(await call("countSearch", filters));
    world.service.controls.clearFaults();
    expect(totals).toMatchObject({ searches: 2, counted: 2 });
    expect(totals.companies).toBeGreaterThan(100);
    expect(totals.companies).toBeLessThan(800);
    expect(paidPages).toBe(2);
    expect(await call("countSearch", { company_type: { exclude: ["Private"] } })).toMatchObject({
      code: "INVALID_FILTERS",
    });
  });
});

test("a list whose column of checkboxes goes down to the end of the sheet grows below its rows, and is undone @slow", async () => {
  const document = openFillDocument(world, [["Notes"]]);
  const columns = ["name", "headcount"];
  const first = await document.fill({ pages: 1, columns });
  document.user.keyboard.type("Companies", "D1", "Contacted");
  document.user.keyboard.paste(
    "Companies",
    "D2",
    Array.from({ length: 999 }, () => ["FALSE"]),
  );
  document.user.keyboard.type("Companies", "D3", "TRUE");
  const target = { kind: "append", sheetId: first.job.sheetId } as const;
  const end = await document.fill({ pages: 2, columns, target });
  expect(end).toMatchObject({ state: "finished", written: { rows: 25 } });
  const named = () => document.rows("Companies").flatMap(({ name }, i) => (name ? [i] : []));
  expect(named()).toEqual(Array.from({ length: 50 }, (_, i) => i));
  // Only the company with the checked box is somebody's as well.
  expect(await document.undo(first.job.id)).toMatchObject({ listRows: 24, othersCells: 1 });
  expect(named()).toHaveLength(26);
});
