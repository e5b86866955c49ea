import { describe, expect, test } from "@jest/globals";
import type { ChoicesOf } from "../../../src/jobs/protocol";
import { NOT_KNOWN } from "../../../src/service/result-words";
import { columnLetter } from "../../../src/sheet/table";
import { dataOf, type JobDocument, jobWorld, OWNER, SHEET } from "./job-document";
import { columnNamed, contacts } from "./lists";

const world = jobWorld();

const extrasOf = (document: JobDocument) =>
  document.document.save().extras as {
    conditionalFormats: { values: unknown[]; areas: { rows: number }[] }[];
    charts: { position: object; options: Record<string, unknown> }[];
  };

describe("colours", () => {
  test("are added once, after the rules that the sheet has", async () => {
    const document = world.open(contacts(4, "colour"));
    await document.verify();
    await document.verify({ rows: { kind: "all" } });
    expect(extrasOf(document).conditionalFormats.map(({ values }) => values[0])).toEqual([
      "VALID",
      "VALID long ago",
      "CATCH_ALL",
      "INVALID",
      NOT_KNOWN,
    ]);
  });

  test("reach rows that were added below the last one of an earlier job", async () => {
    const document = world.open(contacts(4, "longer"));
    await document.verify();
    const lastRows = () => extrasOf(document).conditionalFormats.flatMap(({ areas }) => areas.map(({ rows }) => rows));
    expect(lastRows()).toEqual(Array(5).fill(1_000));
    document.user.keyboard.insert(SHEET, "rows", 1_001, 50);
    document.user.keyboard.paste(SHEET, "A1040", [["Late", "late@company1.example", ""]]);
    await document.verify();
    expect(lastRows()).toEqual(Array(5).fill(1_050));
  });
});

test("an address whose mail server did not answer is told as not known, and is asked again without a charge", async () => {
  const addresses = ["ann@dns-timeout.example", "bob@smtp-timeout.example", "ann@northwind-tools.example"];
  const document = world.open([["Name", "Email"], ...addresses.map((email, i) => [`Name ${i}`, email])]);
  // Also without a column for the reason.
  await document.verify({ fields: ["email_status"] });
  const statuses = () => document.rows().map(({ email_status }) => email_status);
  expect(statuses()).toEqual([NOT_KNOWN, NOT_KNOWN, expect.stringMatching(/^(VALID|INVALID)$/)]);
  const { id: jobId } = await document.last();
  expect(dataOf(await document.call("summariseJob", { jobId })).byStatus[NOT_KNOWN]).toBe(2);

  const spent = () => world.service.controls.ledger().reduce((sum, { halves }) => sum + halves, 0);
  const before = spent();
  expect(dataOf(await document.plan({ kind: "notKnown" }))).toMatchObject({ toAsk: 2, notKnownRows: 2 });
  await document.verify({ fields: ["email_status", "email_sub_status"], rows: { kind: "notKnown" } });
  expect(document.verifications()).toHaveLength(5);
  expect(spent()).toBe(before);
  expect(document.rows().map(({ email_sub_status }) => email_sub_status)).toEqual([
    "dns_timed_out",
    "smtp_timed_out",
    "",
  ]);
});

test("the dry run of a column of people chips, which read as names, says so; a few names among addresses are no such column", async () => {
  const names = world.open([["Email"], ["Ann Lee"], ["Bob O’Neill"], [""], ["cas@acme.example"]]);
  expect(dataOf(await names.plan({ kind: "todo" }, { column: 1 }))).toMatchObject({ looksLikeNames: true, toAsk: 1 });
  const mixed = world.open([["Email"], ["Ann Lee"], ["bob@acme.example"], ["cas@acme.example"]]);
  expect(dataOf(await mixed.plan({ kind: "todo" }, { column: 1 }))).toMatchObject({ looksLikeNames: false, toAsk: 2 });
});

