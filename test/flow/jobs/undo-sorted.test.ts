import { afterEach, describe, expect, test } from "@jest/globals";
import type { UndoRequest } from "../../../src/jobs/protocol";
import type { UndoView } from "../../../src/jobs/views";
import { columnLetter } from "../../../src/sheet/table";
import { fillChoices, openFillDocument } from "../companies/fill-document";
import { companies, findChoices, findEmails } from "./find-document";
import { type ChoicesPart, dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, contacts, deleteColumn, shown } from "./lists";

const world = jobWorld();

/** Undoes the youngest job. */
async function undo(document: JobDocument, how: Partial<UndoRequest> = {}): Promise<UndoView> {
  const { id } = await document.last();
  return document.undo(id, how.do, how.others);
}

/** A search that has found three emails. */
async function found(): Promise<JobDocument> {
  const document = world.open(companies(["three-emails.example"]));
  await findEmails(document);
  return document;
}

/** Sorts all columns from the first to the last one that is visible. */
function sortVisible(document: JobDocument, sheet: string, lastRow: number, column: number, isUpwards: boolean): void {
  const { workbook } = document.document;
  const id = workbook.sheets().find(({ name }) => name === sheet)?.sheetId ?? 0;
  const hidden = workbook.hidden(id, "columns");
  let last = workbook.extent(id).columns;
  while (hidden.has(last)) last--;
  document.user.keyboard.sort(sheet, `A2:${columnLetter(last)}${lastRow}`, column, isUpwards);
}

describe("rows that somebody has sorted by all that they see", () => {
  test("take their hidden cells along: another search's emails and typed ones stay when a search is undone @slow", async () => {
    const names = ["three-emails.example", "sixty-five.example"];
    const document = world.open(companies(names.slice(0, 1)));
    await findEmails(document, {}, { limit: 10 });
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
    document.user.keyboard.paste("Emails", "A5", [["typed.example", "me@typed.example"]]);
    const pairs = () => shown(document, "Emails").map(([company, email]) => `${company} ${email}`);
    const before = pairs();
    document.user.keyboard.paste(SHEET, "B2", [["sixty-five.example"]]);
    await findEmails(document, { rows: { kind: "all" } }, { limit: 10, target: { kind: "append", sheetId } });
    expect(shown(document, "Emails")).toHaveLength(15);
    sortVisible(document, "Emails", 15, 2, false);
    const told = { listRows: 10, unfitRows: 0, othersCells: 0 };
    expect(await undo(document, { do: "look" })).toMatchObject(told);
    await undo(document);
    expect(
      pairs()
        .filter((text) => text.trim())
        .sort(),
    ).toEqual([...before].sort());
    await undo(document);
    expect(shown(document, "Emails").flat()).toContain("me@typed.example");
    expect(shown(document, "Emails").flat()).not.toContain("three-emails.example");
  });

  test("take their hidden cells along in somebody's own list, whose rows stay when a fill is undone", async () => {
    const own = ["Zeta own", "Beta own", "Mu own", "Alpha own"];
    const document = openFillDocument(world, [["Name", "Domain"], ...own.map((name) => [name, `${name[0]}.example`])]);
    await document.fill({ pages: 1, target: { kind: "append", sheetId: document.sheetId } });
    const { length } = shown(document);
    document.user.keyboard.type(SHEET, "B8", "corrected.example");
    sortVisible(document, SHEET, length, 1, true);
    // Nobody can tell whose the corrected one is.
    expect(await undo(document, { do: "look" })).toMatchObject({ listRows: length - 6, unfitRows: 1 });
    await undo(document);
    const names = shown(document).flatMap(([name]) => (name ? [name] : []));
    expect(names).toHaveLength(6);
    expect(names).toEqual(expect.arrayContaining(["Name", ...own]));
    expect(shown(document).flat()).toContain("corrected.example");
  });

  test("keep their results, of which none is asked again, and lose them all when the verification is undone", async () => {
    const list = contacts(6).map((row) => row.slice(0, 2));
    const document = world.open(list);
    await document.verify();
    const results = () => document.rows().map(({ Name, "verified for": _, ...row }) => JSON.stringify(row));
    const before = results();
    sortVisible(document, SHEET, 7, 1, false);
    expect(results()).toEqual([...before].reverse());
    expect(dataOf(await document.plan())).toMatchObject({ toAsk: 0, counts: { done: 6 } });
    expect(await undo(document, { do: "look" })).toMatchObject({ rows: 6, unfitRows: 0, othersCells: 0 });
    await undo(document);
    const [header = [], ...rows] = list;
    expect(shown(document)).toEqual([header, ...rows.reverse()]);
  });

  test("have found emails that a verification takes over as VALID, and asks none of them", async () => {
    const document = world.open(companies(["reliable.example"]));
    await findEmails(document, {}, { limit: 10 });
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
    const request = { sheetId, column: 2, headerRow: 1 };
    const before = dataOf(await document.plan({ kind: "todo" }, request));
    // The searches of the sandbox were longer ago than the settings allow for VALID.
    expect(before.counts.foundLongAgo).toBeGreaterThan(1);
    sortVisible(document, "Emails", 11, 2, false);
    expect(dataOf(await document.plan({ kind: "todo" }, request))).toMatchObject({
      toAsk: before.toAsk,
      counts: before.counts,
    });
  });
});

