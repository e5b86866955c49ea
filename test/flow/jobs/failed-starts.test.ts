import { beforeEach, describe, expect, test } from "@jest/globals";
import type { HostSettings } from "../../../local/apps-script/settings";
import { killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween } from "../support/person-in-between";
import { companies, domains, findChoices, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

const person = createPersonInBetween();
let betweenCalls: NonNullable<HostSettings["betweenCalls"]>;
const world = jobWorld({ settings: { betweenCalls: (...args) => betweenCalls(...args) } });
beforeEach(() => {
  betweenCalls = person.betweenCalls;
});

const DELETES_INPUTS: Act = (keyboard) => keyboard.delete(SHEET, "columns", 2);

/** Sheets, names of columns, and jobs. */
const whatIsThere = async ({ document, user, call }: JobDocument) => ({
  sheets: document.workbook.sheets().map(({ name }) => name),
  header: user.keyboard.shows(SHEET, "A1:H1")[0]?.filter((name) => name !== ""),
  jobs: dataOf(await call("listJobs")),
});

describe("a start that fails", () => {
  test("leaves no sheet of emails", async () => {
    const document = world.open(companies(domains(3)));
    person.onCall("LockService.releaseLock", 1, DELETES_INPUTS);
    expect(await document.tryStart(findChoices(document))).toMatchObject({ ok: false, code: "COLUMN_GONE" });
    expect(await whatIsThere(document)).toEqual({ sheets: [SHEET], header: ["Contact", "Note"], jobs: [] });
  });

  describe("as it dies once it has made a sheet of emails", () => {
    async function dieAfterMaking(): Promise<JobDocument> {
      const other = world.open(companies(domains(3)));
      const calls = await traceCalls(world, () => other.start(findChoices(other)));
      const document = world.open(companies(domains(3)));
      const live = killAt(world, calls.indexOf("Spreadsheet.insertSheet") + 1);
      expect(await document.tryStart(findChoices(document))).toMatchObject({ ok: false, code: "GOOGLE_FAILED" });
      live();
      expect((await whatIsThere(document)).sheets).toContain("Emails");
      return document;
    }

    test("leaves it to the next start, which names it as it is wanted by then", async () => {
      const document = await dieAfterMaking();
      await findEmails(document, {}, { target: { kind: "new", sheetName: "Emails 2" } });
      expect((await whatIsThere(document)).sheets.sort()).toEqual(["Emails 2", SHEET]);
    });

    test("leaves alone somebody's blank sheet that has the wanted name @slow", async () => {
      const other = world.open(companies(domains(3)));
      const calls = await traceCalls(world, () => other.start(findChoices(other)));
      const document = world.open(companies(domains(3)));
      document.user.keyboard.addSheet("Emails");
      const live = killAt(world, calls.indexOf("Spreadsheet.insertSheet"));
      expect(await document.tryStart(findChoices(document))).toMatchObject({ ok: false, code: "GOOGLE_FAILED" });
      live();
      await findEmails(document, {}, { target: { kind: "new", sheetName: "Found" } });
      expect((await whatIsThere(document)).sheets.sort()).toEqual([SHEET, "Emails", "Found"].sort());
    });

    test("leaves none beside the sheet that the next start adds to @slow", async () => {
      const document = await dieAfterMaking();
      document.user.keyboard.addSheet("Mine");
      const [sheetId = 0] = document.document.workbook
        .sheets()
        .flatMap((sheet) => (sheet.name === "Mine" ? [sheet.sheetId] : []));
      await findEmails(document, {}, { target: { kind: "append", sheetId } });
      expect((await whatIsThere(document)).sheets.sort()).toEqual([SHEET, "Mine"]);
    });
  });

  test("as its sheet's name was given to another since the dry run is begun under another name", async () => {
    const document = world.open(companies(domains(3)));
    document.user.keyboard.addSheet("Emails");
    await findEmails(document);
    expect((await whatIsThere(document)).sheets.sort()).toEqual([SHEET, "Emails", "Emails 2"].sort());
    expect(document.user.keyboard.shows("Emails", "A1:C3").flat().join("")).toBe("");
  });

  test("leaves alone a blank sheet that somebody gives its sheet's name meanwhile", async () => {
    const document = world.open(companies(domains(3)));
    person.onCall("Spreadsheet.insertSheet", 1, (keyboard) => keyboard.addSheet("Emails"));
    await findEmails(document);
    expect((await whatIsThere(document)).sheets.sort()).toEqual([SHEET, "Emails", "Emails 2"].sort());
    await document.undo((await document.last()).id);
    expect((await whatIsThere(document)).sheets.sort()).toEqual([SHEET, "Emails"].sort());
  });

  test("as Google fails after it made a sheet leaves it to the next start", async () => {
    const document = world.open(companies(domains(3)));
    world.host.settings.faults = [{ calls: ["Spreadsheet.insertSheet"], at: [1], when: "after" }];
    await document.tryStart(findChoices(document));
    world.host.settings.faults = [];
    await findEmails(document);
    expect((await whatIsThere(document)).sheets.sort()).toEqual([SHEET, "Emails"].sort());
  });

  test("leaves no column, when the one of inputs is deleted at any moment", async () => {
    await person.actAtEveryMoment(DELETES_INPUTS, momentStep(13), async (at, begin) => {
      const document = world.open(contacts(5));
      begin();
      const rows = { kind: "selected" as const, spans: [{ from: 2, to: 4 }] };
      const started = await document.tryStart({ header: "Email", rows });
      if (started.ok) return;
      const { header } = await whatIsThere(document);
      expect({ at, header }).toEqual({ at, header: ["Name", "Note"] });
    });
  });

  test("for a moment, as Google fails while selected rows are tagged, tags all rows of an address", async () => {
    const [header = [], first = [], second = []] = contacts(2);
    const document = world.open([header, first, second, first]);
    world.host.settings.faults = [{ calls: ["DeveloperMetadata.remove"], at: [1] }];
    const started = await document.start({ header: "Email", rows: { kind: "selected", spans: [{ from: 2, to: 4 }] } });
    world.host.settings.faults = [];
    await document.drive(started);
    const statuses = document.user.keyboard.shows(SHEET, "D2:D4").flat();
    expect(statuses).toEqual([expect.stringMatching(/./), expect.stringMatching(/./), statuses[0]]);
  });

  test("because Google fails for a moment is begun again, and no earlier job is forgotten", async () => {
    const document = world.open(contacts(5));
    const { job } = await document.verify({}, { askAtMost: 2 });
    world.host.settings.faults = [{ calls: ["PropertiesService.setProperties"], at: [1] }];
    const started = await document.tryStart();
    world.host.settings.faults = [];
    const jobs = dataOf(await document.call("listJobs")).map(({ id }) => id);
    expect(jobs).toEqual([dataOf(started).job.id, job?.id]);
  });

  test("because somebody keeps moving columns says so, and pins nothing", async () => {
    const document = world.open(contacts(5));
    betweenCalls = (_index, name, { as }) => {
      if (name === "DeveloperMetadata.add") as("ann@company.example").keyboard.insert(SHEET, "columns", 1, 1);
    };
    expect(await document.tryStart({ header: "Email" })).toEqual({
      ok: false,
      code: "COLUMNS_MOVING",
      message: "Somebody keeps moving columns or rows here.",
      remedy: "Try again when they are done: nothing is lost.",
    });
    expect(document.document.save().extras?.metadata ?? []).toEqual([]);
  });
});
