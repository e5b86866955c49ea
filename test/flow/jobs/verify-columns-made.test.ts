import { describe, expect, test } from "@jest/globals";
import type { RowChoice } from "../../../src/jobs/protocol";
import { columnLetter } from "../../../src/sheet/table";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween } from "../support/person-in-between";
import { companies, domains, findChoices } from "./find-document";
import { type JobDocument, jobWorld, OWNER, SHEET } from "./job-document";
import { contacts } from "./lists";

const person = createPersonInBetween();
let callName: (name: string) => void | Promise<void> = () => {};
const world = jobWorld({
  settings: {
    async betweenCalls(index, name, document) {
      await callName(name);
      return person.betweenCalls(index, name, document);
    },
  },
});

const SELECTED: RowChoice = { kind: "selected", spans: [{ from: 2, to: 4 }] };

/** Gives the letter of the status column and the columns that are coloured. */
function coloursOf(document: JobDocument): { status: number; coloured: number[] } {
  const { conditionalFormats } = document.document.save().extras as {
    conditionalFormats: { areas: { column: number }[] }[];
  };
  const [header = []] = document.user.keyboard.shows(SHEET, "A1:Z1");
  return {
    status: header.indexOf("Email status") + 1,
    coloured: conditionalFormats.flatMap(({ areas }) => areas.map(({ column }) => column)),
  };
}

