import { afterEach, expect, test } from "@jest/globals";
import { dataOf, type JobDocument, verifyChoices } from "./job-document";
import { contacts } from "./lists";
import { logOf, look, MINUTE_MS, watch, watchWorld } from "./watched-list";

// Ann lets triggers work on a column, and Bob, with the key of another team, begins a job over it. Nothing is paid twice.

const BOB = "bob@company.example";

const { world, triggersOf, asked } = watchWorld();
afterEach(() => {
  world.host.settings.triggerDelayMs = (random) => random() * MINUTE_MS;
});

/** The addresses that each team has paid for. */
function paid(label: string): Record<string, number> {
  const teams = asked(label).map(({ teamId }) => teamId);
  return Object.fromEntries(teams.map((team) => [team, teams.filter((each) => each === team).length]));
}

async function open(rows: number, label: string) {
  world.service.controls.setAccount("free-key", { credits: 1_000 });
  world.host.settings.triggerDelayMs = () => 0;
  const document = world.open(contacts(rows, label));
  const bob = document.callAs(BOB);
  dataOf(await bob("checkAndSaveKey", "free-key"));
  return { document, bob };
}

type Opened = Awaited<ReturnType<typeof open>>;

const tryStart = ({ document, bob }: Opened) => bob("startJob", verifyChoices(document.sheetId, {}));

async function driveAsBob({ document, bob }: Opened) {
  const started = dataOf(await tryStart({ document, bob }));
  return document.drive(started, {
    calls: { step: (request) => bob("stepJob", request), end: (request) => bob("endJob", request) },
  });
}

/** Twenty seconds before the trigger comes. */
async function untilNearlyDue(document: JobDocument): Promise<void> {
  const dueMs = triggersOf(document)[0]?.dueMs ?? 0;
  await document.clock.sleep(dueMs - document.clock.now() - 20_000);
}

const runsOf = (document: JobDocument) => triggersOf(document)[0]?.runs ?? [];

test("a check for new rows that comes due meanwhile waits for its next time @slow", async () => {
  const opened = await open(150, "due");
  const { document } = opened;
  await watch(document);
  await untilNearlyDue(document);
  const end = await driveAsBob(opened);
  expect([end.state, runsOf(document).length]).toEqual(["finished", 1]);
  await document.clock.sleep(15 * MINUTE_MS);
  expect(paid("due")).toEqual({ "free-team": 150 });
  const seen = await look(document);
  expect(seen).toMatchObject({ isPaused: false, reason: "" });
  expect(await logOf(document, seen)).toEqual([]);
});

test("no job begins while a check reads the sheet and has yet to ask", async () => {
  const opened = await open(20, "early");
  const { document } = opened;
  await watch(document);
  while (runsOf(document).length === 0) await document.clock.sleep(200);
  while (!(await look(document)).isAtWork) await document.clock.sleep(200);
  expect(asked("early")).toEqual([]);
  expect(await tryStart(opened)).toMatchObject({ ok: false, code: "COLUMN_TAKEN" });
  await document.clock.sleep(2 * MINUTE_MS);
  expect(paid("early")).toEqual({ "sandbox-team": 20 });
  expect(await tryStart(opened)).toMatchObject({ ok: true });
});

test("a page that has slept asks nothing while somebody else works on the column", async () => {
  const opened = await open(150, "slept");
  const { document } = opened;
  const started = await document.start();
  await document.clock.sleep(2 * MINUTE_MS);
  const bobs = driveAsBob(opened);
  await document.clock.sleep(12_000);
  expect(await document.drive(started)).toMatchObject({ state: "paused", stop: { code: "COLUMN_TAKEN" } });
  expect(await bobs).toMatchObject({ state: "finished" });
  expect(paid("slept")).toEqual({ "free-team": 150 });
});

test("a job is not taken to go on with another key than its own", async () => {
  const { document, bob } = await open(3, "alien");
  const { job } = await document.start();
  expect(await bob("unattendedJobs", { do: "add", jobId: job.id })).toMatchObject({ ok: false, code: "OTHER_KEY" });
  expect(triggersOf(document)).toEqual([]);
});

test("a job that is to go on waits with its trigger, and ends when it finds the rows done @slow", async () => {
  Object.assign(world.host.settings, { installation: "published", addonTriggersFind: "everything" });
  const opened = await open(150, "waits");
  const { document } = opened;
  const { job } = await document.start({ toAsk: 150 });
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  await untilNearlyDue(document);
  const end = await driveAsBob(opened);
  expect([end.state, runsOf(document).length]).toEqual(["finished", 1]);
  const jobs = async () => dataOf(await document.call("listJobs"));
  expect(await jobs()).toMatchObject([{ state: "finished" }, { id: job.id, state: "running" }]);
  await document.clock.sleep(62 * MINUTE_MS);
  expect(await jobs()).toMatchObject([{ state: "finished" }, { id: job.id, state: "finished" }]);
  expect(paid("waits")).toEqual({ "free-team": 150 });
});
