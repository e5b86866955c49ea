import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import type { JobCalls } from "../../../src/driver/driver";
import type { StartedJob } from "../../../src/jobs/views";
import { fillChoices } from "../companies/fill-document";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices } from "./find-document";
import { type ChoicesPart, dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

const MINUTE_MS = 60_000;

const world = jobWorld({
  settings: { installation: "bound", latencyMs: documentedMs },
  service: { latency: () => 2_000 },
});
afterEach(() => {
  for (const { uid } of world.host.triggers()) world.host.disableTrigger(uid);
  Object.assign(world.host.settings, { grantedScopes: null, betweenCalls: null });
});

const look = async ({ call }: JobDocument) => dataOf(await call("unattendedJobs", { do: "look" }));
const add = ({ call }: JobDocument, { job }: StartedJob) => call("unattendedJobs", { do: "add", jobId: job.id });

/** A page that is closed after some time: no call of it comes back or is made any more. */
function closedAfter({ calls, clock }: JobDocument, ms: number): JobCalls {
  const untilMs = clock.now() + ms;
  const never = new Promise<never>(() => {});
  const whileOpen = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (clock.now() >= untilMs) return never;
    const answer = await call();
    return clock.now() >= untilMs ? never : answer;
  };
  return {
    step: (request) => whileOpen(() => calls.step(request)),
    end: (request) => whileOpen(() => calls.end(request)),
  };
}

/** Begins a job that is to go on, and closes its page after some time. */
async function startAndClose(
  document: JobDocument,
  rows: number,
  ms: number,
  choices: ChoicesPart = { toAsk: rows },
): Promise<StartedJob> {
  const started = await document.start(choices);
  dataOf(await add(document, started));
  void document.drive(started, { calls: closedAfter(document, ms) });
  return started;
}

const triggersOf = ({ document }: JobDocument) =>
  world.host.triggers().filter(({ documentId }) => documentId === document.id);

function expectAllVerified(document: JobDocument, rows: number): void {
  const verified = document.rows().filter(({ email_status }) => email_status !== "");
  expect(verified).toHaveLength(rows);
}

/** Half credits that the addresses of this label have cost. */
const halvesOf = (label: string): number =>
  world.service.controls
    .ledger()
    .filter(({ subject }) => subject.startsWith(label))
    .reduce((sum, { halves }) => sum + halves, 0);

