import { beforeAll, describe, expect, test } from "@jest/globals";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween, patiently } from "../support/person-in-between";
import { companies, domains, EDITED, emailsOf, expectOwnEmails, findChoices, foundStatuses } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";

/** Enough to be told apart, and quick to write. */
const FEW = { limit: 5 };

const COMPANIES = [...domains(14, "moved"), "no-mx.example", "no-emails.example"];

const ACTIONS: Record<string, Act> = {
  "sorts the companies, downwards": (keyboard) => keyboard.sort(SHEET, "A2:G40", 1, false),
  "inserts rows above": (keyboard) => keyboard.insert(SHEET, "rows", 4, 3),
  "inserts a column to the left": (keyboard) => keyboard.insert(SHEET, "columns", 1, 1),
  "deletes companies": (keyboard) => keyboard.delete(SHEET, "rows", 5, 2),
  "renames both sheets and goes to another": (keyboard) => {
    keyboard.addSheet("Elsewhere");
    keyboard.select("Elsewhere", "B2");
    keyboard.renameSheet(SHEET, "Old leads");
    keyboard.renameSheet("Emails", "People");
  },
  "edits a company": (keyboard) => {
    const [header = []] = keyboard.shows(SHEET, "A1:H1");
    const note = String.fromCharCode("A".charCodeAt(0) + header.indexOf("Note"));
    keyboard.type(SHEET, `${note}6`, `note of ${EDITED}`);
    keyboard.type(SHEET, "B6", EDITED);
  },
  "sorts the found emails": (keyboard) => keyboard.sort("Emails", "A2:I60", 2, false),
  "inserts a column among the found emails": (keyboard) => keyboard.insert("Emails", "columns", 2, 1),
};

const person = createPersonInBetween();
let statusOf: Map<string, string>;
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });
beforeAll(async () => {
  statusOf = await foundStatuses(world.open(companies([...COMPANIES, EDITED])), FEW);
});

describe("a person who works in both sheets while emails are found", () => {
  test.each(Object.entries(ACTIONS))(
    "%s, at every moment: each company has its own result and emails @slow",
    async (_name, act) => {
      const calls = await person.actAtEveryMoment(act, momentStep(113), async (at, begin) => {
        const document = world.open(companies(COMPANIES));
        const started = await document.start(findChoices(document, {}, FEW));
        begin();
        await document.drive(started);
        const sheet = document.document.workbook.sheets()[0]?.name;
        const rows = document.rows(sheet);
        expect({ at, rows: rows.filter(({ Website }) => Website !== "").length >= 14 }).toEqual({ at, rows: true });
        expectOwnEmails(document, statusOf, sheet);
        expect(emailsOf(document).size).toBeGreaterThan(8);
      });
      expect(calls).toBeGreaterThan(20);
    },
  );
});

/** These can be done before there is a sheet of emails. */
const IN_COMPANIES = Object.entries(ACTIONS).slice(0, 4);

test.each(IN_COMPANIES)(
  "a person who %s while emails begin to be found has each beside its company",
  async (_, act) => {
    const calls = await person.actAtEveryMoment(act, momentStep(59), async (at, begin) => {
      const document = world.open(companies(COMPANIES));
      const choices = findChoices(document, { header: "Website" }, FEW);
      begin();
      const started = await patiently(() => document.start(choices));
      const end = await document.drive(started);
      expect({ at, state: end.state, stop: end.stop }).toEqual({ at, state: "finished", stop: null });
      expectOwnEmails(document, statusOf, document.document.workbook.sheets()[0]?.name);
    });
    expect(calls).toBeGreaterThan(20);
  },
);