test("the dry run lists cells that are not asked as they stand, by kind, and selects them", async () => {
  const cells = [
    "ann@acme.example; bob@acme.example",
    "acme.example",
    "Ann <cas@acme.example>",
    "dora@acme.example",
    "https://acme.example/team",
    "eve@acme",
  ];
  const document = world.open([["Email"], ...cells.map((cell) => [cell])]);
  const { oddRows, sheetId, column } = dataOf(await document.plan());
  expect(oddRows).toEqual([
    {
      what: "several addresses: the first is asked",
      isAsked: true,
      rows: 1,
      spans: [{ from: 2, to: 2 }],
      misspelt: null,
      isSeveral: true,
    },
    {
      what: "a website",
      isAsked: false,
      rows: 2,
      spans: [
        { from: 3, to: 3 },
        { from: 6, to: 6 },
      ],
      misspelt: null,
      isSeveral: false,
    },
    {
      what: "asked without the text around it",
      isAsked: true,
      rows: 1,
      spans: [{ from: 4, to: 4 }],
      misspelt: null,
      isSeveral: false,
    },
    {
      what: "not complete around the @",
      isAsked: false,
      rows: 1,
      spans: [{ from: 7, to: 7 }],
      misspelt: null,
      isSeveral: false,
    },
  ]);
  const rows = [...(oddRows[1]?.spans ?? []), { from: 9_999, to: 9_999 }];
  dataOf(await document.call("bringForward", { sheetId, column, rows }));
  expect(dataOf(await document.plan()).selection).toEqual(oddRows[1]?.spans);
  await document.verify({ column: 1, fields: ["email_status", "asked_address"] });
  expect(document.rows().map(({ Email, asked_address }) => [Email, asked_address])).toEqual([
    [cells[0], "ann@acme.example"],
    [cells[1], ""],
    [cells[2], "cas@acme.example"],
    [cells[3], "dora@acme.example"],
    [cells[4], ""],
    [cells[5], ""],
  ]);
});

test("an address of a misspelt provider is asked as meant only where the user says so, and leaves the cell as it is", async () => {
  const cells = ["Ann <ann@gmial.com>", "bob@gmial.com", "cas@hotmal.com", "dora@gmail.com"];
  const document = world.open([["Name", "Email"], ...cells.map((cell, i) => [`Name ${i}`, cell])]);
  const { oddRows, toAsk } = dataOf(await document.plan());
  expect(toAsk).toBe(4);
  expect(oddRows).toMatchObject([
    {
      what: "gmial.com, probably gmail.com",
      isAsked: true,
      rows: 2,
      misspelt: { domain: "gmial.com", meant: "gmail.com" },
    },
    { what: "hotmal.com, probably hotmail.com", isAsked: true, rows: 1 },
  ]);
  await document.verify({ fields: ["email_status", "verdict"], mended: ["gmial.com"] });
  expect(
    document
      .verifications()
      .map(({ email }) => email)
      .sort(),
  ).toEqual([...["ann@gmail.com", "bob@gmail.com", "cas@hotmal.com", "dora@gmail.com"]]);
  expect(document.rows().map(({ Email, asked_address }) => [Email, asked_address])).toEqual([
    [cells[0], "ann@gmail.com"],
    [cells[1], "bob@gmail.com"],
    [cells[2], "cas@hotmal.com"],
    [cells[3], "dora@gmail.com"],
  ]);
  // They are done: nothing asks them as they are spelt.
  expect(dataOf(await document.plan()).toAsk).toBe(0);
});