describe("rows that do not fit their hidden cells", () => {
  /** Three found emails, and a row of the person's own with the second of them; sorted without the hidden column. */
  async function sortedApart(): Promise<JobDocument> {
    const document = await found();
    const [, , second] = shown(document, "Emails");
    document.user.keyboard.paste("Emails", "A5", [["zz my own", second?.[1] ?? ""]]);
    document.user.keyboard.sort("Emails", "A2:B5", 1, false);
    return document;
  }

  const CASES: [string, () => Promise<JobDocument>, number, number, number][] = [
    ["sorted without it, with one of somebody's own that has the same email", sortedApart, 3, 21, 2],
    [
      "corrected by hand",
      async () => {
        const document = await found();
        document.user.keyboard.paste("Emails", "B2", [["a@new.example"], ["b@new.example"], ["c@new.example"]]);
        return document;
      },
      3,
      21,
      0,
    ],
    [
      "left without their emails, as that column was deleted",
      async () => {
        const document = await found();
        deleteColumn(document, "Email", "Emails");
        return document;
      },
      3,
      18,
      0,
    ],
  ];
  test.each(CASES)(
    "stay where they are and are told of when they were %s",
    async (_, open, unfitRows, unfitCells, othersCells) => {
      const document = await open();
      const before = shown(document, "Emails");
      expect(await undo(document, { do: "look" })).toMatchObject({
        listRows: 0,
        removesSheet: false,
        unfitRows,
        unfitCells,
        othersCells,
      });
      // Whoever wants all of it gone has the whole sheet deleted.
      const all = { listRows: 0, removesSheet: true, unfitRows: 0 };
      expect(await undo(document, { do: "look", others: "remove" })).toMatchObject(all);
      await undo(document);
      expect(shown(document, "Emails")).toEqual(before);
    },
  );

  test("stay as copies of rows that go, however many of them stand between these", async () => {
    const document = openFillDocument(world);
    await document.fill({ pages: 4, columns: ["domain", "headcount"] });
    const rows = document.user.keyboard.shows("Companies", "A2:C101");
    const copies = rows.map(([domain = "", ...others]) => [`copy-of-${domain}`, ...others]);
    document.user.keyboard.paste(
      "Companies",
      "A2",
      rows.flatMap((row, i) => [row, copies[i] ?? []]),
    );
    expect(await undo(document, { do: "look" })).toMatchObject({ listRows: 100, unfitRows: 100 });
    await undo(document);
    const domains = copies.map(([domain]) => [domain]);
    expect(document.user.keyboard.shows("Companies", "A2:A102")).toEqual([...domains, [""]]);
  });

  test("stay in somebody's own list whose columns of websites and names were deleted", async () => {
    const document = openFillDocument(world, [
      ["Name", "Note"],
      ["mine", ""],
    ]);
    await document.fill({ pages: 1, target: { kind: "append", sheetId: document.sheetId } });
    deleteColumn(document, "Domain");
    deleteColumn(document, "Name");
    const before = shown(document);
    expect(await undo(document, { do: "look" })).toMatchObject({ listRows: 0, unfitRows: 25 });
    await undo(document, { others: "remove" });
    expect(shown(document)).toEqual(before);
  });

  test("keep their results beside them, unless the columns that hold them are to go", async () => {
    for (const others of ["keep", "remove"] as const) {
      const document = world.open([...contacts(5), ["Own", "", "typed below"]]);
      await document.verify();
      // Names and emails, but neither results nor what is hidden: the one in the middle stays where it was.
      document.user.keyboard.sort(SHEET, "A2:B6", 1, false);
      document.user.keyboard.type(SHEET, "B3", "edited@company1.example");
      document.user.keyboard.type(SHEET, document.cellOf("type", 7), "by phone");
      const before = document.rows();
      const told = { rows: 1, unfitRows: others === "keep" ? 4 : 0, unfitCells: 8, othersCells: 1 };
      expect(await undo(document, { do: "look", others })).toMatchObject(told);
      await undo(document, { others });
      const cleared = { email_status: "", type: "", "verified for": "" };
      const kept = before.map((row, i) => (i === 2 ? { ...row, ...cleared } : row));
      const own = before.map(({ Name, Email, Note }) => ({ Name, Email, Note }));
      expect(document.rows()).toEqual(others === "keep" ? kept : own);
    }
  });
});