describe("columns for results", () => {
  test("are made once in a Table whose header stands below titles", async () => {
    const document = world.open([["My list", "", ""], ["of June", "", ""], ...contacts(4)]);
    document.user.keyboard.makeTable(SHEET, "A3:C7");
    const sample = ["person0000@company0.example", "person0001@company1.example"];
    const end = await document.verify({ headerRow: 0, sample, rows: { kind: "todo" } });
    expect(end).toMatchObject({ state: "finished", stop: null });
    // The three of the list, two of results and the hidden one.
    expect(document.document.workbook.extent(document.sheetId).columns).toBe(6);
    await document.undo((await document.last()).id);
    expect(document.user.keyboard.shows(SHEET, "A1:F4")).toEqual([
      ["My list", "", "", "", "", ""],
      ["of June", "", "", "", "", ""],
      ["Name", "Email", "Note", "", "", ""],
      ["Name 0", "person0000@company0.example", "note of person0000@company0.example", "", "", ""],
    ]);
  });

  test.each([
    [
      "whose header it spills as well",
      1,
      `=DOMAIN_EMAILS("thirty-five.example", 50, "all", "email, first_name, last_name")`,
    ],
    ["below a typed header", 2, `=VERIFY_EMAIL(F2:F4, "email, type, domain")`],
  ])("go behind a list that a formula fills, %s, and leave nothing", async (_, row, formula) => {
    const document = world.open([
      ["email", "", "", "Comment"],
      ["", "", "", "mine"],
    ]);
    const { keyboard } = document.user;
    if (row === 2) keyboard.paste(SHEET, "A1", [["email", "type", "domain"]]);
    const inputs = ["a@reliable.example", "b@reliable.example", "c@reliable.example"];
    keyboard.paste(
      SHEET,
      "F2",
      inputs.map((email) => [email]),
    );
    if (row === 1) keyboard.type(SHEET, "A1", "");
    keyboard.type(SHEET, `A${row}`, formula);
    await world.clock.idle();
    const before = keyboard.shows(SHEET, "A1:H40");
    expect(before[3]?.[2]).not.toBe("");
    const sample = [before[1]?.[0] ?? ""];
    expect(
      await document.verify({ column: 1, header: "email", sample, fields: ["email_status", "type"] }),
    ).toMatchObject({
      state: "finished",
      stop: null,
    });
    const [header = [], ...rows] = keyboard.shows(SHEET, "A1:L40");
    expect(header.slice(0, 4)).toEqual(before[0]?.slice(0, 4));
    expect(header.slice(4, 6)).toEqual(["verified for", "Email status"]);
    expect(rows.filter((cells) => cells[5] !== "")).toHaveLength(rows.filter((cells) => cells[0] !== "").length);
    await document.undo((await document.last()).id);
    expect(keyboard.shows(SHEET, "A1:H40")).toEqual(before);
  });

  test("are taken out behind such a list as well, when Google has failed ever since they were inserted", async () => {
    const document = world.open([["email", "type", "domain", "input"]]);
    const { keyboard } = document.user;
    const inputs = ["a@reliable.example", "b@reliable.example", "c@reliable.example"];
    keyboard.paste(
      SHEET,
      "F2",
      inputs.map((email) => [email]),
    );
    keyboard.type(SHEET, "A2", '=VERIFY_EMAIL(F2:F4, "email, type, domain")');
    await world.clock.idle();
    const before = keyboard.shows(SHEET, "A1:L5");
    const { host } = world;
    let isFailing = false;
    const untrace = host.onTrace(({ event, detail, executionId }) => {
      isFailing ||= event === "call" && detail === "Sheet.insert";
      if (event === "call" && isFailing && /^(Sheet|Range)\./.test(detail))
        host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "after" };
    });
    const sample = [before[1]?.[0] ?? ""];
    expect(await document.verify({ column: 1, header: "email", sample })).not.toMatchObject({ state: "finished" });
    untrace();
    host.settings.crash = null;
    expect(isFailing).toBe(true);
    await document.undo((await document.last()).id);
    expect(keyboard.shows(SHEET, "A1:L5")).toEqual(before);
  });

  test("go with an undo, although a Table has named one in a row that an earlier job has answered, long before its result", async () => {
    const rows = contacts(4).slice(1);
    const document = world.open(rows);
    const { keyboard } = document.user;
    keyboard.makeTable(SHEET, "A1:C4");
    const choices = { headerRow: 0, sample: [rows[0]?.[1] ?? "", rows[1]?.[1] ?? ""] };
    await document.verify(choices);
    const first = await document.last();
    keyboard.delete(SHEET, "columns", 5);
    world.service.fetch = async (request) => {
      if ((await request.clone().text()).includes("person0000")) await world.clock.sleep(20_000);
      return world.fetchOfService(request);
    };
    await document.verify({ ...choices, rows: { kind: "all" } });
    const results = keyboard.shows(SHEET, "D1:E4");
    expect(results.flat()).not.toContain("Column 1");
    for (const { id } of [await document.last(), first]) await document.undo(id);
    expect(keyboard.shows(SHEET, "A1:F4")).toEqual(rows.map((cells) => [...cells, "", "", ""]));
  });

  test("go with an undo before the first answer, and leave no note, although a Table has named them in a row of the list", async () => {
    const rows = contacts(4);
    const document = world.open(rows);
    document.user.keyboard.makeTable(SHEET, "A1:C5");
    const selected: RowChoice = { kind: "selected", spans: [{ from: 1, to: 4 }] };
    await document.start({ headerRow: 0, sample: [rows[1]?.[1] ?? ""], fields: ["email_status"], rows: selected });
    await document.undo((await document.last()).id);
    const { workbook } = document.document;
    expect(document.user.keyboard.shows(SHEET, "A1:F5")).toEqual(rows.map((cells) => [...cells, "", "", ""]));
    expect(workbook.readNotes(document.sheetId, { row: 1, column: 2, rows: 1, columns: 1 })).toEqual([[null]]);
  });

  test.each([2, 3, 4, 5])(
    "are written over nothing of somebody's own, when column %i is deleted at any moment from their insertion on",
    async (column) => {
      let moments = 0;
      const letter = columnLetter(column);
      const step = momentStep(19);
      for (let moment = column % step; moment === moments * step + (column % step); moment += step) {
        const document = world.open(contacts(4));
        const { keyboard } = document.user;
        let calls = -1;
        callName = (name) => {
          if (calls >= 0 || name === "Sheet.insert") calls++;
          if (calls !== moment + 1) return;
          if (keyboard.shows(SHEET, `${letter}2:${letter}5`).flat().join("").includes("note")) return;
          keyboard.delete(SHEET, "columns", column, 1);
          moments++;
        };
        await document.verify({ rows: { kind: "todo" } });
        callName = () => {};
        const shown = keyboard.shows(SHEET, "A1:Z5").flat();
        const own = contacts(4).flatMap(([name, email, note]) => (column === 2 ? [name, note] : [name, email, note]));
        expect([moment, own.filter((text) => !shown.includes(text ?? ""))]).toEqual([moment, []]);
      }
      expect(moments * step).toBeGreaterThan(50);
    },
  );

  test("are named over nothing that somebody types into a column inserted right of the inputs until just before", async () => {
    let moments = 0;
    for (let moment = 1; moment === moments + 1; moment++) {
      const document = world.open(contacts(4));
      const { keyboard } = document.user;
      let [calls, isHidden] = [0, false];
      callName = (name) => {
        if (calls > 0 || name === "Sheet.insert") calls++;
        if (calls === moment) {
          keyboard.insert(SHEET, "columns", 3, 1);
          keyboard.type(SHEET, "C1", "Mine");
          moments++;
        }
        // After this reading come only the calls that write.
        if (isHidden && name === "Range.getValues") calls = -Infinity;
        isHidden ||= name === "Sheet.setHidden";
      };
      await document.verify({ rows: { kind: "todo" } });
      callName = () => {};
      const [header = []] = keyboard.shows(SHEET, "A1:Z1");
      const own = header.filter((name) => ["Name", "Email", "Mine", "Note"].includes(name));
      if (moment === moments) expect([moment, own]).toEqual([moment, ["Name", "Email", "Mine", "Note"]]);
    }
    expect(moments).toBeGreaterThan(8);
  });

  test("leave a date among the inputs as it is shown, when somebody inserts a column at any moment of their making", async () => {
    let moments = 0;
    const step = momentStep(13);
    for (let moment = 0; moment === moments * step && moment < 40; moment += step) {
      const document = world.open(contacts(3));
      const { keyboard } = document.user;
      keyboard.type(SHEET, "B4", "1/2/2026");
      let calls = -1;
      callName = (name) => {
        if (calls >= 0 || name === "Sheet.insert") calls++;
        if (calls !== moment + 1) return;
        keyboard.insert(SHEET, "columns", 1, 1);
        moments++;
      };
      await document.verify();
      callName = () => {};
      expect([moment, keyboard.shows(SHEET, "C4")]).toEqual([moment, [["1/2/2026"]]]);
    }
    expect(moments * step).toBeGreaterThanOrEqual(40);
  });

  test("stand right of a header that is merged over several columns, each under its own header @slow", async () => {
    const emails = [0, 1].map((n) => ["Ann", `merged${n}@acme.example`, "work", "a note"]);
    const document = world.open([["Name", "Contact", "", "Note"], ...emails]);
    document.user.keyboard.merge(SHEET, "B1:C1");
    await document.verify({ fields: ["email_status", "type"] });
    const headers = ["Name", "Contact", "", "verified for", "Email status", "Email type", "Note"];
    const shows = () => document.user.keyboard.shows(SHEET, "A1:G1");
    expect(shows()).toEqual([headers]);
    await document.verify({ fields: ["email_status", "type", "verdict"], rows: { kind: "all" } });
    expect(document.user.keyboard.shows(SHEET, "A1:H1")[0]).toEqual([...headers.slice(0, -1), "Verdict", "Note"]);
    for (let i = 0; i < 2; i++) await document.undo((await document.last()).id);
    expect(shows()).toEqual([["Name", "Contact", "", "Note", "", "", ""]]);
  });

  const verifying = { list: contacts(4), choicesIn: () => ({}) };
  const finding = { list: companies(domains(4)), choicesIn: (document: JobDocument) => findChoices(document) };
  test.each([
    [15, verifying],
    [600, verifying],
    [600, finding],
  ])("are used when Google has failed for %i s after it had noted them all the same", async (seconds, job) => {
    const { clock, host } = world;
    const document = world.open(job.list);
    const calls = ["PropertiesService.setProperty", "PropertiesService.setProperties"];
    let untilMs: number | null = null;
    callName = (name) => {
      if (name === "Sheet.insert" || name === "Sheet.hide") untilMs ??= clock.now() + seconds * 1_000;
      const isFailing = untilMs !== null && clock.now() < untilMs;
      host.settings.faults = isFailing ? [{ calls, chance: 1, when: "after" }] : [];
    };
    let end = await document.drive(await document.start(job.choicesIn(document)));
    await clock.sleep(seconds * 1_000);
    if (end.state === "paused") end = await document.drive(await document.resume((await document.last()).id));
    callName = () => {};
    expect(end).toMatchObject({ state: "finished", stop: null });
    const asked = [...document.asked("email-verifier"), ...document.asked("domain-search")];
    expect(new Set(asked.map(({ request }) => JSON.stringify(request))).size).toBe(4);
    expect(asked).toHaveLength(4);
    await document.undo((await document.last()).id);
    expect(document.user.keyboard.shows(SHEET, "A1:E1")).toEqual([[...(job.list[0] ?? []), "", ""]]);
  });

  test("are made while nobody is kept from the lock", async () => {
    const document = world.open(contacts(6));
    let isHeld = false;
    const insertions: boolean[] = [];
    callName = (name) => {
      if (name === "LockService.tryLock") isHeld = true;
      if (name === "LockService.releaseLock") isHeld = false;
      if (name === "Sheet.insert") insertions.push(isHeld);
    };
    await document.verify({ rows: SELECTED });
    callName = () => {};
    expect(insertions).toEqual([false]);
  });

  test("are made once, when the page is closed in the middle of it and opened again @slow", async () => {
    const document = world.open(contacts(6));
    const started = await document.start();
    const ends: Promise<unknown>[] = [];
    callName = (name) => {
      if (name !== "Sheet.insert") return;
      callName = () => {};
      ends.push(document.resume(started.job.id).then((resumed) => document.drive(resumed)));
      // It stands before the insertion for as long as the next page takes to get there.
      return document.clock.sleep(50_000);
    };
    await document.drive(started);
    await Promise.all(ends);
    expect(document.user.keyboard.shows(SHEET, "A1:H1")).toEqual([
      ["Name", "Email", "verified for", "Email status", "Email type", "Note", "", ""],
    ]);
    await document.undo(started.job.id);
    expect(document.user.keyboard.shows(SHEET, "A1:D1")).toEqual([["Name", "Email", "Note", ""]]);
  });

  test("leave no note on the header of another list, which somebody moves among them meanwhile", async () => {
    const document = world.open(contacts(3).map((row, i) => [...row, i === 0 ? "Second" : `second${i}@acme.example`]));
    await document.verify({ column: 4 });
    person.onCall("Range.setNotes", 1, (keyboard) => keyboard.move(SHEET, "columns", 7, 1, 4));
    await document.verify();
    const [header = []] = document.user.keyboard.shows(SHEET, "A1:Z1");
    const { notes } = document.header(SHEET);
    const withNotes = header.filter((_, i) => notes[i]);
    expect(header.slice(0, 6)).toEqual(["Name", "Email", "verified for", "Second", "Email status", "Email type"]);
    expect(withNotes).toEqual(["Email status", "Email type", "Email status", "Email type"]);
  });

  test("have their colours and notes at the end of the job, although the execution has died that was to style them", async () => {
    const document = world.open(contacts(3));
    const untrace = world.host.onTrace(({ event, detail, executionId }) => {
      if (event !== "call" || detail !== "Sheet.setConditionalFormatRules") return;
      world.host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "before" };
      untrace();
    });
    expect(await document.verify()).toMatchObject({ state: "finished" });
    world.host.settings.crash = null;
    const { status, coloured } = coloursOf(document);
    expect([...new Set(coloured)]).toEqual([status]);
    expect(document.header(SHEET).notes[status - 1]).toContain("mail");
    expect(document.rows().every(({ email_status }) => email_status)).toBe(true);
  });

  test("leave alone a note of somebody's that has a line like ours, although a start has made them for chosen rows", async () => {
    const document = world.open(contacts(4));
    const { sheetId } = document;
    const mine = { type: "setNotes" as const, sheetId, row: 1, column: 3, notes: [["mine\ntype"]] };
    document.document.workbook.apply([mine], { kind: "person", user: OWNER });
    await document.verify({ rows: SELECTED });
    const { status, coloured } = coloursOf(document);
    expect([...new Set(coloured)]).toEqual([status]);
    const { notes } = document.header(SHEET);
    expect([notes.includes("mine\ntype"), notes[status - 1]]).toEqual([true, expect.stringContaining("mail")]);
  });

  test("have their colours where the status is, whenever somebody inserts a column @slow", async () => {
    const act: Act = (keyboard) => keyboard.insert(SHEET, "columns", 1, 1);
    for (let at = 1; at <= 2; at++) {
      const document = world.open(contacts(3));
      person.onCall("Sheet.setConditionalFormatRules", at, act);
      await document.verify();
      const { status, coloured } = coloursOf(document);
      expect({ at, coloured: [...new Set(coloured)] }).toEqual({ at, coloured: [status] });
    }
  });

  test("have their colours nowhere else, when somebody moves a column away and back meanwhile @slow", async () => {
    for (const later of [6, 16, 24]) {
      const document = world.open(contacts(3));
      const { keyboard } = document.user;
      let calls = -1;
      callName = (name) => {
        if (calls >= 0 || name === "Sheet.setConditionalFormatRules") calls++;
        if (calls === 0) keyboard.move(SHEET, "columns", 6, 1, 3);
        if (calls === later) keyboard.move(SHEET, "columns", 3, 1, 7);
      };
      await document.verify({ fields: ["email_status", "type"] });
      callName = () => {};
      expect(calls).toBeGreaterThan(later);
      const { status, coloured } = coloursOf(document);
      expect({ later, coloured: [...new Set(coloured)] }).toEqual({ later, coloured: [status] });
    }
  });
});

test("a start shows none of Google's errors when somebody deletes rows at any moment", async () => {
  const act: Act = (keyboard) => keyboard.delete(SHEET, "rows", 3, 998);
  await person.actAtEveryMoment(act, momentStep(13), async (at, begin) => {
    const document = world.open(contacts(20));
    begin();
    const started = await document.tryStart({ header: "Email" });
    expect({ at, code: started.ok || started.code }).toEqual({ at, code: true });
  });
});

test("headers of new columns are bold, and no others", async () => {
  const document = world.open(contacts(3));
  await document.verify();
  const row = { row: 1, column: 1, rows: 1, columns: 6 };
  const [styles = []] = document.document.workbook.readStyles(document.sheetId, row);
  // Name, Email, the hidden column, two of results, Note.
  const bold = [false, false, false, true, true, false];
  expect(styles.map((style) => style?.fontWeight === "bold")).toEqual(bold);
});