test("the verdict stands beside every row, counts in the summary and the chart, and has colours", async () => {
  const addresses = ["ann@dns-timeout.example", "no address", "ann@northwind-tools.example"];
  const document = world.open([["Name", "Email"], ...addresses.map((email, i) => [`Name ${i}`, email])]);
  await document.verify({ fields: ["email_status", "verdict", "verdict_reason"] });
  const rows = document.rows();
  expect(rows.map(({ verdict, verdict_reason }) => [verdict, verdict_reason])).toEqual([
    ["Not known", "the mail server did not answer"],
    ["Do not send", "not an email address"],
    [expect.stringMatching(/^(OK to send|Risky|Do not send)$/), expect.stringMatching(/./)],
  ]);
  const { id: jobId } = await document.last();
  const { byVerdict } = dataOf(await document.call("summariseJob", { jobId }));
  const counted: Record<string, number> = {};
  for (const { verdict = "" } of rows) counted[verdict] = (counted[verdict] ?? 0) + 1;
  expect(byVerdict).toEqual(counted);
  const { sheetName } = dataOf(await document.call("insertJobChart", { jobId }));
  const chart = document.user.keyboard.shows(sheetName, "A1:B5");
  expect(chart[0]).toEqual(["Verdict", "Rows"]);
  expect(chart.slice(1)).toEqual(expect.arrayContaining(Object.entries(counted).map(([name, n]) => [name, String(n)])));
  expect(extrasOf(document).conditionalFormats.map(({ values }) => values[0])).toEqual(
    expect.arrayContaining(["OK to send", "Risky", "Do not send", "Not known"]),
  );
});

test("addresses with a name or as a link are found, asked as the address and each paid for once", async () => {
  const cells = [
    "Ann Lee <ann@written.example>",
    "mailto:ann@written.example",
    "ANN@written.example",
    "ann@written.example; bob@other.example",
    "ann (at) written (dot) example",
    "ａｎｎ＠written.example.",
    "a@b.example <c@d.example>",
  ];
  const document = world.open([["Contact"], ...cells.map((cell) => [cell])]);
  const plan = dataOf(await document.plan());
  expect(plan).toMatchObject({ column: 1, toAsk: 1, duplicates: 5, counts: { malformed: 1 } });
  await document.verify({ column: 1, headerRow: 1, header: null, sample: plan.sample });
  expect(document.verifications().filter(({ email }) => email.endsWith("written.example"))).toHaveLength(1);
  const [first, ...others] = document.rows().map(({ email_status }) => email_status);
  expect(first).toMatch(/^(VALID|CATCH_ALL|INVALID|not known: .*)$/);
  expect(others).toEqual([first, first, first, first, first, "not an email address"]);
  // Every row is known again by what was asked, however it is written.
  const again = await document.plan();
  expect(dataOf(again)).toMatchObject({ toAsk: 0, counts: { done: 7 } });
});

test("an address whose letters stand there in two forms is asked and paid once", async () => {
  const document = world.open([
    ["Email"],
    ...["jos\u00e9.valid@reliable.example", "jose\u0301.valid@reliable.example"].map((email) => [email]),
    ...["ann.valid@m\u00fcnchen.example", "ann.valid@xn--mnchen-3ya.example"].map((email) => [email]),
  ]);
  const plan = dataOf(await document.plan());
  expect(plan).toMatchObject({ toAsk: 2, duplicates: 2, maxHalves: 2 });
  await document.verify({ column: 1, headerRow: 1, header: null, sample: plan.sample });
  expect(document.verifications()).toHaveLength(2);
  expect(document.rows().map(({ email_status }) => email_status)).not.toContain("");
});