describe("a bound script", () => {
  test("outlasts three hours in which every call waits, on the same day, and pays for nothing twice @slow", async () => {
    const document = world.open(contacts(200, "waits"));
    const { job } = await startAndClose(document, 200, 10_000);
    world.service.controls.addFault({ kind: "slow", operation: "email-verifier", probability: 1, delayMs: 600_000 });
    await document.clock.sleep(3 * 60 * MINUTE_MS);
    const waited = world.service.controls.calls().filter(({ fault }) => fault === "slow");
    // A try is 20 calls that wait a minute. One each ten minutes would take all of Google's time for the day.
    expect(waited.length).toBeLessThan(200);
    expect(await document.last()).toMatchObject({ id: job.id, state: "running" });
    world.service.controls.clearFaults();
    await document.clock.sleep(70 * MINUTE_MS);
    expect(await document.last()).toMatchObject({ id: job.id, state: "finished" });
    expectAllVerified(document, 200);
    expect(halvesOf("waits")).toBe(200);
  });

  test("goes on with 1,000 rows after the page was closed in the first minute, and takes its trigger away @slow", async () => {
    const document = world.open(contacts(1_000, "long"));
    const { job } = await startAndClose(document, 1_000, MINUTE_MS);
    const beganMs = document.clock.now();
    while (triggersOf(document).length > 0 && document.clock.now() - beganMs < 120 * MINUTE_MS) {
      await document.clock.sleep(MINUTE_MS);
    }
    const minutes = (document.clock.now() - beganMs) / MINUTE_MS;
    const times = world.service.controls
      .ledger()
      .flatMap(({ subject, at }) => (subject.startsWith("long") ? [at] : []));
    expect(triggersOf(document)).toEqual([]);
    expectAllVerified(document, 1_000);
    expect(halvesOf("long")).toBe(1_000);
    const left = await document.last();
    expect({ ...left, minutes }).toMatchObject({
      id: job.id,
      state: "finished",
      reason: "Finished while the sidebar was closed.",
      done: 1_000,
      spent: { halves: 1_000 },
    });
    expect(await look(document)).toMatchObject({ jobs: [], isAtWork: false, isOverdue: false, last: { why: "" } });
    // Several executions overlap, and share the pace of the service.
    expect(1_000 / minutes).toBeGreaterThan(150);
    const [from = 0, to = 0] = [times[600], times[900]];
    expect((300 * MINUTE_MS) / (to - from)).toBeGreaterThan(300);
  });

  test("goes on with finding emails, and with a list of companies @slow", async () => {
    const asked = domains(90, "closed");
    const finding = world.open(companies(asked));
    await startAndClose(finding, 90, 5_000, findChoices(finding, { toAsk: 90 }));
    const enriching = world.open(companies(domains(60, "facts")));
    await startAndClose(enriching, 60, 5_000, enrichChoices(enriching, { toAsk: 60 }));
    const filling = world.open([["Notes"]]);
    const { job } = await startAndClose(filling, 0, 5_000, fillChoices({ pages: 6, toAsk: 6 }));
    await finding.clock.sleep(40 * MINUTE_MS);
    expect([triggersOf(finding), triggersOf(enriching), triggersOf(filling)]).toEqual([[], [], []]);
    expect(await enriching.last()).toMatchObject({ kind: "enrich", state: "finished", done: 60 });
    expect(await finding.last()).toMatchObject({ kind: "find", state: "finished", done: 90 });
    expect(new Set(finding.rows().map(({ emails_found }) => emails_found)).has("")).toBe(false);
    expect(await filling.last()).toMatchObject({ id: job.id, state: "finished", written: { pages: 6, rows: 150 } });
    expect(filling.rows("Companies")).toHaveLength(150);
  });

  test("leaves the job to an open page; executions that overlap share one epoch @slow", async () => {
    const document = world.open(contacts(120, "open"));
    const started = await document.start({ toAsk: 120 });
    dataOf(await add(document, started));
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "finished", stop: null, job: { epoch: 1 } });
    await document.clock.sleep(2 * MINUTE_MS);
    expect(triggersOf(document)).toEqual([]);
    // Of a person who has spent none of the day that triggers may run.
    const busy = world.open(contacts(1_400, "busy"), { owner: "cara@company.example" });
    const { job } = await startAndClose(busy, 1_400, 10_000);
    await busy.clock.sleep(4.5 * MINUTE_MS);
    const seen = await look(busy);
    expect(seen).toMatchObject({ jobs: [job.id], isAtWork: true, isOverdue: false, all: [{ id: job.id }] });
    // What the others have done is seen as well.
    const verified = busy.rows().filter(({ email_status }) => email_status !== "").length;
    const { done = 0 } = seen.all[0] ?? {};
    expect(done).toBeGreaterThan(verified * 0.65);
    expect(done).toBeLessThanOrEqual(verified);
    const runs = triggersOf(busy)[0]?.runs ?? [];
    expect(runs.length).toBeGreaterThan(2);
    expect(runs.filter(({ endedMs }) => endedMs === null).length).toBeGreaterThan(2);
    expect((await busy.last()).epoch).toBe(2);
    await busy.clock.sleep(30 * MINUTE_MS);
    expect(halvesOf("busy")).toBe(1_400);
  });

  test("goes on after an execution that Google has killed, and pays for nothing twice @slow", async () => {
    const document = world.open(contacts(400, "killed"));
    await startAndClose(document, 400, 10_000);
    let killed = 0;
    const ended = world.host.onTrace(({ event, detail }) => {
      if (event === "killed") killed++;
      if (event !== "start" || !detail.startsWith("trigger") || killed === 6) return;
      world.host.settings.crash ??= { callIndex: 60 + 45 * killed, when: killed % 2 === 0 ? "after" : "before" };
    });
    await document.clock.sleep(90 * MINUTE_MS);
    ended();
    expect([killed, triggersOf(document)]).toEqual([6, []]);
    expectAllVerified(document, 400);
    expect(halvesOf("killed")).toBe(400);
    expect(await document.last()).toMatchObject({ state: "finished" });
  });

  test("is taken over by a page with one click, also before a trigger has asked, and then left alone @slow", async () => {
    const document = world.open(contacts(400, "click"));
    const { job } = await startAndClose(document, 400, 10_000);
    await document.clock.sleep(2 * MINUTE_MS);
    const end = await document.drive(await document.resume(job.id));
    expect(end).toMatchObject({ state: "finished", stop: null });
    await document.clock.sleep(8 * MINUTE_MS);
    expect([triggersOf(document), halvesOf("click")]).toEqual([[], 400]);
    expectAllVerified(document, 400);
  });

  test("asks nothing that the dry run has not told: rows that came later pause it, with the reason", async () => {
    const document = world.open(contacts(200, "told"));
    await startAndClose(document, 100, 5_000);
    await document.clock.sleep(20 * MINUTE_MS);
    expect([halvesOf("told"), triggersOf(document)]).toEqual([100, []]);
    expect(await document.last()).toMatchObject({
      state: "paused",
      reason: expect.stringContaining("100 more emails"),
    });
    expect((await look(document)).last?.why).toContain("100 more emails");
  });

  test("with another key than it was begun with it pauses and says so, unless a colleague's trigger goes on with it @slow", async () => {
    const [alone, shared] = [world.open(contacts(30, "replaced")), world.open(contacts(30, "colleague"))];
    for (const document of [alone, shared]) dataOf(await add(document, await document.start({ toAsk: 30 })));
    const { id: jobId } = await shared.last();
    dataOf(await shared.callAs("ben@company.example")("unattendedJobs", { do: "add", jobId }));
    dataOf(await alone.call("checkAndSaveKey", "free-key"));
    await alone.clock.sleep(10 * MINUTE_MS);
    expect([halvesOf("replaced"), halvesOf("colleague")]).toEqual([0, 30]);
    const reason = "This job last ran with another API key.";
    expect(await alone.last()).toMatchObject({ state: "paused", reason });
    expect(await look(alone)).toMatchObject({ jobs: [], last: { why: reason } });
    expect(await shared.last()).toMatchObject({ state: "finished" });
    dataOf(await alone.call("removeKey"));
    expect(await alone.drive(await alone.resume((await alone.last()).id))).toMatchObject({ state: "finished" });
  });

  test("tells the reason of the execution that has paused it first, not of those beside it @slow", async () => {
    const document = world.open(contacts(700, "first"), { owner: "first@company.example" });
    dataOf(await add(document, await document.start({ toAsk: 700 })));
    await document.clock.sleep(3.5 * MINUTE_MS);
    document.user.keyboard.delete(SHEET, "columns", 2);
    await document.clock.sleep(20 * MINUTE_MS);
    const reason = expect.stringContaining("was deleted");
    expect(await document.last()).toMatchObject({ state: "paused", reason });
    expect(await look(document)).toMatchObject({ jobs: [], isAtWork: false, last: { why: reason } });
    const { workbook, sheetId } = document;
    const notes = workbook.readNotes(sheetId, { row: 1, column: 1, rows: 1, columns: 8 }).flat();
    expect(notes).toContainEqual(
      expect.stringMatching(/While it was closed, Sheetscout paused on .* credits\. .*was deleted/),
    );
  });

  test("stops where the page pauses the job, or the person lets it go on no longer @slow", async () => {
    const document = world.open(contacts(120, "pause"));
    const started = await document.start({ toAsk: 120 });
    dataOf(await add(document, started));
    const driver = document.driver(started);
    const run = driver.run();
    await document.clock.sleep(5_000);
    driver.pause();
    await run;
    await document.clock.sleep(5 * MINUTE_MS);
    expect([triggersOf(document), (await document.last()).state]).toEqual([[], "paused"]);
    dataOf(await add(document, started));
    expect(triggersOf(document)).toHaveLength(1);
    const dropped = dataOf(await document.call("unattendedJobs", { do: "drop", jobId: started.job.id }));
    expect([dropped.jobs, triggersOf(document)]).toEqual([[], []]);
  });

  test.each(["begins", "asks"])(
    "is paused when the person lets it go on no longer, also while an execution %s @slow",
    async (moment) => {
      const label = `no-longer-${moment}`;
      const document = world.open(contacts(300, label));
      const { job } = await startAndClose(document, 300, 1_000);
      let atTakeover: number | null = null;
      const isTime = (): boolean => {
        const standing = JSON.parse(document.document.save().properties[`state:${job.id}`] ?? "{}");
        if (standing.epoch > job.epoch) atTakeover ??= halvesOf(label);
        return atTakeover !== null && (moment === "begins" || halvesOf(label) > atTakeover);
      };
      let pressed: number | null = null;
      world.host.settings.betweenCalls = () => {
        if (pressed !== null || !isTime()) return;
        pressed = halvesOf(label);
        void document.call("unattendedJobs", { do: "drop", jobId: job.id });
      };
      await document.clock.sleep(10 * MINUTE_MS);
      expect(halvesOf(label)).toBeLessThanOrEqual((pressed ?? 0) + 40);
      expect(await document.last()).toMatchObject({ state: "paused", reason: "" });
      expect(document.header(SHEET).notes.join("")).not.toContain("While it was closed");
      await document.drive(await document.resume(job.id));
      expectAllVerified(document, 300);
      expect(halvesOf(label)).toBe(300);
    },
  );

  test("its function does nothing for a cell, and for another trigger than the stored one", async () => {
    const document = world.open(contacts(100, "public"));
    const started = await document.start({ toAsk: 100 });
    dataOf(await add(document, started));
    const before = await look(document);
    expect(await document.user.callFormula("workWhileClosed", ["x"])).toBe("");
    await document.user.callFromSidebar("workWhileClosed", JSON.stringify([{ triggerUid: "another" }]));
    await document.user.callFromSidebar("workWhileClosed", "[null]");
    expect([await look(document), halvesOf("public")]).toEqual([before, 0]);
    dataOf(await document.call("unattendedJobs", { do: "drop", jobId: started.job.id }));
  });

  test("a trigger in another spreadsheet stays when the last job here ends", async () => {
    const [here, there] = [world.open(contacts(20, "here")), world.open(contacts(20, "there"))];
    await startAndClose(there, 20, 0);
    const started = await startAndClose(here, 20, 0);
    expect([triggersOf(here), triggersOf(there)].map((all) => all.length)).toEqual([1, 1]);
    dataOf(await here.call("unattendedJobs", { do: "drop", jobId: started.job.id }));
    expect([triggersOf(here), triggersOf(there)].map((all) => all.length)).toEqual([0, 1]);
    await there.clock.sleep(10 * MINUTE_MS);
    expect([triggersOf(there), halvesOf("there"), halvesOf("here")]).toEqual([[], 20, 0]);
  });

  test("one that Google has dropped is overdue, and is made anew by the next request @slow", async () => {
    const document = world.open(contacts(50, "dropped"));
    const started = await startAndClose(document, 50, 0);
    const [trigger] = triggersOf(document);
    world.host.disableTrigger(trigger?.uid ?? "");
    await document.clock.sleep(10 * MINUTE_MS);
    expect((await look(document)).isOverdue).toBe(false);
    await document.clock.sleep(7 * MINUTE_MS);
    expect((await look(document)).isOverdue).toBe(true);
    // It stands in Google's list all the same.
    dataOf(await add(document, started));
    expect((await look(document)).isOverdue).toBe(false);
    await document.clock.sleep(10 * MINUTE_MS);
    expect([triggersOf(document), halvesOf("dropped")]).toEqual([[], 50]);
  });

  test("without the scope of triggers nothing is lost: it is refused with the way to allow it @slow", async () => {
    const document = world.open(contacts(30, "scope"));
    const started = await document.start({ toAsk: 30 });
    const [sheet, fetch, pages, triggers] = [
      "spreadsheets.currentonly",
      "script.external_request",
      "script.container.ui",
      "script.scriptapp",
    ].map((name) => `https://www.googleapis.com/auth/${name}`) as [string, string, string, string];
    world.host.settings.grantedScopes = [sheet, fetch, pages];
    const refused = await add(document, started);
    expect(refused).toMatchObject({ ok: false, code: "NO_CONSENT" });
    expect(JSON.stringify(refused)).toContain("work while nobody has this spreadsheet open");
    await document.user.clickMenu("showSidebar");
    expect(await document.drive(started)).toMatchObject({ state: "finished" });
    expect(halvesOf("scope")).toBe(30);
    world.host.settings.ticksBoxes = (missing) => missing;
    await expect(document.user.clickMenu("allowWorkWhileClosed")).rejects.toThrow("Authorization is required");
    await document.user.clickMenu("allowWorkWhileClosed");
    expect(world.host.settings.grantedScopes).toContain(triggers);
    world.host.settings.ticksBoxes = null;
    expect(await add(document, started)).toMatchObject({ ok: true });
  });
});

