import { describe, expect, test } from "@jest/globals";
import type { ColumnPlanRequest } from "../../../src/jobs/protocol";
import { CLEAN, make } from "./clean-list-document";
import { enrichChoices } from "./enrich-document";
import { searches } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { shown } from "./lists";

const world = jobWorld();

const TITLE = ["Kundenliste", "Stand 11/2026", ""];

const DOMAINS = ["reliable.example", "three-emails.example", "acme.example", "north.example", "east.example"];

const listOf = (header: string, inputs: string[]): string[][] => [
  TITLE,
  ["Name", "Ort", header],
  ...inputs.map((input, i) => [`Ann ${i}`, "Oslo", input]),
];

describe("the header below a title of two cells", () => {
  const planDetails = async (document: JobDocument) =>
    dataOf(await document.plan({ kind: "todo" }, { kind: "enrich", leaveOut: null } as Partial<ColumnPlanRequest>));

  test.each(["Kunde", "Website"])("is asked as no company: %s", async (header) => {
    const document = world.open(listOf(header, DOMAINS));
    const before = document.service.controls.calls().length;
    const { column, headerRow, sample, toAsk } = await planDetails(document);
    expect({ column, headerRow, toAsk }).toEqual({ column: 3, headerRow: 2, toAsk: DOMAINS.length });
    const choices = enrichChoices(document, { column, header, headerRow, sample, toAsk });
    expect(await document.drive(await document.start(choices))).toMatchObject({ state: "finished", stop: null });
    const asked = searches(document, before).map(({ body }) => (body as { company: string }).company);
    expect(asked.sort()).toEqual([...DOMAINS].sort());
    expect(shown(document).slice(0, 2)).toEqual([
      expect.arrayContaining(TITLE),
      expect.arrayContaining([header, "Company domain"]),
    ]);
    expect(shown(document)[0]?.slice(3).join("")).toBe("");
  });

  test("is no address, has the names of the results beside it, and heads the clean list", async () => {
    const document = world.open(listOf("E-Mail", ["ada.valid@reliable.example", "bob.gone@reliable.example"]));
    const { column, headerRow, sample, toAsk, counts } = dataOf(await document.plan());
    expect({ column, headerRow, toAsk, counts }).toMatchObject({
      column: 3,
      headerRow: 2,
      toAsk: 2,
      counts: { rows: 2, malformed: 0 },
    });
    await document.verify({ column, header: "E-Mail", headerRow, sample, fields: ["email_status", "verdict"] });
    expect(shown(document)[1]).toEqual(expect.arrayContaining(["E-Mail", "Email status", "Verdict"]));
    await make(document);
    expect(shown(document, CLEAN).slice(0, 2)).toEqual([
      expect.arrayContaining(["Name", "Ort", "E-Mail"]),
      expect.arrayContaining(["Ann 0", "ada.valid@reliable.example"]),
    ]);
  });
});

