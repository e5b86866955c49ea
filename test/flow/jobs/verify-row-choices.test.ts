import { describe, expect, test } from "@jest/globals";
import type { RowChoice } from "../../../src/jobs/protocol";
import type { ColumnPlan } from "../../../src/jobs/views";
import type { FoundEmail } from "../../../src/service/operations";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld();

const plan = async (document: JobDocument, rows: RowChoice): Promise<ColumnPlan> => dataOf(await document.plan(rows));

/** A list below two titles and a blank row. */
const titled = (list: string[][]): string[][] => [
  ["Leads of the fair", "", ""],
  ["", "exported today", ""],
  ["", "", ""],
  ...list,
];

const doneNames = (document: JobDocument): string[] =>
  document.rows().flatMap(({ Name, email_status }) => (email_status ? [Name ?? ""] : []));

describe("the dry run", () => {
  test("finds the column by itself, counts what is there and changes nothing", async () => {
    const list = contacts(30, "plan");
    list.push(["Blank", "", ""], ["Bad", "nobody at home", ""], ["Twin", list[1]?.[1] ?? "", ""]);
    const document = world.open(list);
    const found = await plan(document, { kind: "todo" });
    expect(found).toMatchObject({
      sheetName: SHEET,
      column: 2,
      headerRow: 1,
      duplicates: 1,
      toAsk: 30,
      maxHalves: 30,
    });
    expect(found.counts).toMatchObject({ rows: 33, blank: 1, malformed: 1, todo: 31, done: 0 });
    expect(found.columns.map(({ letter, header, isLikely }) => `${letter} ${header} ${isLikely}`)).toEqual([
      "A Name false",
      "B Email true",
      "C Note false",
    ]);
    expect(document.user.keyboard.shows(SHEET, "A1:D1")).toEqual([["Name", "Email", "Note", ""]]);
    expect(document.verifications()).toEqual([]);
  });

  test("finds a column without a header by what it holds", async () => {
    const document = world.open(contacts(10, "headless").slice(1));
    expect(await plan(document, { kind: "todo" })).toMatchObject({ column: 2, headerRow: 0, toAsk: 10 });
  });

  test("finds a header below titles and blank rows, which are no inputs", async () => {
    const document = world.open(titled(contacts(8, "titled")));
    const found = await plan(document, { kind: "todo" });
    expect(found).toMatchObject({ column: 2, headerRow: 4, toAsk: 8 });
    expect(found.counts).toMatchObject({ rows: 8, blank: 0, malformed: 0 });
    expect(found.columns.map(({ header }) => header)).toEqual(["Name", "Email", "Note"]);
  });

  test("is refused in a cell, and takes only what has the right shape", async () => {
    const document = world.open(contacts(3, "cell"));
    expect(await document.user.callFormula("planJob", ["x"])).toMatchObject({ error: "#ERROR!" });
    expect(await document.call("planJob", { kind: "spend-all" } as never)).toMatchObject({ code: "BAD_REQUEST" });
    expect(await document.call("stepJob", null as never)).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("a list below titles", () => {
  const shown = (document: JobDocument): unknown[][] => document.user.keyboard.shows(SHEET, "A1:E5");

  test("gets the names of its results beside its header, and nothing above it, until it is undone", async () => {
    const list = titled(contacts(6, "below-titles"));
    const document = world.open(list);
    const before = shown(document);
    const { column, headerRow, sample, columns } = await plan(document, { kind: "todo" });
    const header = columns[1]?.header ?? null;
    const end = await document.verify({ column, headerRow, sample, header });
    expect(end.state).toBe("finished");
    const [title, exported, blank, names, first] = shown(document);
    expect([title, exported, blank]).toEqual([
      ["Leads of the fair", "", "", "", ""],
      ["", "exported today", "", "", ""],
      ["", "", "", "", ""],
    ]);
    expect(names).toEqual(["Name", "Email", "verified for", "Email status", "Email type"]);
    expect(first?.[3]).toMatch(/^(VALID|INVALID|CATCH_ALL|not known: .*)$/);
    await document.undo(end.job?.id ?? "");
    expect(shown(document)).toEqual(before);
  });

  test("keeps its header from being asked when a row is inserted above it meanwhile", async () => {
    const document = world.open(titled(contacts(5, "pushed-down")));
    const { column, headerRow, sample } = await plan(document, { kind: "todo" });
    const started = await document.start({ column, headerRow, sample, header: "Email" });
    document.user.keyboard.insert(SHEET, "rows", 1, 1);
    await document.drive(started);
    expect(document.user.keyboard.shows(SHEET, "B5:F5").flat()).not.toContain("not an email address");
    expect(document.verifications()).toHaveLength(5);
  });
});

describe("the rows of a job", () => {
  test("are the selected ones, also when somebody sorts before they are done", async () => {
    const document = world.open(contacts(20, "selected"));
    document.user.keyboard.select(SHEET, "A4:C8");
    const { selection: spans } = await plan(document, { kind: "todo" });
    expect(await plan(document, { kind: "selected", spans })).toMatchObject({
      toAsk: 5,
      selection: [{ from: 4, to: 8 }],
    });
    // Rows selected afterwards do not matter.
    document.user.keyboard.select(SHEET, "A15:C18");
    const started = await document.start({ rows: { kind: "selected", spans } });
    document.user.keyboard.sort(SHEET, "A2:G21", 2, false);
    await document.drive(started);
    expect(doneNames(document).sort()).toEqual(["Name 2", "Name 3", "Name 4", "Name 5", "Name 6"]);
    expect(document.verifications()).toHaveLength(5);
  });

  test("are only those that are asked, when a few are tried first", async () => {
    const list = contacts(20, "tried");
    list.push(["Bad", "nobody at home", ""], ["Twin", list[1]?.[1] ?? "", ""]);
    const document = world.open(list);
    const { job } = await document.verify({}, { askAtMost: 10 });
    expect(doneNames(document)).toEqual([...Array.from({ length: 10 }, (_, i) => `Name ${i}`), "Twin"]);
    await document.drive(await document.resume(job?.id ?? ""));
    expect(doneNames(document)).toHaveLength(22);
  });

  test("are looked at again when the job is resumed, though fewer are there than are tried", async () => {
    const document = world.open([...contacts(3, "fewer"), ["Bad", "nobody at home", ""]]);
    const { job, state } = await document.verify({}, { askAtMost: 10 });
    expect(state).toBe("paused");
    expect(await document.drive(await document.resume(job?.id ?? ""))).toMatchObject({ state: "finished" });
    expect(doneNames(document)).toHaveLength(4);
  });

  test("are the visible ones", async () => {
    const document = world.open(contacts(20, "visible"));
    document.user.keyboard.hide(SHEET, "rows", 2, 10);
    await document.verify({ rows: { kind: "visible" } });
    expect(doneNames(document)).toHaveLength(10);
    expect(doneNames(document)[0]).toBe("Name 10");
  });

  test("are all again, or those older than some days @slow", async () => {
    const document = world.open(contacts(8, "older"));
    await document.verify();
    expect(await plan(document, { kind: "older", days: 30 })).toMatchObject({ toAsk: 0 });
    await world.clock.sleep(31 * 86_400_000);
    // A row that was never verified was not verified long ago.
    document.user.keyboard.paste(SHEET, "A10", [["Newcomer", "newcomer@company1.example", ""]]);
    expect(await plan(document, { kind: "older", days: 30 })).toMatchObject({ toAsk: 8 });
    await document.verify({ rows: { kind: "older", days: 30 } });
    expect(document.verifications()).toHaveLength(16);
    await document.verify({ rows: { kind: "all" } });
    expect(document.verifications()).toHaveLength(25);
    expect(world.service.controls.ledger().filter(({ subject }) => subject.startsWith("older"))).toHaveLength(8);
  });
});

describe("a list from a domain search", () => {
  test("is asked by its ids, and not at all where the search says VALID, unless that is wanted @slow", async () => {
    const request = (body: object) =>
      new Request("https://sandbox.sheetscout.example/domain-search", {
        method: "POST",
        headers: { "X-KEY": "sandbox-key", "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const found = await world.service.fetch(request({ company: "northwind-tools.example" }));
    const { response } = (await found.json()) as { response: { email_list: FoundEmail[] } };
    const emails = response.email_list;
    const list = emails.map((each) => [each.email, each.verification.status, each.email_anon_id]);
    const document = world.open([["email", "verification.status", "email_anon_id"], ...list]);
    const valid = emails.filter(({ verification }) => verification.status === "VALID").length;
    expect(valid).toBeGreaterThan(0);
    expect(await plan(document, { kind: "todo" })).toMatchObject({ toAsk: emails.length - valid });

    await document.verify({ column: 1 });
    expect(document.verifications()).toEqual(
      emails
        .filter(({ verification }) => verification.status !== "VALID")
        .map(() => ({ email: "undefined", status: 200 })),
    );
    // The search's word is their result.
    expect(document.rows().filter(({ email_status }) => email_status === "")).toEqual([]);
    await document.verify({ column: 1, alsoFoundValid: true, rows: { kind: "all" } });
    expect(document.verifications().filter(({ status }) => status === 200)).toHaveLength(2 * emails.length - valid);
    // Sheets reads an id that begins with a minus as a formula. What it leaves is nobody's id: the address itself is asked.
    expect(document.rows().filter(({ email_status }) => /^error/.test(email_status ?? ""))).toEqual([]);
  });

  test("counts by its own date: what was VALID long ago is told apart, and verified again as some time ago @slow", async () => {
    const daysAgo = (days: number) =>
      `${new Date(world.clock.now() - days * 86_400_000).toISOString().slice(0, 10)} 08:00:00+00:00`;
    const found = (name: string, days: number) => [`${name}@northwind-tools.example`, "VALID", daysAgo(days)];
    const document = world.open([
      ["Email", "Status when found", "Last verified"],
      ...[found("ann", 10), found("bob", 200), found("cid", 600)],
      ["new@northwind-tools.example", "UNVERIFIED", ""],
    ]);
    const counted = (rows: RowChoice) => plan(document, rows);
    const sum = ({ counts: { rows, ...parts } }: ColumnPlan) => [rows, Object.values(parts).reduce((a, b) => a + b)];
    expect(await counted({ kind: "todo" })).toMatchObject({ toAsk: 1, counts: { foundValid: 1, foundLongAgo: 2 } });
    const before = await counted({ kind: "older", days: 300 });
    expect(before).toMatchObject({ toAsk: 1, counts: { unwanted: 3 } });
    expect(sum(before)).toEqual([4, 4]);

    await document.verify({ column: 1 });
    const statuses = () => document.rows().map(({ email_status }) => email_status);
    expect(statuses().slice(0, 3)).toEqual(["VALID", "VALID long ago", "VALID long ago"]);
    expect(document.verifications()).toHaveLength(1);
    // The job has copied them today, but they are as old as they were.
    const after = await counted({ kind: "older", days: 90 });
    expect(after).toMatchObject({ toAsk: 2, counts: { done: 2 } });
    expect(sum(after)).toEqual([4, 4]);
    await document.verify({ column: 1, rows: { kind: "older", days: 90 } });
    expect(document.verifications()).toHaveLength(3);
    expect(statuses()).not.toContain("VALID long ago");
    expect(await counted({ kind: "older", days: 90 })).toMatchObject({ toAsk: 0, counts: { done: 4 } });
  });

  test("asks by the address where the id is another one's", async () => {
    const document = world.open([
      ["email", "email_anon_id"],
      ["mira@company1.example", "no-such-id"],
    ]);
    await document.verify({ column: 1 });
    expect(document.rows()[0]?.email_status).toMatch(/^(error: .+ \(INVALID_REQUEST\)|VALID|INVALID|CATCH_ALL)$/);
  });
});
