import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunCalls } from "../../../sidebar/driver/run-calls";
import type { StartedRun } from "../../../src/runs/slices";
import type { RunView, RunWish } from "../../../src/runs/views";
import type { FoundEmail } from "../../../src/service/resources";
import { countCalls, killAt } from "../support/kill-execution";
import { press } from "../support/press-again";
import { companies, domains, findWish } from "./find-document";
import { contacts } from "./lists";
import { openRunWorld, type RunDocument, type RunWorld } from "./run-document";

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld();
});
afterAll(() => world.close());

/** Every so many host calls, to be quick; `CRASH_STEP=1 npx jest test/flow/runs/told-credits` tries every single one. */
const STEP = Number(process.env.CRASH_STEP ?? 0);

const DAY_MS = 86_400_000;

/** Half credits that questions with this name have cost. */
const chargedFor = (prefix: string): number =>
  world.service.controls
    .ledger()
    .filter(({ subject }) => subject.startsWith(prefix))
    .reduce((sum, { halves }) => sum + halves, 0);

/** The youngest one. */
const runOf = async (document: RunDocument): Promise<RunView | undefined> =>
  (await press<RunView[]>(() => document.call("findRuns")))[0];

const resumed = async (document: RunDocument): Promise<RunView> => {
  const run = await runOf(document);
  return press(() => document.call("resumeRun", run?.id ?? "", false));
};

/** Drives until so many slices have come back; then the page closes. Slices under way end, and nobody hears of them. */
async function driveAndClose(document: RunDocument, started: StartedRun | RunView, slices: number): Promise<void> {
  const never = new Promise<never>(() => {});
  const underWay = new Set<Promise<unknown>>();
  let left = slices;
  let close: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const heard =
    <Argument, Answer>(call: (argument: Argument) => Promise<Answer>, isSlice: boolean) =>
    async (argument: Argument): Promise<Answer> => {
      if (left <= 0) return never;
      const answer = call(argument);
      underWay.add(answer);
      await answer;
      if (left <= 0) return never;
      if (isSlice && --left <= 0) close();
      return answer;
    };
  const { runSlice, lookAhead, prepareRun, endRun } = document.calls;
  const calls: RunCalls = {
    runSlice: heard(runSlice, true),
    lookAhead: heard(lookAhead, false),
    prepareRun: heard(prepareRun, false),
    endRun: heard(endRun, false),
  };
  await Promise.race([document.drive(started, { calls }), closed]);
  await Promise.all(underWay);
}

/** Starts, closes the page after so many slices each time, and goes on until the run is over. */
async function runAndClose(
  document: RunDocument,
  wish: Partial<RunWish>,
  closings: number[],
  check: (run: RunView | undefined) => void,
): Promise<RunView | undefined> {
  let next: StartedRun | RunView = await document.start(wish);
  for (const slices of closings) {
    await driveAndClose(document, next, slices);
    check(await runOf(document));
    next = await resumed(document);
  }
  await document.drive(next);
  return runOf(document);
}

describe("what a run is told to have cost, when its page closes again and again", () => {
  test.each([[[1, 1, 3]], [[8]]])("finding emails, after %j slices", async (closings) => {
    const prefix = `closed${closings.join("x")}-`;
    const document = world.open(companies([...domains(45, prefix)]));
    const check = ({ spentHalves }: Pick<RunView, "spentHalves"> = { spentHalves: 0 }): void => {
      expect(spentHalves).toBeGreaterThanOrEqual(chargedFor(prefix));
      expect(spentHalves).toBeLessThanOrEqual(45 * 6);
    };
    const run = await runAndClose(document, findWish({}, { limit: 150 }), closings, check);
    expect(run?.state).toBe("finished");
    check(run);
    const found = document.rows().map(({ emails_found }) => 2 * Math.ceil((Number(emails_found) || 0) / 50));
    expect(run?.spentHalves).toBe(found.reduce((sum, halves) => sum + halves, 0));
  });

  test("verifying", async () => {
    const document = world.open(contacts(300, "shut"));
    const check = ({ spentHalves }: Pick<RunView, "spentHalves"> = { spentHalves: 0 }): void => {
      expect(spentHalves).toBeGreaterThanOrEqual(chargedFor("shut"));
      expect(spentHalves).toBeLessThanOrEqual(300);
    };
    const run = await runAndClose(document, {}, [1, 1, 3, 5, 9], check);
    check(run);
    expect(run).toMatchObject({ state: "finished", spentHalves: 300 });
    expect(chargedFor("shut")).toBe(300);
  });

  test("and no answer to what was asked before eats what it may spend", async () => {
    const document = world.open(contacts(200, "limit"));
    const check = ({ spentHalves }: Pick<RunView, "spentHalves"> = { spentHalves: 0 }): void =>
      expect(spentHalves).toBeLessThanOrEqual(100);
    await runAndClose(document, { capHalves: 100 }, [1, 1, 1, 1], check);
    const run = await runOf(document);
    expect(run).toMatchObject({ state: "paused", spentHalves: 100 });
    expect(chargedFor("limit")).toBe(100);
    expect(document.rows().filter(({ email_status = "" }) => email_status !== "")).toHaveLength(100);
  });
});

describe("what a run may spend, when an execution dies", () => {
  /** Starts, and goes on after a lost call. */
  async function runWhateverHappens(
    document: RunDocument,
    wish: Partial<RunWish>,
    check: (run: RunView | undefined) => void,
  ) {
    const started = await document.tryStart(wish);
    if (started.ok) await document.drive(started.data, { lanes: 2 });
    const run = await runOf(document);
    check(run);
    if (run?.state === "finished") return;
    await document.drive(run ? await resumed(document) : await document.start(wish));
    check(await runOf(document));
  }

  const KINDS = [
    ["verifying", 9, (prefix: string) => contacts(14, prefix), { capHalves: 11 }, 11],
    ["finding emails", 41, (prefix: string) => companies(domains(14, prefix)), findWish({ capHalves: 15 }), 15],
  ] as const;
  test.each(KINDS)(
    "after any host call, %s: neither told nor charged is ever more, nor told less than charged",
    async (...[kind, step, list, wish, most]) => {
      const calls = await countCalls(world, () => runWhateverHappens(world.open(list(`calm${most}`)), wish, () => {}));
      for (let at = 1; at <= calls; at += STEP || step) {
        const prefix = `dead${most}x${at}x`;
        const check = ({ spentHalves }: Pick<RunView, "spentHalves"> = { spentHalves: 0 }): void => {
          const charged = chargedFor(prefix);
          expect({ kind, at, isCharged: charged <= spentHalves, isMost: spentHalves <= most }).toEqual({
            kind,
            at,
            isCharged: true,
            isMost: true,
          });
        };
        // Every day has its own quota of properties.
        await world.clock.sleep(DAY_MS);
        const live = killAt(world, at);
        const document = world.open(list(prefix));
        await runWhateverHappens(document, wish, check);
        live();
        if (kind === "verifying") expect({ at, charged: chargedFor(prefix) }).toEqual({ at, charged: most });
      }
    },
    600_000,
  );
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
  expect(await runOf(document)).toMatchObject({ state: "finished", spentHalves: 2 });
});