describe("a header that was chosen by hand, below titles that fill all columns", () => {
  const TITLES = ["Kunden", "Messe Oslo", "Websites"];
  const ADDRESSES = ["ada.valid@reliable.example", "bob.gone@reliable.example"];
  const listBelow = (header: string, inputs: string[]) => [TITLES, ...listOf(header, inputs).slice(1)];
  /** What the form sends after the choice of row 2. */
  const chosen = async (document: JobDocument, kind: "verify" | "enrich") => {
    const request = { kind, leaveOut: null, sheetId: document.sheetId, column: 3, headerRow: 2 };
    const plan = dataOf(await document.plan({ kind: "todo" }, request as Partial<ColumnPlanRequest>));
    const { columns, column, headerRow, sample, toAsk } = plan;
    return { column, headerRow, sample, toAsk, header: columns.find((each) => each.column === column)?.header ?? null };
  };

  test("is offered and asked as no company, has the results beside it, and is still the header afterwards", async () => {
    const document = world.open(listBelow("Wer", DOMAINS));
    const before = { cells: shown(document), calls: document.service.controls.calls().length };
    const planAnew = () =>
      document.plan({ kind: "todo" }, { kind: "enrich", leaveOut: null } as Partial<ColumnPlanRequest>);
    const read = dataOf(await planAnew());
    expect(read).toMatchObject({ column: 3, headerRow: 1, toAsk: DOMAINS.length + 1 });
    expect(read.topTexts).toEqual(before.cells.map((row) => row.join(", ")));
    const choices = await chosen(document, "enrich");
    expect(choices).toMatchObject({ header: "Wer", headerRow: 2, toAsk: DOMAINS.length });
    expect(await document.drive(await document.start(enrichChoices(document, choices)))).toMatchObject({
      state: "finished",
    });
    const asked = searches(document, before.calls).map(({ body }) => (body as { company: string }).company);
    expect(asked.sort()).toEqual([...DOMAINS].sort());
    expect(shown(document)[0]?.join("")).toBe(TITLES.join(""));
    expect(shown(document)[1]).toEqual(expect.arrayContaining(["Wer", "Company domain"]));
    const { id, title } = await document.last();
    expect(title).toBe("Wer");
    expect(dataOf(await document.call("summariseJob", { jobId: id }))).toMatchObject({
      left: { questions: 0 },
      headingRow: null,
    });
    const anew = dataOf(await planAnew());
    expect(anew).toMatchObject({ headerRow: 2, headingRow: null, toAsk: 0, counts: { rows: DOMAINS.length } });
    expect(anew.columns.map(({ header }) => header)).toEqual(["Name", "Ort", "Wer"]);
    expect(anew.topTexts).toEqual(read.topTexts);
    await document.undo(id);
    expect(shown(document)).toEqual(before.cells);
    expect(dataOf(await planAnew())).toMatchObject({ headerRow: 1 });
  });

  test("heads the clean list, and no selected row above it is asked", async () => {
    const document = world.open(listBelow("Wer", ADDRESSES));
    const rows = { kind: "selected" as const, spans: [{ from: 1, to: 3 }] };
    const fields = ["email_status", "verdict"];
    expect(dataOf(await document.plan())).toMatchObject({ headerRow: 1, counts: { rows: 3, malformed: 1 } });
    await document.verify({ ...(await chosen(document, "verify")), rows, fields });
    expect(document.verifications().map(({ email }) => email)).toEqual(ADDRESSES.slice(0, 1));
    await document.verify({ ...(await chosen(document, "verify")), fields });
    expect(document.verifications().map(({ email }) => email)).toEqual(ADDRESSES);
    await make(document);
    expect(shown(document, CLEAN)).toEqual([
      expect.arrayContaining(["Name", "Ort", "Wer"]),
      expect.arrayContaining(["Ann 0", ADDRESSES[0]]),
    ]);
  });

  test("is still the header for a job of another kind, over the same column or another one", async () => {
    const document = world.open(listBelow("Wer", DOMAINS));
    await document.drive(await document.start(enrichChoices(document, await chosen(document, "enrich"))));
    const planOf = async (request: object) =>
      dataOf(await document.plan({ kind: "todo" }, request as Partial<ColumnPlanRequest>));
    const find = await planOf({ kind: "find", leaveOut: null, limit: 50, emailType: "all", enrichment: [], column: 3 });
    expect(find).toMatchObject({ column: 3, headerRow: 2, headingRow: null, counts: { rows: DOMAINS.length } });
    const verify = await planOf({ kind: "verify", column: 1 });
    expect(verify).toMatchObject({ column: 1, headerRow: 2, headingRow: null });
  });

  test("is not that of a table beside it which begins further down", async () => {
    const document = world.open(listBelow("Wer", DOMAINS));
    await document.drive(await document.start(enrichChoices(document, await chosen(document, "enrich"))));
    document.user.keyboard.paste(SHEET, "Z4", [["E-Mail"], ...ADDRESSES.map((address) => [address])]);
    expect(dataOf(await document.plan({ kind: "todo" }, { column: 26 }))).toMatchObject({ headerRow: 4, toAsk: 2 });
  });

  test("is no header any more where somebody has sorted it into the list", async () => {
    const document = world.open(listBelow("Wer", ADDRESSES));
    await document.verify(await chosen(document, "verify"));
    document.user.keyboard.sort(SHEET, "A1:F4", 1);
    expect(shown(document)[3]).toContain("Wer");
    expect(dataOf(await document.plan())).toMatchObject({ headingRow: 4, counts: { done: 2 } });
  });
});

describe("the header below a title that names companies", () => {
  const NAMES = ["Acme Tools", "Quiet Holdings", "North Harbour"];

  test.each([
    [
      ["Company", "", "Contact"],
      ["Name", "City", "First"],
    ],
    [
      ["Target account list 2026", "", ""],
      ["Partner", "City", "Owner"],
    ],
  ])("is not asked and stays above the results: %j", async (title, names) => {
    const document = world.open([title, names, ...NAMES.map((name) => [name, "Oslo", "Ann"])]);
    const before = document.service.controls.calls().length;
    const request = { kind: "enrich", leaveOut: null } as Partial<ColumnPlanRequest>;
    const { column, headerRow, sample, toAsk } = dataOf(await document.plan({ kind: "todo" }, request));
    expect({ column, headerRow, toAsk }).toEqual({ column: 1, headerRow: 2, toAsk: NAMES.length });
    const header = names[0] ?? "";
    const choices = enrichChoices(document, { column, header, headerRow, sample, toAsk });
    expect(await document.drive(await document.start(choices))).toMatchObject({ state: "finished", stop: null });
    const asked = searches(document, before).flatMap(({ body }) => Object.values(body as object));
    expect(asked).toEqual(expect.arrayContaining(NAMES));
    expect(asked).not.toContain(header);
    expect(shown(document)[0]?.join("")).toBe(title.join(""));
    expect(shown(document)[1]).toEqual(expect.arrayContaining([...names, "Company domain"]));
  });
});