describe("Undo", () => {
  test("takes away the columns and colours it has made, after naming how many cells", async () => {
    const document = world.open(contacts(5, "undo"));
    await document.verify();
    expect(await document.undo((await document.last()).id, "look")).toMatchObject({
      cells: 10,
      rows: 5,
      removedFields: ["email_status", "type"],
      clearedFields: [],
      listRows: 0,
      removesSheet: false,
      othersCells: 0,
    });
    expect(document.rows()[0]).toHaveProperty("email_status");
    document.user.keyboard.type(SHEET, "D1", "Ours");
    document.user.keyboard.insert(SHEET, "columns", 5, 1);
    const jobId = (await document.last()).id;
    expect((await document.undo(jobId, "look")).headers).toEqual({ email_status: "Ours" });
    const { results } = dataOf(await document.call("summariseJob", { jobId }));
    expect(results).toEqual({ column: 4, letters: "D, F" });
    document.user.keyboard.delete(SHEET, "columns", 5, 1);
    await document.undo(jobId);
    expect(document.user.keyboard.shows(SHEET, "A1:D1")).toEqual([["Name", "Email", "Note", ""]]);
    expect(extrasOf(document).conditionalFormats).toEqual([]);
    expect(dataOf(await document.call("listJobs"))).toEqual([]);
  });

  test("counts formulas that show nothing as typed, and what was cleared as nobody's", async () => {
    for (const others of ["keep", "remove"] as const) {
      const document = world.open(contacts(4, "formula"));
      await document.verify();
      const { keyboard } = document.user;
      for (const row of [2, 8]) keyboard.type(SHEET, document.cellOf("type", row), '=IF(1=2,"x","")');
      keyboard.type(SHEET, document.cellOf("email_status", 3), `="${document.rows()[1]?.email_status}"`);
      keyboard.clear(SHEET, document.cellOf("type", 4));
      const told = { rows: 4, cells: others === "keep" ? 5 : 7, othersCells: 3 };
      const { id } = await document.last();
      expect(await document.undo(id, "look", others)).toMatchObject(told);
      expect(await document.undo(id, "undo", others)).toMatchObject(told);
      const { workbook, sheetId } = document;
      const cells = workbook.read(sheetId, { row: 1, column: 1, rows: 9, columns: 9 }).flat();
      expect(cells.filter((cell) => cell?.formula)).toHaveLength(others === "keep" ? 3 : 0);
    }
  });

  test("counts what others have typed into its columns, and keeps it or takes it along as chosen", async () => {
    for (const others of ["keep", "remove"] as const) {
      const document = world.open([...contacts(4, "typed"), ["Later", "", ""]]);
      await document.verify();
      document.user.keyboard.type(SHEET, document.cellOf("type", 6), "my own words");
      const { id } = await document.last();
      expect(await document.undo(id, "look", others)).toMatchObject({ othersCells: 1 });
      await document.undo(id, "undo", others);
      // The hidden column stays as long as a column of results does.
      const header = ["Name", "Email", ...(others === "keep" ? ["verified for", "Email type"] : []), "Note"];
      expect(document.user.keyboard.shows(SHEET, "A1:F1")[0]?.filter(Boolean)).toEqual(header);
      expect(document.rows()[4]?.type).toBe(others === "keep" ? "my own words" : undefined);
      expect(document.rows()[0]?.type ?? "").toBe("");
    }
  });

  test("clears only its own rows in columns that were there before", async () => {
    const document = world.open(contacts(4, "twice"));
    await document.verify();
    document.user.keyboard.paste(SHEET, "A6", [["Late", "late@company1.example", "note of late@company1.example"]]);
    await document.verify();
    document.user.keyboard.type(SHEET, "B6", "late@company1.example");
    await document.undo((await document.last()).id);
    expect(document.rows().filter(({ email_status }) => email_status)).toHaveLength(4);
    expect(document.rows()[4]).toMatchObject({ Name: "Late", email_status: "", "verified for": "" });
  });
});

