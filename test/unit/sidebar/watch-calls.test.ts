import { expect, test } from "@jest/globals";
import { watchCalls } from "../../../sidebar/job/watch-calls";
import type { JobCalls } from "../../../src/driver/driver";
import type { Spent } from "../../../src/jobs/credits";
import type { StepRequest } from "../../../src/jobs/protocol";
import type { Refusal } from "../../../src/result";

const NOTHING: Spent = { halves: 0, heldHalves: 0, isExact: true, isSettledExact: true, freeAnswers: 0 };
const refused = (code: string): Refusal => ({ ok: false, code, message: "Refused.", remedy: "" });
const told = { ok: true, data: { do: "ask", answers: [], spent: NOTHING, askNumber: 1 } };
const asking = (...keys: string[]) =>
  ({ do: "ask", questions: keys.map((key) => ({ key })) }) as unknown as StepRequest;

/** @param capHalves of the job, whose questions cost up to 2 half credits each */
function watched(capHalves: number | null = null) {
  const replies: unknown[] = [];
  const changes: (string | null)[] = [];
  let passFiveSeconds = (): void => {};
  const reply = async () => replies.shift();
  const watch = watchCalls({ step: reply, end: reply } as unknown as JobCalls, {
    job: { spent: NOTHING, capHalves, halvesPerQuestion: 2 },
    sleep: (ms) => {
      expect(ms).toBe(5_000);
      return new Promise((resolve) => {
        passFiveSeconds = resolve;
      });
    },
    onChange: () => changes.push(watch.lost()),
  });
  return {
    watch,
    changes,
    ask(answer: unknown, ...keys: string[]) {
      replies.push(answer);
      return watch.calls.step(asking(...keys));
    },
    async passFiveSeconds(): Promise<void> {
      passFiveSeconds();
      await Promise.resolve();
    },
  };
}

test("calls that are lost for some seconds are told of, until one gets through", async () => {
  const { ask, watch, changes, passFiveSeconds } = watched();
  await ask(refused("NO_CONNECTION"), "a");
  expect(watch.lost()).toBeNull();
  await ask(refused("NO_CONNECTION"), "a");
  await passFiveSeconds();
  expect(watch.lost()).toBe("NO_CONNECTION");
  // A refusal of the server has come all the way.
  await ask(refused("BUSY"), "a");
  expect(changes).toEqual(["NO_CONNECTION", null]);
});

test("a call that is lost now and then is no lost connection", async () => {
  const { ask, watch, changes, passFiveSeconds } = watched();
  await ask(refused("NO_CONNECTION"), "a");
  await ask(told, "b");
  await passFiveSeconds();
  expect([watch.lost(), changes]).toEqual([null, []]);
});

test("a single lost call tells of nothing while the next try is under way, and each later one says its own reason", async () => {
  const { ask, watch, changes, passFiveSeconds } = watched();
  await ask(refused("NO_CONNECTION"), "a");
  await passFiveSeconds();
  expect(watch.lost()).toBeNull();
  await ask(refused("NO_CONNECTION"), "a");
  await passFiveSeconds();
  await ask(refused("GOOGLE_FAILED"), "a");
  expect(changes).toEqual(["NO_CONNECTION", "GOOGLE_FAILED"]);
});

test("what was lost counts until a figure of a later call, or its own answer, has come", async () => {
  const { ask, watch } = watched();
  const before = ask(told, "b");
  await ask(refused("NO_CONNECTION"), "a");
  await before;
  expect(watch.spent(NOTHING)).toMatchObject({ halves: 2, isExact: false });
  // The second try says nothing of the first one.
  await ask(refused("JOB_PAUSED"), "a");
  expect(watch.spent(NOTHING)).toMatchObject({ halves: 2, isExact: false });
  const answers = [{ key: "a", state: "answered" }];
  await ask({ ...told, data: { ...told.data, answers, spent: null } }, "a");
  expect(watch.spent(NOTHING)).toEqual(NOTHING);
});

test("the driver gets a lost connection as a failure that it tries again", async () => {
  const { ask } = watched();
  expect(await ask(refused("NO_CONNECTION"), "a")).toMatchObject({ code: "GOOGLE_FAILED", message: "Refused." });
  expect(await ask(refused("JOB_PAUSED"), "a")).toMatchObject({ code: "JOB_PAUSED" });
});

test("what lost answers may have cost counts once, within the cap, until the server has told it", async () => {
  const before: Spent = { ...NOTHING, halves: 10, heldHalves: 2 };
  const { ask, watch } = watched();
  await ask(told, "v", "w", "x", "y", "z");
  expect(watch.spent(before)).toEqual(before);
  await ask(refused("NO_CONNECTION"), "a", "b");
  await ask(refused("GOOGLE_FAILED"), "b", "c");
  // 8 half credits are settled, and 3 questions may have cost 6.
  expect(watch.spent(before)).toMatchObject({ halves: 14, heldHalves: 6, isExact: false, isSettledExact: true });
  expect(watch.spent(null)).toMatchObject({ halves: 6, heldHalves: 6 });
  // The job has not asked what it was not allowed to.
  await ask(refused("JOB_PAUSED"), "d");
  expect(watch.spent(before)).toMatchObject({ halves: 14 });
  const again = ask({ ...told, data: { ...told.data, askNumber: 2 } }, "a");
  expect(watch.spent(before)).toMatchObject({ halves: 14 });
  await again;
  expect(watch.spent(before)).toEqual(before);

  // The latest figure may be from before these answers, and hold them still.
  const mixed = watched();
  const late = mixed.ask({ ...told, data: { ...told.data, spent: before, askNumber: 2 } }, "v", "w", "x", "y");
  await mixed.ask({ ...told, data: { ...told.data, askNumber: 1 } }, "b");
  await late;
  await mixed.ask(refused("NO_CONNECTION"), "c");
  expect(mixed.watch.spent(before)).toMatchObject({ halves: 12, heldHalves: 4 });
  // More than all that was sent it cannot be.
  expect(mixed.watch.spent({ ...before, halves: 12 })).toMatchObject({ halves: 12, heldHalves: 2 });

  const capped = watched(11);
  await capped.ask(told, "v", "w", "x", "y", "z");
  await capped.ask(refused("NO_CONNECTION"), "a", "b");
  expect(capped.watch.spent(before)).toMatchObject({ halves: 11, heldHalves: 3 });
});
