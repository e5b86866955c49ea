import { describe, expect, jest, test } from "@jest/globals";
import {
  type CallServer,
  createCallServer,
  type EndpointName,
  type GoogleRunner,
  NOT_REPEATABLE,
} from "../../../sidebar/server";

type Reply = { answer: unknown } | { error: Error } | { thrown: Error } | "silence";

/** Google's runner with prepared replies; gives the calls it got and the waits before repetitions. */
function createFakeGoogle(replies: Reply[]) {
  const calls: [name: string, args: unknown[]][] = [];
  const waitsMs: number[] = [];
  const runner = (succeed: (answer: unknown) => void, fail: (error: Error) => void): GoogleRunner =>
    new Proxy({} as GoogleRunner, {
      get(_target, name: string) {
        if (name === "withSuccessHandler") return (handler: typeof succeed) => runner(handler, fail);
        if (name === "withFailureHandler") return (handler: typeof fail) => runner(succeed, handler);
        return (...args: unknown[]) => {
          calls.push([name, args]);
          const reply = replies.shift() ?? { answer: { ok: true, data: "late" } };
          if (reply === "silence") return;
          if ("thrown" in reply) throw reply.thrown;
          queueMicrotask(() => ("answer" in reply ? succeed(reply.answer) : fail(reply.error)));
        };
      },
    });
  const call = createCallServer(
    runner(
      () => {},
      () => {},
    ),
    async (waitMs) => void waitsMs.push(waitMs),
  );
  return { call: call as CallServer, calls, waitsMs };
}

const lost: Reply = { error: new Error("NetworkError: Connection failure due to HTTP 0") };
const denied: Reply = { error: new Error("ScriptError: Es ist ein Fehler aufgetreten. Code PERMISSION_DENIED.") };

type Reading = `${"list" | "load" | "look" | "plan" | "read" | "suggest" | "summarise"}${string}`;

/** A function that does more than read does not compile until it stands here, or in `NOT_REPEATABLE`. */
const SAFE_TWICE: Record<Exclude<EndpointName, Reading | (typeof NOT_REPEATABLE)[number]>, string> = {
  checkAndSaveKey: "saves the same key",
  removeKey: "finds none the second time",
  saveOptions: "saves the same options",
  forgetAnswers: "finds none the second time",
  openGuide: "opens the same dialog",
  countEmails: "is free",
  endJob: "finds the job as it left it",
  resumeJob: "only raises the epoch twice",
  unattendedJobs: "begins a watch that replaces itself",
  bringForward: "shows the same cells",
  undoJob: "finds less to take back",
  undoCopy: "finds no sheet the second time",
  showOnly: "sets the same filter",
  selectDuplicates: "selects the same rows",
  previewSearch: "costs another credit at most, if the first answer was lost: the same page is free again",
  countSearch: "costs another credit at most, as a preview does",
  forgetLastSearch: "finds none the second time",
  deleteSearch: "finds none the second time",
  keepSearchHints: "keeps the same hints",
};

const nameless = (call: CallServer) => call as (name: EndpointName) => Promise<unknown>;

describe("a call whose answer was lost", () => {
  test.each(NOT_REPEATABLE)("is not made again if it is %s", async (name) => {
    const { call, calls } = createFakeGoogle([lost]);
    expect(await nameless(call)(name)).toMatchObject({ ok: false });
    expect(calls).toHaveLength(1);
  });

  test.each(Object.entries(SAFE_TWICE))("is made again if it is %s, which %s", async (name) => {
    const { call, calls } = createFakeGoogle([lost]);
    expect(await nameless(call)(name as EndpointName)).toMatchObject({ ok: true });
    expect(calls).toHaveLength(2);
  });
});

describe("calling the server", () => {
  test("leaves out fields that are undefined, which Google may turn into null (google.undefined-fields)", async () => {
    const { call, calls } = createFakeGoogle([]);
    await call("resumeJob", { jobId: "j", withOwnKey: false, capHalves: undefined });
    expect(calls.map(([, [sent]]) => Object.keys(sent as object))).toEqual([["jobId", "withOwnKey"]]);
  });

  test("hands over the arguments and gives the answer as it is", async () => {
    const refusal = { ok: false, code: "INVALID_API_KEY", message: "m", remedy: "r" };
    const { call, calls, waitsMs } = createFakeGoogle([{ answer: refusal }]);
    expect(await call("checkAndSaveKey", "abc")).toEqual(refusal);
    expect(calls).toEqual([["checkAndSaveKey", ["abc"]]]);
    expect(waitsMs).toEqual([]);
  });

  test("repeats a call that was lost on the way", async () => {
    const { call, waitsMs } = createFakeGoogle([lost, lost, { answer: { ok: true, data: null } }]);
    expect(await call("forgetAnswers")).toEqual({ ok: true, data: null });
    expect(waitsMs).toEqual([500, 2_000]);
  });

  test("gives up after two repetitions and tells Google's words", async () => {
    const failed: Reply = { error: new Error("NetworkError: Connection failure due to HTTP 502") };
    const { call, calls } = createFakeGoogle([failed, failed, failed]);
    expect(await call("readAccount")).toMatchObject({
      ok: false,
      code: "GOOGLE_FAILED",
      message: "Google could not run the add-on. (NetworkError: Connection failure due to HTTP 502)",
      remedy: "Try again in a minute.",
    });
    expect(calls).toHaveLength(3);
  });

  test("tells a lost connection from a failure of Google's, also by the name of the error alone", async () => {
    const named = Object.assign(new Error("Verbindungsfehler"), { name: "NetworkError" });
    for (const error of [new Error("Connection failure due to HTTP 0"), named]) {
      const { call, calls } = createFakeGoogle([{ error }, { error }, { error }]);
      expect(await call("readAccount")).toEqual({
        ok: false,
        code: "NO_CONNECTION",
        message: "There is no connection to Google.",
        remedy: "Check your connection and try again.",
      });
      expect(calls).toHaveLength(3);
    }
  });

  test("knows the failure of several Google accounts in any language", async () => {
    const { call } = createFakeGoogle([denied, denied, denied]);
    expect(await call("readSettings")).toMatchObject({
      code: "MANY_ACCOUNTS",
      remedy: expect.stringContaining("several Google accounts"),
    });
  });

  test("does not take one refusal among answers for several accounts", async () => {
    const { call } = createFakeGoogle([denied, { answer: { ok: true, data: null } }]);
    expect(await call("forgetAnswers")).toEqual({ ok: true, data: null });
  });

  test("calls the null that Google delivers for what it cannot carry an unreadable answer", async () => {
    const { call, calls } = createFakeGoogle([{ answer: null }]);
    expect(await call("readSettings")).toMatchObject({ ok: false, code: "UNREADABLE_RESULT" });
    expect(calls).toHaveLength(1);
  });

  test("stops waiting once Google must have ended the execution", async () => {
    jest.useFakeTimers();
    try {
      const { call, calls } = createFakeGoogle(["silence"]);
      const result = call("readSettings");
      await jest.advanceTimersByTimeAsync(7 * 60_000);
      expect(await result).toMatchObject({ ok: false, code: "NO_GOOGLE_ANSWER" });
      expect(calls).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  test("makes a failure of what Google throws at once", async () => {
    const thrown: Reply = { thrown: new TypeError("Failed due to illegal value in property: 0") };
    const { call } = createFakeGoogle([thrown, thrown, thrown]);
    expect(await call("readSettings")).toMatchObject({ ok: false, code: "GOOGLE_FAILED" });
  });
});