describe("a published add-on", () => {
  // Google gives triggers new time for the day.
  beforeEach(() => world.clock.sleep(24 * 60 * MINUTE_MS));
  afterEach(() => {
    Object.assign(world.host.settings, { installation: "bound", addonTriggersFind: "nothing" });
  });

  test("goes on once an hour where Google gives its triggers the spreadsheet @slow", async () => {
    Object.assign(world.host.settings, { installation: "published", addonTriggersFind: "everything" });
    const document = world.open(contacts(500, "addon"));
    await startAndClose(document, 500, 10_000);
    expect((await look(document)).everyMinutes).toBe(60);
    await document.clock.sleep(59 * MINUTE_MS);
    expect(halvesOf("addon")).toBeLessThan(500);
    await document.clock.sleep(122 * MINUTE_MS);
    expect([triggersOf(document), halvesOf("addon")]).toEqual([[], 500]);
    expectAllVerified(document, 500);
  });

  test("pauses a job, and says why, when an outage lasts longer than a day @slow", async () => {
    Object.assign(world.host.settings, { installation: "published", addonTriggersFind: "everything" });
    const document = world.open(contacts(100, "gone"));
    await startAndClose(document, 100, 10_000);
    world.service.controls.addFault({ kind: "reset-before", probability: 1 });
    await document.clock.sleep(30 * 60 * MINUTE_MS);
    world.service.controls.clearFaults();
    expect(await document.last()).toMatchObject({ state: "paused", reason: expect.stringContaining("No answer") });
    expect(triggersOf(document)).toEqual([]);
  });

  test.each(["nothing", "spreadsheet"] as const)("says so where its triggers find %s", async (addonTriggersFind) => {
    Object.assign(world.host.settings, { installation: "published", addonTriggersFind });
    const document = world.open(contacts(30, `shut${addonTriggersFind}`));
    const { job } = await startAndClose(document, 30, 0);
    expect((await look(document)).isShutOut).toBe(false);
    await document.clock.sleep(62 * MINUTE_MS);
    expect(await look(document)).toMatchObject({ jobs: [job.id], isShutOut: true });
    expect(halvesOf(`shut${addonTriggersFind}`)).toBe(0);
    expect(await document.drive(await document.resume(job.id))).toMatchObject({ state: "finished" });
    dataOf(await document.call("unattendedJobs", { do: "drop", jobId: job.id }));
  });
});

