import { describe, expect, test } from "@jest/globals";
import { callsToKill, killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween } from "../support/person-in-between";
import { companies, domains, emailsOf, findChoices, findEmails, spentOn } from "./find-document";
import { type JobDocument, jobWorld, SHEET } from "./job-document";
import { runWhateverHappens, undoWhateverHappens } from "./whatever-happens";

const person = createPersonInBetween();
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });

const STEP = momentStep(241);

/** Two batches, one of them with a company of three sets. */
const COMPANIES = 10;
const FIND = { limit: 150 };
const LARGE = "hundred-twenty.example";

describe("a job that finds emails, and whose execution dies", () => {
  test("after any host call leaves the same sheets once it is resumed, and costs not one credit more @slow", async () => {
    const calm = world.open(companies([...domains(COMPANIES, "calm"), LARGE]));
    const calls = await traceCalls(world, () => runWhateverHappens(calm, findChoices(calm, {}, FIND)));
    expect(calls.length).toBeGreaterThan(120);
    expect(calm.header("Emails")).toMatchObject({
      notes: expect.arrayContaining(["email: An email address that was found."]),
      frozenRows: 1,
    });

    for (const at of callsToKill(calls, STEP)) {
      const prefix = `killed${at}x`;
      const document = world.open(companies([...domains(COMPANIES, prefix), LARGE]));
      const live = killAt(world, at);
      await runWhateverHappens(document, findChoices(document, {}, FIND));
      live();
      const rows = document.rows();
      const emails = emailsOf(document);
      for (const { Website = "", emails_found = "", ...row } of rows) {
        expect(`${at}: ${emails_found}`).toMatch(/: (\d+|no emails|error: .+ \(INVALID_DOMAIN_NAME\))$/);
        expect(`${at}: ${row["searched for"]}`).toMatch(new RegExp(`:${Website}$`));
        const own = emails.get(Website) ?? [];
        expect({ at, Website, own: own.length }).toEqual({ at, Website, own: Number(emails_found) || 0 });
        expect(new Set(own).size).toBe(own.length);
      }
      const credits = rows.map(({ Website, emails_found }) =>
        Website === LARGE ? 0 : Math.ceil((Number(emails_found) || 0) / 50),
      );
      const halves = credits.reduce((sum, each) => sum + 2 * each, 0);
      expect({ at, halves: spentOn(document, (domain) => domain.startsWith(prefix)) }).toEqual({ at, halves });
      const told = (await document.last()).spent.halves;
      // The large one was paid for by the first list, and is counted all the same.
      expect({ at, isTold: told >= halves + 6, isMost: told <= 6 * rows.length }).toEqual({
        at,
        isTold: true,
        isMost: true,
      });
      expect({ at, sheets: document.document.workbook.sheets().map(({ name }) => name) }).toEqual({
        at,
        sheets: ["Leads", "Emails"],
      });
      expect({ at, ...document.header("Emails") }).toEqual({ at, ...calm.header("Emails") });
      expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(calm.rows()[0] ?? {}));
    }
    expect(spentOn(calm, (domain) => domain === LARGE)).toBe(6);
  });
});

describe("an execution that dies while found emails are taken back", () => {
  test("after any host call leaves the sheets as they were once it is undone again, and nothing remembered @slow", async () => {
    const done = world.open(companies(domains(4, "undone")));
    await done.drive(await done.start(findChoices(done, {}, FIND)));
    const { id } = await done.last();
    const calls = await traceCalls(world, () => done.copy().undo(id));
    for (const at of callsToKill(calls, STEP)) {
      const document = await undoWhateverHappens(world, done, id, at);
      expect({ at, sheets: document.document.workbook.sheets().map(({ name }) => name) }).toEqual({
        at,
        sheets: [SHEET],
      });
      expect({ at, names: Object.keys(document.rows()[0] ?? {}) }).toEqual({
        at,
        names: ["Contact", "Website", "Note"],
      });
    }
  });
});

test("emails that an execution has written before it died, as somebody moved the hidden column and others, stand once in their own columns", async () => {
  const names = domains(3, "astray");
  const calm = world.open(companies(names));
  await calm.drive(await calm.start(findChoices(calm, {}, FIND)));
  const document = world.open(companies(names));
  const started = await document.start(findChoices(document, {}, FIND));
  person.onCall("CacheService.putAll", 1, (keyboard) => {
    keyboard.move("Emails", "columns", 6, 1, 1);
    const noCrash = world.host.onTrace(({ event, executionId, detail }) => {
      if (event !== "call" || detail !== "SpreadsheetApp.flush") return;
      world.host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "after" };
      noCrash();
    });
  });
  let killed = 0;
  const untrace = world.host.onTrace(({ event }) => {
    if (event === "killed") killed++;
  });
  await document.drive(started);
  untrace();
  expect(killed).toBe(1);
  const withoutJob = (row: Record<string, string>) => ({ ...row, "found by": row["found by"]?.split(":")[1] });
  expect(document.rows("Emails").map(withoutJob)).toEqual(calm.rows("Emails").map(withoutJob));
});