describe("a sheet that was made for a search", () => {
  /** Empties some rows, but not their hidden cells. */
  function clearVisible(document: JobDocument, from: number, to: number): void {
    for (const [i, header] of (shown(document, "Emails")[0] ?? []).entries()) {
      const cells = `${columnLetter(i + 1)}${from}:${columnLetter(i + 1)}${to}`;
      if (!["found by", "verified for"].includes(header)) document.user.keyboard.clear("Emails", cells);
    }
  }

  test("goes when nothing but hidden cells stands in a row of it any more @slow", async () => {
    const document = await found();
    const { id } = await document.last();
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
    await document.verify({ sheetId, column: columnNamed(document, "Email", "Emails") });
    clearVisible(document, 3, 3);
    expect(shown(document, "Emails")[2]?.filter((cell) => cell !== "")).toHaveLength(2);
    const told = { listRows: 3, removesSheet: true, unfitRows: 0, unfitCells: 0, othersCells: 0 };
    expect(await document.undo(id, "look")).toMatchObject(told);
    await document.undo(id);
    expect(document.document.workbook.sheets().map(({ name }) => name)).toEqual([SHEET]);
  });

  test("stays with another search's emails, of which the rows that people see are counted, until these are cleared", async () => {
    const document = await found();
    const { id } = await document.last();
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
    document.user.keyboard.paste(SHEET, "B2", [["sixty-five.example"]]);
    await findEmails(document, { rows: { kind: "all" } }, { limit: 10, target: { kind: "append", sheetId } });
    expect(shown(document, "Emails")).toHaveLength(14);
    // One of them beside its company.
    const told = { listRows: 3, removesSheet: false, othersCells: 0, otherJobsRows: 11 };
    for (const others of ["keep", "remove"] as const)
      expect(await document.undo(id, "look", others)).toMatchObject(told);
    clearVisible(document, 5, 14);
    const cleared = { listRows: 3, removesSheet: true, othersCells: 0, otherJobsRows: 1 };
    expect(await document.undo(id, "look")).toMatchObject(cleared);
  });

  test("stays with a corrected row that has come to stand where its names were", async () => {
    const document = await found();
    document.user.keyboard.delete("Emails", "rows", 3, 2);
    document.user.keyboard.type("Emails", "B2", "corrected@own.example");
    document.user.keyboard.delete("Emails", "rows", 1, 1);
    expect(await undo(document, { do: "look" })).toMatchObject({ removesSheet: false, unfitRows: 1, othersCells: 0 });
    await undo(document);
    expect(shown(document, "Emails").flat()).toContain("corrected@own.example");
  });
});

describe("a job that somebody undoes elsewhere while its page drives it", () => {
  const moments = [2_000, 6_000, 11_000];

  afterEach(() => {
    world.host.settings.latencyMs = () => 0;
  });

  test.each<[string, string[][], (document: JobDocument) => ChoicesPart]>([
    ["verification", contacts(3, "driven"), () => ({})],
    ["search for emails", companies(["three-emails.example", "no-emails.example"]), findChoices],
    [
      "list of companies",
      [["name", "domain"]],
      ({ sheetId }) => fillChoices({ pages: 2, columns: ["name", "domain"], target: { kind: "append", sheetId } }),
    ],
  ])("leaves nothing of a %s, also when it is being written then @slow", async (_kind, rows, choicesFor) => {
    const left: unknown[] = [];
    for (const ms of moments) {
      const document = world.open(rows);
      const before = shown(document);
      world.host.settings.latencyMs = () => 300;
      const started = await document.start(choicesFor(document));
      const { id } = started.job;
      const driven = document.drive(started);
      await world.clock.sleep(ms);
      await document.undo(id);
      const { stop } = await driven;
      const { properties } = document.document.save();
      left.push({
        stop,
        sheets: document.document.workbook.sheets().map(({ name }) => name),
        shown:
          shown(document)
            .map((row) => row.join())
            .join() === before.map((row) => row.join()).join(),
        properties: Object.keys(properties).filter((name) => name.includes(id)),
      });
    }
    expect(left).toEqual(moments.map(() => ({ stop: null, sheets: [SHEET], shown: true, properties: [] })));
  });
});