describe("a title typed above the header of a list that a job has begun", () => {
  test.each(["enrich", "verify"] as const)("is not asked when %s goes on, and gets no result", async (kind) => {
    const isVerify = kind === "verify";
    const inputs = isVerify ? DOMAINS.map((domain) => `ann@${domain}`) : DOMAINS;
    const header = isVerify ? "Email" : "Company";
    for (const rows of [1, 2]) {
      const document = world.open([[header, "Owner"], ...inputs.map((input) => [input, "Ann"])]);
      const choices = enrichChoices(document, { column: 1, header });
      const fields = ["email_status"];
      await document.drive(await document.start(isVerify ? { ...choices, kind: "verify", fields } : choices), {
        askAtMost: 1,
      });
      const before = document.service.controls.calls().length;
      document.user.keyboard.insert(SHEET, "rows", 1, rows);
      document.user.keyboard.type(SHEET, `A${rows}`, "Target accounts Q4");
      const { id: jobId } = await document.last();
      const left = { questions: DOMAINS.length - 1 };
      expect(dataOf(await document.call("summariseJob", { jobId }))).toMatchObject({ left, headingRow: null });
      expect(await document.drive(await document.resume(jobId))).toMatchObject({ state: "finished" });
      expect(document.service.controls.calls().length - before).toBe(left.questions);
      expect(shown(document)[rows - 1]?.join("")).toBe("Target accounts Q4");
      expect(
        shown(document)
          .slice(rows + 1)
          .every((row) => row[2] !== "" && row[3] !== ""),
      ).toBe(true);
    }
  });

  test("leaves the rows above a header that was sorted among a few names to be asked", async () => {
    const names = ["Acme Tools", "Quiet Holdings", "North Harbour", "East Mills"];
    const document = world.open([["Company", "Owner"], ...names.map((name) => [name, "Ann"])]);
    const choices = enrichChoices(document, { column: 1, header: "Company" });
    await document.drive(await document.start(choices), { askAtMost: 1 });
    document.user.keyboard.sort(SHEET, "A1:K5", 1);
    expect(shown(document).map(([name]) => name)).toEqual([names[0], "Company", ...names.slice(1).sort()]);
    document.user.keyboard.move(SHEET, "rows", 4, 1, 1);
    expect(shown(document)[2]?.[0]).toBe("Company");
    expect(await document.drive(await document.resume((await document.last()).id))).toMatchObject({
      state: "finished",
      progress: { answered: names.length - 1 },
    });
    expect(shown(document)[0]?.slice(0, 4).join()).toMatch(/,.+,.+,/);
  });
});

describe("a day above the inputs", () => {
  const DAY = "2026-01-10";
  const ADDRESSES = ["ada.valid@reliable.example", "bob.gone@reliable.example"];

  test("names no column, which is found by its addresses whatever the time zone is since", async () => {
    const document = world.open([["Name", "x"], ...ADDRESSES.map((address) => ["Ann", address])]);
    document.user.keyboard.type(SHEET, "B1", DAY);
    const { columns, column, headerRow, sample } = dataOf(await document.plan());
    expect({ columns, headerRow }).toMatchObject({ columns: [{ header: "Name" }, { header: "" }], headerRow: 1 });
    // As the form does.
    const header = columns.find((each) => each.column === column)?.header || null;
    document.user.keyboard.changeSettings({ timeZone: "America/New_York" });
    expect(await document.verify({ column, header, headerRow, sample })).toMatchObject({ state: "finished" });
    expect((await document.last()).title).toBe("column B");
  });

  test("does not tell which companies are left out: the first of them does", async () => {
    const document = world.open([["Website"], ...DOMAINS.map((domain) => [domain])]);
    const { sheetId } = document;
    document.user.keyboard.type(SHEET, "C1", DAY);
    document.user.keyboard.paste(SHEET, "C2", [[DOMAINS[0] ?? ""], [DOMAINS[1] ?? ""]]);
    const request = { kind: "enrich", column: 1, leaveOut: { sheetId, column: 3 } } as Partial<ColumnPlanRequest>;
    const { leaveOut, toAsk } = dataOf(await document.plan({ kind: "todo" }, request));
    expect({ toAsk, leaveOut }).toMatchObject({ toAsk: 3, leaveOut: { first: DOMAINS[0], domains: 2, names: 0 } });
    document.user.keyboard.changeSettings({ timeZone: "Asia/Tokyo" });
    const choices = enrichChoices(document, {
      column: 1,
      leaveOut: { sheetId, column: 3, first: leaveOut?.first ?? "" },
    });
    expect(await document.drive(await document.start(choices))).toMatchObject({ state: "finished" });
  });
});
