import { expect, test } from "@jest/globals";
import type { EndRequest, StepRequest, WriteRequest } from "../../../src/jobs/protocol";
import { createFakeServer, failed, LOST, type ServerOptions } from "./fake-server";

const emails = (count: number): string[] => Array.from({ length: count }, (_, i) => `person${i}@acme.example`);

/** Runs a job over 300 emails, and gives its calls in the order in which they began. */
async function callsOf(options: Partial<ServerOptions> = {}) {
  const calls: string[] = [];
  const server = createFakeServer({
    inputs: emails(300),
    askMs: 3_000,
    lanes: 3,
    ...options,
    onCall(request) {
      calls.push(sortOf(request));
      options.onCall?.(request);
    },
  });
  const { state } = await server.run();
  expect(state).toBe("finished");
  return { server, calls, last: calls.slice(calls.lastIndexOf("ask") + 1).filter((call) => call !== "look") };
}

const sortOf = (request: StepRequest | EndRequest): string => ("do" in request ? request.do : "end");
const hasLast = (request: StepRequest | EndRequest): request is WriteRequest =>
  "entries" in request && request.entries.some(({ key }) => key === "person299@acme.example");

test("reads the list for the last time while the last answers are on their way: nobody waits for it after them", async () => {
  const { server, last } = await callsOf();
  expect(last).toEqual(["scan", "write", "end"]);
  expect(server.sheet.size).toBe(300);
  // Nothing is seen while nobody looks on: executions of a trigger tell each other what they have seen.
  expect((await callsOf({ isUnwatched: true })).last.slice(-2)).toEqual(["scan", "end"]);
});

test("ends the job with the last write, unless that takes so long that people may have added rows since", async () => {
  const { server, last } = await callsOf({ endsWithLastWrite: true });
  expect(last).toEqual(["scan", "write"]);
  expect(server.sheet.size).toBe(300);
  expect((await callsOf({ endsWithLastWrite: true, isUnwatched: true })).last.at(-1)).toBe("end");
  const slow = await callsOf({ endsWithLastWrite: true, writeMs: 31_000 });
  expect(slow.last.slice(-2)).toEqual(["scan", "end"]);
});

test.each([
  ["the last write", (request: StepRequest | EndRequest) => hasLast(request), true],
  ["the last answers", (request: StepRequest | EndRequest) => sortOf(request) === "scan", false],
])("tells the server that somebody has stopped the job during %s", async (_, isMoment, isTold) => {
  const server = createFakeServer({
    inputs: emails(300),
    ...{ askMs: 3_000, lanes: 3, endsWithLastWrite: true },
    onCall(request) {
      const asked = server.asks.reduce((sum, { keys }) => sum + keys.length, 0);
      if (asked === 300 && isMoment(request)) server.driver.stop();
    },
  });
  expect(await server.run()).toMatchObject({ state: "stopped", job: { state: "stopped" } });
  expect(server.ends.at(-1)).toMatchObject({ state: "stopped", hasLanded: true });
  expect(server.writes.some(({ end }) => end !== undefined)).toBe(isTold);
});

test("finds what came while the last answers were on their way", async () => {
  const inputs = emails(300);
  const { server } = await callsOf({
    inputs,
    answer(key) {
      if (key === "person290@acme.example" && inputs.length === 300) inputs.push("late@acme.example");
      return undefined;
    },
  });
  expect(server.sheet.get(302)).toBe("status of late@acme.example");
  expect(server.asks.flatMap(({ keys }) => keys)).toHaveLength(301);
});

/** What is done after the last write differs from case to case. */
test.each<[what: string, instead: (request: StepRequest) => ReturnType<NonNullable<ServerOptions["instead"]>>]>([
  ["somebody has moved rows meanwhile", () => ({ isDisturbed: true })],
  ["an email was gone", () => ({ lostKeys: ["person299@acme.example"], writtenKeys: [] })],
])("reads the list once more after a last write in which %s", async (_, instead) => {
  let isFirst = true;
  const { last } = await callsOf({
    instead(request) {
      if (!hasLast(request) || !isFirst) return undefined;
      isFirst = false;
      return instead(request);
    },
  });
  expect(last).toEqual(["scan", "write", "scan", "end"]);
});

test("reads the list once more if the last answers took so long that people may have added rows since", async () => {
  const slow = (request: { questions: { key: string }[] }) =>
    request.questions.some(({ key }) => key === "person299@acme.example") ? 35_000 : 3_000;
  expect((await callsOf({ askMs: slow })).last.slice(-3)).toEqual(["write", "scan", "end"]);
});

test("reads the list once more after a last write that was lost", async () => {
  let isFirst = true;
  const { server, last } = await callsOf({
    instead(request) {
      if (!hasLast(request) || !isFirst) return undefined;
      isFirst = false;
      return LOST;
    },
  });
  expect(last.at(-2)).toBe("scan");
  expect(server.sheet.size).toBe(300);
});

test("reads the list once more after a question that had to be asked again", async () => {
  let tries = 0;
  const { server, last } = await callsOf({
    answer: (key) =>
      key === "person299@acme.example" && ++tries === 1 ? failed(key, "SERVER_ERROR", 1_000) : undefined,
  });
  expect(tries).toBe(2);
  // Its write is the last one, and the list is read while the answer is on its way.
  expect(last).toEqual(["scan", "write", "end"]);
  expect(server.sheet.size).toBe(300);
});