test("a column to leave out that is loading for a while is waited for, and one that stays so pauses the job a day later @slow", async () => {
  const begin = async (label: string) => {
    const names = domains(40, label);
    const document = world.open(companies(names));
    const customers = [names[0] ?? "", names[1] ?? ""];
    const show = (cells: string[]) =>
      document.user.keyboard.paste("Customers", "A1", [["Customer"], ...cells.map((cell) => [cell])]);
    document.user.keyboard.addSheet("Customers");
    show(customers);
    const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Customers") ?? {};
    const leaveOut = { sheetId, column: 1, first: "Customer", entries: 2 };
    await startAndClose(document, 38, 0, enrichChoices(document, { toAsk: 38, leaveOut }));
    show(["Loading...", "Loading..."]);
    const done = () => document.rows().filter(({ company_domain = "" }) => company_domain !== "").length;
    return { document, customers, show, done };
  };
  const passing = await begin("passing");
  await passing.document.clock.sleep(3 * MINUTE_MS);
  expect([(await passing.document.last()).state, passing.done()]).toEqual(["running", 0]);
  expect((await look(passing.document)).last?.why).toContain("2 then, 0 now");
  passing.show(passing.customers);
  await passing.document.clock.sleep(20 * MINUTE_MS);
  expect([(await passing.document.last()).state, passing.done()]).toEqual(["finished", 38]);

  const lasting = await begin("lasting");
  await lasting.document.clock.sleep(29 * 60 * MINUTE_MS);
  expect(await lasting.document.last()).toMatchObject({
    state: "paused",
    reason: expect.stringContaining("2 then, 0 now"),
  });
  expect([lasting.done(), triggersOf(lasting.document)]).toEqual([0, []]);
});