/**
 * Somebody inserts a row before a write, which hits another row than it was meant for, and whose execution dies before it
 * has looked. @param above the row above which they insert one, and whose names or results are hit
 * @param then what they do before the next execution @param before what they do before they insert it
 * @returns the documents in which that has happened after our columns were named
 */
async function hitRows(above: number, then: Act = () => {}, before: Act = () => {}): Promise<JobDocument[]> {
  const hit: JobDocument[] = [];
  for (let at = 1, isOver = false; !isOver; at++) {
    const document = world.open(companies(domains(3, "above")));
    const started = await document.start(findChoices(document, { header: "Website" }));
    let [isInserted, isNamed, isHit, isDead] = [false, false, false, false];
    person.onCall("Range.setValues", at, (keyboard) => {
      isNamed = keyboard.shows(SHEET, "D1").flat().join() === "Emails found";
      before(keyboard);
      keyboard.insert(SHEET, "rows", above, 1);
      isInserted = true;
    });
    document.document.workbook.onChange((changes, by) => {
      const isThere = changes.some(
        (change) =>
          change.type === "setCells" && change.row === above + 1 && JSON.stringify(change.cells).includes(":above"),
      );
      isHit ||= isInserted && by.kind === "script" && isThere;
    });
    const untrace = world.host.onTrace(({ event, executionId }) => {
      if (event !== "call" || !isHit || isDead) return;
      isDead = true;
      then(document.user.keyboard);
      world.host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "after" };
    });
    await document.drive(started);
    untrace();
    person.rest();
    isOver = !isInserted;
    if (isNamed && isDead) hit.push(document);
  }
  return hit;
}

const headerIn = (document: JobDocument, row: number): string[] =>
  document.user.keyboard.shows(SHEET, `A${row}:F${row}`).flat();

const NAMED = ["Contact", "Website", "searched for", "Emails found", "Known emails", "Note"];

describe("names of ours that an execution has written over before it died, as a row came above them", () => {
  test("come back, and each result stands beside its own company", async () => {
    const documents = await hitRows(1);
    expect(documents).not.toEqual([]);
    for (const document of documents) {
      expect(headerIn(document, 2)).toEqual(NAMED);
      const rows = document.user.keyboard.shows(SHEET, "B3:C5");
      expect(rows.map(([website, tag = ""]) => [website, tag.split(":")[1]])).toEqual(
        domains(3, "above").map((website) => [website, website]),
      );
    }
  });

  test("stay away where somebody has cleared or typed over what is there", async () => {
    const documents = await hitRows(1, (keyboard) => {
      keyboard.type(SHEET, "D2", "");
      keyboard.type(SHEET, "E2", "Column 1");
    });
    expect(documents).not.toEqual([]);
    for (const document of documents)
      expect(headerIn(document, 2)).toEqual(["Contact", "Website", "searched for", "", "Column 1", "Note"]);
  });
});

test("a name of ours that somebody has cleared stays away, as an execution that has died has hit another row", async () => {
  const clears: Act = (keyboard) => keyboard.type(SHEET, "D1", "");
  const documents = await hitRows(3, () => {}, clears);
  expect(documents).not.toEqual([]);
  for (const document of documents)
    expect(headerIn(document, 1)).toEqual(["Contact", "Website", "searched for", "", "Known emails", "Note"]);
});

test("emails of which Google has written some columns without the hidden one, before it failed for seconds, stand there once", async () => {
  const document = world.open(companies(["nine-hundred.example"]));
  let writes = 0;
  const untrace = world.host.onTrace(({ event, detail }) => {
    if (event !== "call") return;
    // Just before the emails are written.
    if (detail === "CacheService.putAll") writes ||= 1;
    if (writes > 0 && detail === "Range.setValues") writes++;
    // The whole and its first columns are lost, with the hidden one. The others are taken, and nothing more.
    const isAway = writes > 10 && detail !== "Utilities.sleep";
    if (writes > 10 && !isAway) untrace();
    const isFailing = isAway || (writes > 1 && writes < 7);
    const calls = ["Range.setValues", "Range.getValues", ...(isAway ? ["SpreadsheetApp.flush"] : [])];
    world.host.settings.faults = isFailing ? [{ calls, chance: 1 }] : [];
  });
  expect(await findEmails(document)).toMatchObject({ state: "finished" });
  expect(writes).toBeGreaterThan(10);
  const emails = document.rows("Emails").map(({ email }) => email);
  expect(emails).toHaveLength(50);
  expect(new Set(emails).size).toBe(50);
  await document.undo((await document.last()).id);
  expect(document.document.workbook.sheets()).toHaveLength(1);
});