describe("after a job", () => {
  test("the statuses can be put into a sheet as a chart @slow", async () => {
    const document = world.open([...contacts(12, "chart"), ["Nobody", "nobody"]]);
    await document.verify();
    const { id: jobId } = await document.last();
    const summary = dataOf(await document.call("summariseJob", { jobId }));
    expect(Object.values(summary.byStatus).reduce((sum, count) => sum + count, 0)).toBe(13);
    const { sheetName } = dataOf(await document.call("insertJobChart", { jobId }));
    expect(document.user.keyboard.shows(sheetName, "A1:C1")).toEqual([["Email status", "Rows", "Why"]]);
    const table = document.user.keyboard.shows(sheetName, "A2:C6").filter(([status]) => status);
    expect(table).toContainEqual(["not known", expect.any(String), "the mail server did not answer"]);
    const [chart, ...others] = extrasOf(document).charts;
    expect(others).toEqual([]);
    // Below the table, in the first column: always in sight.
    expect(chart?.position).toMatchObject({ row: table.length + 3, column: 1 });
    const colourOf: Record<string, string> = {
      VALID: "#34a853",
      CATCH_ALL: "#fbbc04",
      INVALID: "#ea4335",
      "not known": "#4285f4",
    };
    const judged = world.open(contacts(5, "verdicts"));
    await judged.verify({ fields: ["email_status", "verdict"] });
    const { sheetName: ofVerdicts } = dataOf(await judged.call("insertJobChart", { jobId: (await judged.last()).id }));
    // No column is named that stays blank.
    expect(judged.user.keyboard.shows(ofVerdicts, "A1:C1")).toEqual([["Verdict", "Rows", ""]]);
    expect(chart?.options.colors).toEqual(table.map(([status = ""]) => colourOf[status] ?? "#9aa0a6"));
    const { workbook } = document.document;
    const chartSheet = workbook.sheets().find(({ name }) => name === sheetName);
    // A new column has 100 px, and would cut "not an email address".
    expect(workbook.size(chartSheet?.sheetId ?? 0, "columns", 1)).toBeGreaterThanOrEqual(20 * 7);
    const sheets = document.document.workbook.sheets().length;
    world.host.settings.faults = [{ calls: ["Sheet.insertChart"], chance: 1 }];
    expect(await document.call("insertJobChart", { jobId })).toMatchObject({ ok: false, code: "UNEXPECTED" });
    world.host.settings.faults = [];
    expect(document.document.workbook.sheets()).toHaveLength(sheets);
  });

  test("another person goes on with it only after agreeing to spend their own credits @slow", async () => {
    const document = world.open(contacts(30, "agree"));
    const started = await document.start();
    await document.drive(started, { askAtMost: 9 });
    document.document.as("ann@company.example");
    await document.call("checkAndSaveKey", "sandbox-colleague-key");
    const { id: jobId, state, isYourKey } = await document.last();
    expect({ state, isYourKey }).toEqual({ state: "paused", isYourKey: false });
    const refused = await document.call("resumeJob", { jobId, withOwnKey: false });
    expect(refused).toMatchObject({ ok: false, code: "OTHER_KEY" });
    await document.drive(await document.resume(jobId, true));
    expect(document.rows().every(({ email_status }) => email_status)).toBe(true);
    await document.call("removeKey");
  });
});

describe("rows that are pasted across the hidden column", () => {
  const notes = (document: JobDocument): (string | null)[] => {
    const { workbook } = document.document;
    const area = { row: 1, column: 2, rows: document.rows().length + 1, columns: 1 };
    return workbook.readNotes(document.sheetId, area).map(([note]) => note ?? null);
  };
  const held = (text: string): string => `Sheetscout's hidden column held “${text}” here.`;
  const paste = (document: JobDocument, row: number, email: string, phone: string): void =>
    document.user.keyboard.paste(SHEET, `A${row}`, [["Wide", email, phone]]);

  test("are counted by the dry run, and what stood there is kept in notes on their inputs @slow", async () => {
    const document = world.open(contacts(3, "wide"));
    await document.verify();
    paste(document, 5, "below@company1.example", "555-9999");
    // Tables name new columns like this.
    paste(document, 2, "over@company1.example", "extension 12");
    const plan = dataOf(await document.plan({ kind: "todo" }, { column: 2, fields: ["email_status"] }));
    expect(plan).toMatchObject({ toAsk: 2, filledCells: 4 });
    const { sheetId } = document;
    const mine = { type: "setNotes" as const, sheetId, row: 5, column: 2, notes: [["call first"]] };
    document.document.workbook.apply([mine], { kind: "person", user: OWNER });
    await document.verify();
    expect(document.rows().every((row) => row["verified for"]?.endsWith(`:${row.Email}`))).toBe(true);
    expect(notes(document)).toEqual([null, held("extension 12"), null, null, `call first\n${held("555-9999")}`]);
  });

  test("lose nothing when they are chosen by their place, nor while the job runs", async () => {
    const document = world.open(contacts(3, "wide"));
    await document.verify();
    paste(document, 5, "below@company1.example", "555-9999");
    const started = await document.start({ rows: { kind: "selected", spans: [{ from: 2, to: 5 }] } });
    paste(document, 3, "wide0001@company1.example", "555-2222");
    await document.drive(started);
    expect(notes(document)).toEqual([null, null, held("555-2222"), null, held("555-9999")]);
  });
});