describe("a person who works in both sheets while found emails are taken back", () => {
  let done: JobDocument;
  let id: string;
  beforeAll(async () => {
    done = world.open(companies(COMPANIES));
    ({ id } = (await done.drive(await done.start(findChoices(done, {}, FEW)))).job ?? { id: "" });
  });

  const isOwn = (row: Record<string, string>): boolean => row.Website !== "";
  const expectUntouched = (document: JobDocument, at: number): void => {
    const [{ name = SHEET } = {}, ...others] = document.document.workbook.sheets();
    const rows = document.rows(name).filter(isOwn);
    expect({ at, names: Object.keys(rows[0] ?? {}) }).toEqual({ at, names: ["Contact", "Website", "Note"] });
    expect(rows.length).toBeGreaterThanOrEqual(COMPANIES.length - 2);
    for (const { Website, Note } of rows) expect({ at, Note }).toEqual({ at, Note: `note of ${Website}` });
    expect({ at, others: others.map((sheet) => sheet.name).filter((each) => each !== "Elsewhere") }).toEqual({
      at,
      others: [],
    });
  };

  test.each(Object.entries(ACTIONS).filter(([name]) => name !== "edits a company"))(
    "%s, at every moment: only what the job has made goes",
    async (_name, act) => {
      const calls = await person.actAtEveryMoment(act, momentStep(59), async (at, begin) => {
        const document = done.copy();
        begin();
        await patiently(() => document.undo(id, "look"));
        await patiently(() => document.undo(id));
        expectUntouched(document, at);
        expect(dataOf(await document.call("listJobs"))).toEqual([]);
      });
      expect(calls).toBeGreaterThan(10);
    },
  );
});

/** The job is paused among its companies, and the sheet of emails has a single blank row left. @returns its rows with content */
async function pausedAtEnd(document: JobDocument): Promise<number> {
  const choices = findChoices(document, { header: "Website", capHalves: 20 });
  expect((await document.drive(await document.start(choices))).stop).toMatchObject({ code: "CAP_REACHED" });
  const filled = document.rows("Emails").length + 1;
  document.user.keyboard.delete("Emails", "rows", filled + 1, 1_000 - filled - 1);
  return filled;
}

test("the last email found stays when somebody inserts a row among them as rows are added below", async () => {
  const document = world.open(companies(domains(30, "pushed")));
  const filled = await pausedAtEnd(document);
  let isPushed = false;
  person.onCall("Sheet.insert", 1, (keyboard) => {
    isPushed = true;
    keyboard.insert("Emails", "rows", filled - 1, 1);
  });
  const end = await document.drive(await document.resume((await document.last()).id, false, null));
  expect({ isPushed, state: end.state }).toEqual({ isPushed: true, state: "finished" });
  expectOwnEmails(document, await foundStatuses(document.copy(), {}));
});

test("an email that somebody deletes stays away although Google fails after it has added rows below", async () => {
  const document = world.open(companies(domains(30, "failing")));
  const filled = await pausedAtEnd(document);
  const { email: deleted = "" } = document.rows("Emails").at(-1) ?? {};
  expect(deleted).toContain("@");
  world.host.settings.faults = [{ calls: ["Sheet.insert"], at: [1], when: "after" }];
  let isDeleted = false;
  person.onCall("Sheet.insert", 2, (keyboard) => {
    isDeleted = true;
    keyboard.delete("Emails", "rows", filled, 1);
  });
  const end = await document.drive(await document.resume((await document.last()).id, false, null));
  world.host.settings.faults = [];
  expect({ isDeleted, state: end.state }).toEqual({ isDeleted: true, state: "finished" });
  const emails = document.rows("Emails").map(({ email }) => email);
  expect(emails).not.toContain(deleted);
  expect(new Set(emails).size).toBe(emails.length);
});

test("an email of whose row somebody has cleared a cell comes no second time with another name of its company", async () => {
  const document = world.open(companies([EDITED, ...domains(30, "cleared"), "Trio Partners"]));
  await pausedAtEnd(document);
  const [header = []] = document.user.keyboard.shows("Emails", "A1:I1");
  const cell = `${String.fromCharCode("A".charCodeAt(0) + header.findIndex((name) => /first/i.test(name)))}2`;
  document.user.keyboard.type("Emails", cell, "");
  const { id } = await document.last();
  expect((await document.drive(await document.resume(id, false, null))).state).toBe("finished");
  const emails = document.rows("Emails").map(({ email }) => email);
  expect(document.user.keyboard.shows("Emails", cell)).toEqual([[""]]);
  expect(emails.filter((email) => email?.endsWith(EDITED))).toHaveLength(3);
  expect(new Set(emails).size).toBe(emails.length);
});
