import { describe, expect, test } from "@jest/globals";
import { dataOf, jobWorld } from "../jobs/job-document";
import { openFillDocument, planRequest } from "./fill-document";

const world = jobWorld({ service: { companies: 2_000 } });

const OLDER = { company_founded: { min: 1995, max: 2004 } };
const YOUNGER = { company_founded: { min: 2000, max: 2009 } };
const COLUMNS = ["name", "domain", "founded_in"];

const sheetIdOf = (document: ReturnType<typeof openFillDocument>, name: string): number =>
  document.document.workbook.sheets().find((sheet) => sheet.name === name)?.sheetId ?? -1;

describe("two searches in one sheet", () => {
  test("that overlap by half leave each company once @slow", async () => {
    const document = openFillDocument(world);
    const first = await document.fill({ filters: OLDER, pages: null, columns: COLUMNS });
    const target = { kind: "append", sheetId: sheetIdOf(document, "Companies") } as const;
    // Other columns, in another order: the hidden column tells the companies.
    const second = await document.fill({
      filters: YOUNGER,
      pages: null,
      columns: ["founded_in", "name", "size"],
      target,
    });
    const both = [first.written, second.written];
    expect(both.map(({ rows, alreadyThere }) => Math.ceil((rows + alreadyThere) / 25))).toEqual(
      both.map(({ pagesInAll }) => pagesInAll),
    );
    expect(second.written.alreadyThere).toBeGreaterThan(50);
    const rows = document.rows("Companies");
    expect(rows).toHaveLength(first.written.rows + second.written.rows);
    const everything = openFillDocument(world);
    const whole = await everything.fill({ filters: { company_founded: { min: 1995, max: 2009 } }, pages: null });
    expect(rows).toHaveLength(whole.written.rows);
    expect(new Set(document.names())).toEqual(new Set(everything.names()));
    expect(Object.keys(rows[0] ?? {})).toEqual(["name", "domain", "filled by", "founded_in", "size"]);
  });

  test("leaves companies out that it has written, though somebody has cleared a column of theirs and deleted a row", async () => {
    const document = openFillDocument(world);
    const { fetch } = world.service;
    const started = await document.startFill({ pages: 2, columns: ["name", "domain", "headcount"] });
    const { job } = await document.driveUntil(started, 1);
    const before = document.names();
    document.user.keyboard.clear("Companies", "D2:D26");
    document.user.keyboard.delete("Companies", "rows", 26, 1);
    // The second page brings the same companies once more.
    world.service.fetch = async (request: Request) => {
      const body = (await request.clone().json()) as object;
      const again = JSON.stringify({ ...body, page: 1 });
      return fetch(new Request(request.url, { method: "POST", headers: request.headers, body: again }));
    };
    const end = await document.goOn(job.id);
    world.service.fetch = fetch;
    expect(end).toMatchObject({ state: "finished" });
    expect(document.names()).toEqual(before);
  });

  test("find the companies that somebody has typed, by their websites, under headers of any spelling @slow", async () => {
    const document = openFillDocument(world);
    await document.fill({ filters: OLDER, pages: 1, columns: COLUMNS });
    const known = document.rows("Companies").slice(0, 10);
    const typed = openFillDocument(world, [
      ["My note", "Domain", "NAME"],
      ...known.map(({ domain = "" }) => ["met", `https://www.${domain}/about`, "Somebody"]),
    ]);
    const target = { kind: "append", sheetId: sheetIdOf(typed, "Leads") } as const;
    const choices = { filters: OLDER, pages: 1, columns: COLUMNS, target };
    const plan = dataOf(await typed.call("planJob", planRequest(choices)));
    expect(plan).toMatchObject({
      matchedColumns: [
        { field: "name", letter: "C", header: "NAME" },
        { field: "domain", letter: "B", header: "Domain" },
      ],
      addedColumns: ["founded_in"],
      rowsThere: 10,
    });
    expect((await typed.fill(choices)).written).toMatchObject({ rows: 15, alreadyThere: 10 });
    const rows = typed.rows("Leads");
    expect(rows).toHaveLength(25);
    expect(rows[0]).toMatchObject({ "My note": "met", NAME: "Somebody", founded_in: "" });
    expect(rows[10]).toMatchObject({ "My note": "", founded_in: expect.stringMatching(/^\d{4}$/) });
  });

  test("put facts into the columns that people have for them, where these are surely meant, and tell which", async () => {
    const document = openFillDocument(world, [
      ["My prospects", "", "", "", ""],
      ["Company", "Website", "Country", "Employees", "Owner"],
      ["Acme Tools", "https://acme.example", "Norway", "12", "Ann"],
    ]);
    const target = { kind: "append", sheetId: sheetIdOf(document, "Leads") } as const;
    const choices = {
      filters: OLDER,
      pages: 1,
      columns: ["name", "website", "location.country", "size", "founded_in"],
      target,
    };
    const plan = dataOf(await document.call("planJob", planRequest(choices)));
    if (plan.kind !== "companies") throw new Error(plan.kind);
    expect(plan.matchedColumns).toEqual([
      { field: "name", letter: "A", header: "Company" },
      { field: "website", letter: "B", header: "Website" },
      { field: "location.country", letter: "C", header: "Country" },
    ]);
    // A number of people is no range.
    expect(plan.addedColumns).toEqual(["size", "founded_in"]);
    const headers = Object.fromEntries(plan.matchedColumns.map(({ field, header }) => [field, header]));
    const end = await document.fill({ ...choices, headers });
    expect(end.written.rows).toBe(25);
    const [, header, own, first] = document.user.keyboard.shows("Leads", "A1:H4");
    expect(header).toEqual(["Company", "Website", "Country", "Employees", "Owner", "filled by", "Size", "Founded"]);
    expect(own).toEqual(["Acme Tools", "https://acme.example", "Norway", "12", "Ann", "", "", ""]);
    expect(first?.map((cell) => cell !== "")).toEqual([true, true, true, false, false, true, true, true]);
    await document.undo(end.id);
    expect(document.user.keyboard.shows("Leads", "A2:H4")).toEqual([
      ["Company", "Website", "Country", "Employees", "Owner", "", "", ""],
      ["Acme Tools", "https://acme.example", "Norway", "12", "Ann", "", "", ""],
      Array(8).fill(""),
    ]);
  });

  test.each(["Website", "URL"])("find the list below its titles where %s is its only known name", async (header) => {
    const columns = ["name", "domain"];
    const source = openFillDocument(world);
    await source.fill({ filters: OLDER, pages: 1, columns: COLUMNS });
    const known = source.rows("Companies").slice(0, 2);
    const document = openFillDocument(world, [
      ["Unsere Kunden", "", ""],
      ["Stand: November", "", ""],
      ["Wer", header, "Wo"],
      ...known.map(({ domain = "" }, i) => [`Firma ${i}`, `https://${domain}`, "Norwegen"]),
    ]);
    const target = { kind: "append", sheetId: sheetIdOf(document, "Leads") } as const;
    const choices = { filters: OLDER, pages: 1, columns, target };
    const plan = dataOf(await document.call("planJob", planRequest(choices)));
    if (plan.kind !== "companies") throw new Error(plan.kind);
    expect(plan).toMatchObject({ namesCompanies: true, rowsThere: 2 });
    expect(plan.matchedColumns).toEqual([{ field: "domain", letter: "B", header }]);
    expect((await document.fill({ ...choices, headers: { domain: header } })).written).toMatchObject({
      rows: 23,
      alreadyThere: 2,
    });
    const shown = document.user.keyboard.shows("Leads", "A1:E6");
    expect(shown[0]).toEqual(["Unsere Kunden", "", "", "", ""]);
    expect(shown[2]).toEqual(["Wer", header, "Wo", "filled by", "Name"]);
    expect(shown[5]?.map((cell) => cell !== "")).toEqual([false, true, false, true, true]);
  });

  test("take no column of somebody's that the dry run has not told", async () => {
    const document = openFillDocument(world, [
      ["Name", "Email", "Country"],
      ["Ann Lee", "ann@acme.example", "Norway"],
    ]);
    const target = { kind: "append", sheetId: sheetIdOf(document, "Leads") } as const;
    const choices = { filters: OLDER, pages: 1, columns: ["name", "location.country"], target };
    const plan = dataOf(await document.call("planJob", planRequest(choices)));
    // They tell of people.
    expect(plan).toMatchObject({ matchedColumns: [], addedColumns: ["name", "location.country"] });
    await document.fill({ ...choices, headers: {} });
    const [header, , first] = document.user.keyboard.shows("Leads", "A1:F3");
    expect(header).toEqual(["Name", "Email", "Country", "filled by", "Name", "Country"]);
    expect(first?.slice(0, 3)).toEqual(["", "", ""]);
  });

  test("find typed companies by a column of websites that the fill does not write", async () => {
    const document = openFillDocument(world);
    await document.fill({ filters: OLDER, pages: 1, columns: COLUMNS });
    const known = document.rows("Companies").slice(0, 10);
    const typed = openFillDocument(world, [
      ["Company website", "Note"],
      ...known.map(({ domain = "" }) => [`www.${domain.toUpperCase()}`, "met"]),
    ]);
    const target = { kind: "append", sheetId: sheetIdOf(typed, "Leads") } as const;
    const end = await typed.fill({ filters: OLDER, pages: 1, columns: ["name", "founded_in"], target });
    expect(end.written).toMatchObject({ rows: 15, alreadyThere: 10 });
  });

  test("find companies that somebody has typed by their names alone, or with their countries", async () => {
    const document = openFillDocument(world);
    await document.fill({ filters: OLDER, pages: 1, columns: ["name", "location.country"] });
    const [first, second, third] = document
      .rows("Companies")
      .map((row) => [row.name ?? "", row["location.country"] ?? ""]);
    const typed = openFillDocument(world, [
      ["Company", "Country"],
      [first?.[0] ?? "", ""],
      [second?.[0]?.toUpperCase() ?? "", second?.[1] ?? ""],
      [third?.[0] ?? "", "Elsewhere"],
    ]);
    const target = { kind: "append", sheetId: sheetIdOf(typed, "Leads") } as const;
    const end = await typed.fill({ filters: OLDER, pages: 1, columns: ["name", "founded_in"], target });
    expect(end.written).toMatchObject({ rows: 23, alreadyThere: 2 });
  });

  test.each([
    ["Firma", "Web-Adresse"],
    ["Nom", "Domaine"],
  ])("know the companies of a list with the names %s and %s", async (...header) => {
    const source = openFillDocument(world);
    await source.fill({ filters: OLDER, pages: 1, columns: ["name", "domain"] });
    const known = source.rows("Companies").slice(0, 2);
    const document = openFillDocument(world, [header, ...known.map(({ domain = "" }) => ["", `https://${domain}`])]);
    const target = { kind: "append", sheetId: sheetIdOf(document, "Leads") } as const;
    const end = await document.fill({ filters: OLDER, pages: 1, columns: ["headcount"], target });
    expect(end.written).toMatchObject({ rows: 23, alreadyThere: 2 });
  });

  test("tells beforehand how many rows are there, and counts none that has only a box to tick", async () => {
    const document = openFillDocument(world, [["Company", "Contacted"], ["Acme Tools"]]);
    const boxes = Array.from({ length: 99 }, () => ["FALSE"]);
    document.user.keyboard.paste("Leads", "B2", boxes);
    const target = { kind: "append", sheetId: sheetIdOf(document, "Leads") } as const;
    const request = planRequest({ filters: OLDER, pages: 1, columns: ["name"], target });
    expect(dataOf(await document.call("planJob", request))).toMatchObject({ rowsThere: 1 });
  });

  test.each([
    ["Name", true],
    ["Company website", true],
    ["Web-Adresse", true],
    ["Raison sociale", true],
    ["Domaine", true],
    ["Notes", false],
  ])("tells beforehand if a column %s names the companies that are there: %s", async (header, namesCompanies) => {
    const document = openFillDocument(world, [[header], ["Acme Tools"]]);
    const target = { kind: "append", sheetId: sheetIdOf(document, "Leads") } as const;
    const request = planRequest({ filters: OLDER, pages: 1, columns: ["headcount"], target });
    expect(dataOf(await document.call("planJob", request))).toMatchObject({ rowsThere: 1, namesCompanies });
  });

  test("go on at the same time, and neither loses a company nor writes one twice @slow", async () => {
    const document = openFillDocument(world, [["name", "domain"]]);
    const target = { kind: "append", sheetId: sheetIdOf(document, "Leads") } as const;
    const columns = ["name", "domain"];
    const [first, second] = await Promise.all([
      document.fill({ filters: OLDER, pages: 8, columns, target }),
      document.fill({ filters: { company_founded: { min: 1994, max: 2004 } }, pages: 8, columns, target }),
    ]);
    expect([first.state, second.state]).toEqual(["finished", "finished"]);
    const rows = document.rows("Leads");
    expect(rows).toHaveLength(first.written.rows + second.written.rows);
    expect(new Set(rows.map(({ domain }) => domain)).size).toBe(rows.length);
  });
});
