import { describe, expect, test } from "@jest/globals";
import type { Answer } from "../../../src/jobs/views";
import { answered, createFakeServer, failed } from "./fake-server";

const unasked = (key: string): Answer => ({ key, state: "unasked" });

describe("the pages of a search", () => {
  const PAGES = 30;
  const page = (key: string, pages = PAGES): Answer => ({
    ...(answered(key) as Extract<Answer, { state: "answered" }>),
    entry: {
      cells: [],
      page: { companies: [{ key, otherKeys: [], cells: [] }], totals: null, isFree: false },
    },
    ...(key === "0.1" ? { next: Array.from({ length: pages - 1 }, (_, i) => `0.${i + 2}`) } : {}),
  });

  test("follow from the first one, and are written in their order however they come", async () => {
    let isHeldUp = true;
    const server = createFakeServer({
      kind: "companies",
      batchCalls: 3,
      // The second page does not come for a while.
      answer: (key) => (isHeldUp && key === "0.2" ? failed(key, "HTTP_500", 3_000) : page(key)),
    });
    server.clock.at(server.clock.now() + 9_000, () => {
      isHeldUp = false;
    });
    const { state } = await server.run();
    expect(state).toBe("finished");
    const written = server.writes.flatMap(({ entries }) => entries.map(({ key }) => key));
    expect(written).toEqual(Array.from({ length: PAGES }, (_, i) => `0.${i + 1}`));
  });

  test("are bought in their order when credits run out: a page behind a missing one could not be written", async () => {
    let left = 2;
    const isOut = (keys: string[]): boolean => left === 0 && !keys.includes("0.2");
    const server = createFakeServer({
      kind: "companies",
      batchCalls: 3,
      // A lane that is told at once that nothing is left may ask again first.
      askMs: ({ questions }) => (isOut(questions.map(({ key }) => key)) ? 200 : 1_500),
      instead(request) {
        if (request.do !== "ask") return undefined;
        const answers = request.questions.map(({ key }) => (left > 0 && left-- > 0 ? page(key) : unasked(key)));
        // Its second page is free: what was held for it comes back with its answer.
        if (request.questions[0]?.key === "0.2") server.clock.at(server.clock.now() + 1_500, () => left++);
        const isNone = answers.every(({ state }) => state === "unasked");
        return { answers, stop: isNone ? { ok: false, code: "CAP_REACHED", message: "", remedy: "" } : null };
      },
    });
    const { state, stop } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "CAP_REACHED"]);
    expect(server.writes.flatMap(({ entries }) => entries.map(({ key }) => key))).toEqual(["0.1", "0.2", "0.3"]);
  });

  test("are bought no further while the one that all wait for fails again and again", async () => {
    let failures = 0;
    let boughtMeanwhile = 0;
    const server = createFakeServer({
      kind: "companies",
      batchCalls: 3,
      askMs: 4_000,
      answer(key) {
        if (key !== "0.2" || failures >= 20) return page(key, 100);
        failures++;
        boughtMeanwhile = new Set(server.asks.flatMap(({ keys }) => keys)).size;
        return failed(key, "HTTP_500", 2_000);
      },
    });
    const { state } = await server.run();
    expect([state, failures, server.writes.flatMap(({ entries }) => entries).length]).toEqual(["finished", 20, 100]);
    expect(boughtMeanwhile).toBeLessThan(30);
  });
});