test.each([
  ["first", "begins"],
  ["second", "begins"],
  ["first", "asks"],
  ["second", "asks"],
])(
  "of two people who let a job go on, the %s may stop wanting that while an execution %s @slow",
  async (who, moment) => {
    const label = `both-${who}-${moment}`;
    const document = world.open(contacts(300, label));
    const { job } = await startAndClose(document, 300, 1_000);
    const colleague = document.callAs("ben@company.example");
    dataOf(await colleague("unattendedJobs", { do: "add", jobId: job.id }));
    const call = who === "first" ? document.call : colleague;
    const drop = () => call("unattendedJobs", { do: "drop", jobId: job.id });
    if (moment === "begins") {
      let isDropped = false;
      world.host.settings.betweenCalls = () => {
        const standing = JSON.parse(document.document.save().properties[`state:${job.id}`] ?? "{}");
        if (isDropped || standing.epoch === job.epoch) return;
        isDropped = true;
        void drop();
      };
    } else {
      while ((await document.last()).epoch === job.epoch) await document.clock.sleep(1_000);
      dataOf(await drop());
      expect(await document.last()).toMatchObject({ state: "running" });
    }
    await document.clock.sleep(20 * MINUTE_MS);
    expectAllVerified(document, 300);
    expect([halvesOf(label), (await document.last()).state]).toEqual([300, "finished"]);
  },
);
