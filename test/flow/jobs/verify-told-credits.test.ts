import { describe, expect, test } from "@jest/globals";
import { restHalves } from "../../../sidebar/job/job-view";
import type { JobCalls } from "../../../src/driver/driver";
import { priceOf } from "../../../src/driver/queue";
import type { JobSummary, JobView, LeftToAsk, StartedJob } from "../../../src/jobs/views";
import type { FoundEmail } from "../../../src/service/operations";
import { countCalls, killAt, press } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { type ChoicesPart, dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld();

const STEP = momentStep(71);

const DAY_MS = 86_400_000;

/** Half credits that questions with this name have cost. */
const chargedFor = (prefix: string): number =>
  world.service.controls
    .ledger()
    .filter(({ subject }) => subject.startsWith(prefix))
    .reduce((sum, { halves }) => sum + halves, 0);

const goOn = async (document: JobDocument): Promise<StartedJob> => {
  const { id: jobId } = await document.last();
  return press(() => document.call("resumeJob", { jobId, withOwnKey: false }));
};

const summaryOf = async (document: JobDocument): Promise<JobSummary> =>
  dataOf(await document.call("summariseJob", { jobId: (await document.last()).id }));

/**
 * Drives until this many calls that ask have come back; then the page closes. Calls under way end, and nobody hears of them.
 * @returns resolves when they have ended
 */
async function driveAndLeave(
  document: JobDocument,
  started: StartedJob,
  askings: number,
): Promise<{ landed: Promise<unknown> }> {
  const never = new Promise<never>(() => {});
  const underWay = new Set<Promise<unknown>>();
  let left = askings;
  let close: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const heard =
    <Argument, Answer>(call: (argument: Argument) => Promise<Answer>) =>
    async (argument: Argument): Promise<Answer> => {
      if (left <= 0) return never;
      const answer = call(argument);
      underWay.add(answer);
      await answer;
      if (left <= 0) return never;
      if ((argument as { do?: string }).do === "ask" && --left <= 0) close();
      return answer;
    };
  const calls: JobCalls = { step: heard(document.calls.step), end: heard(document.calls.end) };
  await Promise.race([document.drive(started, { calls }), closed]);
  return { landed: Promise.all(underWay) };
}

/** The same, until they have ended. */
async function driveAndClose(document: JobDocument, started: StartedJob, askings: number): Promise<void> {
  const { landed } = await driveAndLeave(document, started, askings);
  await landed;
}

/** Starts, closes the page after this many askings each time, and goes on until the job is over. */
async function runAndClose(
  document: JobDocument,
  choices: ChoicesPart,
  closings: number[],
  check: (job: JobView) => void,
): Promise<JobView> {
  let next = await document.start(choices);
  for (const askings of closings) {
    await driveAndClose(document, next, askings);
    check(await document.last());
    next = await goOn(document);
    check(next.job);
  }
  await document.drive(next);
  return document.last();
}

describe("what a job is told to have cost, when its page closes again and again", () => {
  test("is never less than was charged nor above the dry run, and in the end exact @slow", async () => {
    const document = world.open(contacts(220, "shut"));
    const check = ({ spent, toAsk }: JobView): void => {
      expect(spent.halves).toBeGreaterThanOrEqual(chargedFor("shut"));
      expect(spent.halves).toBeLessThanOrEqual(220);
      // A resumed job knows its total.
      expect(toAsk).toBe(220);
    };
    const job = await runAndClose(document, { toAsk: 220 }, [1, 1, 2, 3], check);
    check(job);
    expect(job).toMatchObject({ state: "finished", spent: { halves: 220 } });
    expect(chargedFor("shut")).toBe(220);
  });

  test("and no answer to an earlier question eats into what it may spend @slow", async () => {
    const document = world.open(contacts(200, "limit"));
    const check = ({ spent }: JobView): void => expect(spent.halves).toBeLessThanOrEqual(100);
    const job = await runAndClose(document, { capHalves: 100 }, [1, 1, 1, 1], check);
    expect(job).toMatchObject({ state: "paused", spent: { halves: 100 } });
    expect(chargedFor("limit")).toBe(100);
    expect(document.rows().filter(({ email_status = "" }) => email_status !== "")).toHaveLength(100);
  });

  test("counts an email that was free once, however often it is asked @slow", async () => {
    await world.open(contacts(220, "again")).verify();
    const document = world.open(contacts(220, "again"));
    const job = await runAndClose(document, { toAsk: 220 }, [2, 2], () => {});
    const asked = document.verifications().filter(({ email }) => email.startsWith("again")).length;
    expect(asked).toBeGreaterThan(220);
    expect(job.spent).toMatchObject({ halves: 0, freeAnswers: 220 });
  });

  test("counts what was served free before it was resumed @slow", async () => {
    await world.open(contacts(21, "known")).verify();
    const document = world.open([...contacts(21, "known"), ...contacts(20, "new").slice(1)]);
    await document.verify({}, { askAtMost: 30 });
    const before = await document.last();
    expect(before.spent).toEqual({ halves: 9, heldHalves: 0, isExact: true, isSettledExact: true, freeAnswers: 21 });
    await document.drive(await document.resume(before.id));
    expect((await document.last()).spent).toEqual({
      halves: 20,
      heldHalves: 0,
      isExact: true,
      isSettledExact: true,
      freeAnswers: 21,
    });
  });
});

test("answers that a closed page has not written are left to be done, and are free @slow", async () => {
  const document = world.open(contacts(300, "gone"));
  const started = await document.start({ toAsk: 300 });
  await driveAndClose(document, started, 15);
  const job = await document.last();
  const left = (await summaryOf(document)).left as LeftToAsk;
  expect(left.questions).toBe(document.rows().filter(({ email_status = "" }) => email_status === "").length);
  expect(left.halves).toBeLessThan(left.questions);
  expect(left.halves).toBe(300 - chargedFor("gone"));
  const told: number[] = [];
  await document.drive(await goOn(document), { onProgress: ({ done }) => told.push(job.done + done) });
  expect(Math.max(...told)).toBeLessThanOrEqual(300);
  expect(chargedFor("gone")).toBe(300);
});

describe("the price of going on with a job", () => {
  /** Looks at the price, goes on, and checks that no more was charged from then on. */
  async function expectHonestPrice(document: JobDocument, prefix: string): Promise<number> {
    const { job, left } = await summaryOf(document);
    const price = restHalves(job, left) ?? 0;
    const before = chargedFor(prefix);
    await document.drive(await goOn(document));
    expect(chargedFor(prefix) - before).toBeLessThanOrEqual(price);
    return price;
  }

  test("under a limit counts what is held for calls on their way, which may come back @slow", async () => {
    const document = world.open(contacts(200, "onway"));
    const { landed } = await driveAndLeave(document, await document.start({ toAsk: 200, capHalves: 80 }), 2);
    const { spent } = await document.last();
    expect(spent.heldHalves).toBeGreaterThan(0);
    const price = await expectHonestPrice(document, "onway");
    await landed;
    expect(price).toBeGreaterThan(80 - spent.halves);
    expect(chargedFor("onway")).toBe(80);
  });

  test("counts rows that were added since, and none that will be copied @slow", async () => {
    const document = world.open(contacts(30, "later"));
    const { job } = await document.verify({ toAsk: 30 }, { askAtMost: 10 });
    expect((await summaryOf(document)).left).toEqual({ questions: 20, halves: 20 });
    const more = [...contacts(25, "more").slice(1), ...contacts(5, "later").slice(1)];
    document.user.keyboard.paste(SHEET, "A32", more);
    // What was pasted over the hidden column counts as filled by hand.
    expect((await summaryOf(document)).left).toEqual({ questions: 45, halves: 45, filledCells: 30 });
    expect(await expectHonestPrice(document, "")).toBe(45);
    expect((await summaryOf(document)).left).toEqual({ questions: 0, halves: 0 });
    expect((await document.last()).id).toBe(job?.id);
    expect(document.verifications()).toHaveLength(55);
  });

  test("counts what was answered and not written as free to the key that has paid, and to no other @slow", async () => {
    const document = world.open(contacts(200, "paid"));
    await driveAndClose(document, await document.start({ toAsk: 200 }), 12);
    const own = (await summaryOf(document)).left as LeftToAsk;
    expect(own.halves).toBe(200 - chargedFor("paid"));
    dataOf(await document.call("checkAndSaveKey", "sandbox-colleague-key"));
    expect((await summaryOf(document)).left).toEqual({ ...own, halves: own.questions });
    await document.call("removeKey");
  });
});

test("rows that are added while a job runs are asked only when it is resumed, with their price told @slow", async () => {
  const document = world.open(contacts(60, "late"));
  const started = await document.start({ toAsk: 60 });
  document.user.keyboard.paste(SHEET, "A62", contacts(12, "added").slice(1));
  const { state, stop } = await document.drive(started);
  expect([state, stop?.code]).toEqual(["paused", "MORE_THAN_TOLD"]);
  expect(document.verifications()).toHaveLength(60);
  expect(await document.last()).toMatchObject({
    state: "paused",
    reason: expect.stringMatching(/: 12 more emails could exceed it\.$/),
  });
  const { job, left } = await summaryOf(document);
  const toAsk = left?.questions ?? 0;
  expect(left).toEqual({ questions: document.rows().length - 60, halves: toAsk });
  expect(await document.drive(await goOn(document), { price: priceOf(job, toAsk) })).toMatchObject({
    state: "finished",
  });
  expect(document.verifications()).toHaveLength(60 + toAsk);
});

describe("what a job may spend, when an execution dies", () => {
  /** Starts, and goes on after a lost call. */
  async function runWhateverHappens(document: JobDocument, choices: ChoicesPart, check: (job: JobView) => void) {
    const started = await document.tryStart(choices);
    if (started.ok) await document.drive(started.data, { lanes: 2 });
    const [job] = await press<JobView[]>(() => document.call("listJobs"));
    if (job) check(job);
    if (job?.state === "finished") return;
    await document.drive(job ? await goOn(document) : await document.start(choices));
    check(await document.last());
  }

  test("after any host call, is exceeded neither by what is told nor by what is charged, nor is less told than charged @slow", async () => {
    const choices = { capHalves: 11 };
    const calls = await countCalls(world, () =>
      runWhateverHappens(world.open(contacts(14, "calm")), choices, () => {}),
    );
    for (let at = 1; at <= calls; at += STEP) {
      const prefix = `dead${at}x`;
      const check = ({ spent }: JobView): void => {
        const charged = chargedFor(prefix);
        expect({ at, isCharged: charged <= spent.halves, isMost: spent.halves <= 11 }).toEqual({
          at,
          isCharged: true,
          isMost: true,
        });
      };
      // Every day has its own quota of properties.
      await world.clock.sleep(DAY_MS);
      const live = killAt(world, at);
      await runWhateverHappens(world.open(contacts(14, prefix)), choices, check);
      live();
      expect({ at, charged: chargedFor(prefix) }).toEqual({ at, charged: 11 });
    }
  });
});

test("an address whose id is another one's is told as both, which the service charges", async () => {
  const request = new Request("https://sandbox.sheetscout.example/domain-search", {
    method: "POST",
    headers: { "X-KEY": "sandbox-key", "Content-Type": "application/json" },
    body: JSON.stringify({ company: "northwind-tools.example" }),
  });
  const answer = await (await world.service.fetch(request)).json();
  const { email_list } = (answer as { response: { email_list: FoundEmail[] } }).response;
  const id = email_list.find(({ verification }) => verification.status === "VALID")?.email_anon_id;
  const before = chargedFor("");
  const document = world.open([
    ["email", "email_anon_id"],
    ["mira@company1.example", String(id)],
  ]);
  await document.verify({ column: 1 });
  expect(chargedFor("") - before).toBe(2);
  expect(await document.last()).toMatchObject({ state: "finished", spent: { halves: 2 } });
});