describe("what somebody types where a result is still to come", () => {
  const STATUS = "email_status";
  const fields = [STATUS, "type"];
  const cellOf = (document: JobDocument, name: string, row: number): string =>
    `${columnLetter(columnNamed(document, name))}${row}`;

  /** A job that has done 10 of 30 rows. */
  async function begun(text: string, choices: Partial<ChoicesOf<"verify">> = {}) {
    const document = world.open(contacts(30, text));
    const started = await document.start({ fields, ...choices });
    await document.drive(started, { askAtMost: 10 });
    document.user.keyboard.type(SHEET, cellOf(document, "Email status", 25), "called, wants no mail");
    document.user.keyboard.type(SHEET, cellOf(document, "Email type", 25), "a customer");
    document.user.keyboard.type(SHEET, cellOf(document, "Email type", 26), "2026-03-04");
    return { document, started };
  }

  test("stays; a row with such a status is not asked, and is told", async () => {
    const { document, started } = await begun("stays");
    const jobId = started.job.id;
    expect(await document.drive(await document.resume(jobId))).toMatchObject({ state: "finished", stop: null });
    const [, , , typed, typedType] = document.rows().slice(20);
    expect(typed).toMatchObject({ [STATUS]: "called, wants no mail", type: "a customer" });
    expect(document.verifications().some(({ email }) => email === typed?.Email)).toBe(false);
    expect(typedType).toMatchObject({ type: "2026-03-04" });
    expect(typedType?.[STATUS]).toBe(document.rows()[0]?.[STATUS]);
    const summary = dataOf(await document.call("summariseJob", { jobId }));
    expect(summary).toMatchObject({ typedRows: 1, left: { questions: 0 }, job: { done: 29 } });
    expect(await document.undo(jobId, "look")).toMatchObject({ othersCells: 3 });
  });

  test("stays also if it is typed between the question and the result", async () => {
    const document = world.open(contacts(30, "meanwhile"));
    const started = await document.start({ fields });
    await document.drive(started, { askAtMost: 10 });
    const resumed = await document.resume(started.job.id);
    document.user.keyboard.type(SHEET, cellOf(document, "Email status", 25), "called");
    document.user.keyboard.type(SHEET, cellOf(document, "Email type", 25), "a customer");
    expect(await document.drive(resumed)).toMatchObject({ state: "finished", stop: null });
    expect(document.rows()[23]).toMatchObject({ [STATUS]: "called", type: "a customer" });
    expect(document.verifications()).toHaveLength(30);
    expect(document.rows()[23]?.["verified for"]).toContain(document.rows()[23]?.Email);
  });

  test("is replaced if the dry run has told so", async () => {
    const { document, started } = await begun("told", { replacesFilled: true });
    expect(await document.drive(await document.resume(started.job.id))).toMatchObject({ state: "finished" });
    const statuses = document.rows().flatMap((row) => [row[STATUS], row.type]);
    for (const text of ["called, wants no mail", "a customer", "2026-03-04"]) expect(statuses).not.toContain(text);
  });

  test("does not hide a result that the job has written before it died", async () => {
    const document = world.open(contacts(30, "died"));
    const started = await document.start({ fields });
    await document.drive(started, { askAtMost: 10 });
    document.user.keyboard.clear(SHEET, cellOf(document, "verified for", 3));
    const status = document.rows()[1]?.[STATUS];
    document.user.keyboard.type(SHEET, cellOf(document, "Email status", 3), status === "VALID" ? "INVALID" : "VALID");
    expect(await document.drive(await document.resume(started.job.id))).toMatchObject({ state: "finished" });
    expect(document.rows()[1]?.[STATUS]).toBe(status);
  });
});
