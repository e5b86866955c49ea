import { describe, expect, test } from "@jest/globals";
import type { Answer } from "../../../src/jobs/views";
import { createFakeServer, failed, LOST } from "./fake-server";

const emails = (count: number): string[] => Array.from({ length: count }, (_, i) => `person${i}@acme.example`);
const unasked = (key: string): Answer => ({ key, state: "unasked" });

describe("a driver", () => {
  test("asks each input once, and writes its answer to all its rows", async () => {
    const server = createFakeServer({ inputs: [...emails(240), "", ...emails(240)] });
    const { state, stop, progress } = await server.run();
    expect([state, stop]).toEqual(["finished", null]);
    const asked = server.asks.flatMap(({ keys }) => keys);
    expect(asked.sort()).toEqual(emails(240).sort());
    expect(server.sheet.size).toBe(480);
    // An input that stands in two rows is one result.
    expect(progress.byStatus["status of person7@acme.example"]).toBe(1);
    expect(progress).toMatchObject({
      answered: 240,
      done: 240,
      rows: 480,
      lost: 0,
      spent: { halves: server.asks.length, isExact: true },
    });
    expect(server.ends).toEqual([expect.objectContaining({ epoch: 1, state: "finished", hasLanded: true })]);
  });

  test("keeps all its lanes busy, each with one call at a time", async () => {
    const server = createFakeServer({ inputs: emails(300), lanes: 5 });
    await server.run();
    expect(server.underWay.most).toBe(5);
    // 30 batches of 1.5 s in 5 lanes take 9 s; the first and the last write come on top.
    expect(server.passedMs()).toBeLessThan(12_000);
  });

  test("begins no write that the last answers would have to wait for: what is left is written at once", async () => {
    const server = createFakeServer({ inputs: emails(1_000), lanes: 4, writeMs: 8_000 });
    await server.run();
    const rows = server.writes.map(({ entries }) => entries.length);
    // Four batches come every 1.5 s: some 200 answers during a write.
    expect(rows.at(-1)).toBeGreaterThan(150);
    expect(rows.reduce((sum, each) => sum + each, 0)).toBe(1_000);
  });

  test("leaves the lock to formulas that ask as well: four lanes from then on", async () => {
    let most = 0;
    const server = createFakeServer({
      inputs: emails(800),
      instead: (request) => (request.do === "ask" ? { isShared: true } : undefined),
      onCall() {
        if (server.asks.length >= 16) most = Math.max(most, server.underWay.lanes.length);
      },
    });
    expect((await server.run()).state).toBe("finished");
    expect(most).toBe(4);
  });

  test("asks two batches a call, but one until answers come, and when other lanes would have nothing left to ask", async () => {
    const server = createFakeServer({ inputs: emails(400), lanes: 3 });
    await server.run();
    const sizes = server.asks.map(({ keys }) => keys.length);
    expect(sizes.slice(0, 19)).toEqual([10, 10, 10, ...new Array(16).fill(20)]);
    expect(sizes.slice(19)).toEqual(new Array(5).fill(10));
    const small = createFakeServer({ inputs: emails(200), lanes: 2, batchCalls: 3 });
    await small.run();
    expect(small.asks[3]?.keys).toHaveLength(6);
  });

  test("makes the columns while the first questions are on their way: those of a search in two calls at a time", async () => {
    const inputs = ["acme.example", "globex.example"];
    const preparing = async (kind: "verify" | "find", hasCredits: boolean) => {
      const server = createFakeServer({ kind, inputs, hasCredits, writeMs: 1_000 });
      expect((await server.run()).state).toBe("finished");
      // They are answered after 1.5 s.
      expect(server.passedMs()).toBeLessThan(4_000);
      return server.writes.flatMap(({ entries, only }) => (entries.length === 0 ? [only ?? "all"] : []));
    };
    expect(await preparing("verify", true)).toEqual(["all"]);
    expect(await preparing("find", true)).toEqual(["list", "columns"]);
    // The first question may be refused, and the columns would stay blank.
    expect(await preparing("find", false)).toEqual([]);
  });

  test("sends the first answers while the columns are being made", async () => {
    const server = createFakeServer({ inputs: emails(10), writeMs: 10_000 });
    await server.run();
    const [preparing, first] = server.writes;
    expect([preparing?.entries.length, first?.entries.length]).toEqual([0, 10]);
    // Both take 10 s, and the answers come after 1.5 s.
    expect(server.passedMs()).toBeLessThan(14_000);
  });

  test("asks no more than it was told to try, and pauses", async () => {
    const server = createFakeServer({ inputs: emails(50), askAtMost: 12 });
    const { state, progress } = await server.run();
    expect([state, progress.answered, server.sheet.size]).toEqual(["paused", 12, 12]);
  });

  test("leaves a trial paused when the rows that it has not looked at only repeat what was tried", async () => {
    const repeats = Array.from({ length: 1_000 }, (_, i) => `person${i % 12}@acme.example`);
    const server = createFakeServer({ inputs: repeats, askAtMost: 12 });
    const { state, progress } = await server.run();
    expect([state, progress.answered]).toEqual(["paused", 12]);
    expect(server.sheet.size).toBeLessThan(1_000);
  });
});

describe("questions that have come since the cost was told", () => {
  test("pause the job, and are not asked", async () => {
    const server = createFakeServer({ inputs: emails(700), toAsk: 700 });
    server.clock.at(server.clock.now() + 4_000, () => {
      server.inputs.push(...emails(760).slice(700), ...emails(50));
    });
    const { state, stop, progress } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "MORE_THAN_TOLD"]);
    expect(stop?.message).toBe("The list has changed since the cost was told: 60 more emails could exceed it.");
    expect(server.asks.flatMap(({ keys }) => keys)).toHaveLength(700);
    expect(progress.answered).toBe(700);
    // Repeats cost nothing.
    expect(server.sheet.size).toBe(750);
  });

  test("pause it though they are no more, where they can cost more than those that they replace", async () => {
    const halvesOf = (key: string): number => (key.startsWith("dear") ? 40 : 2);
    const server = createFakeServer({
      kind: "find",
      inputs: emails(700),
      toAsk: 700,
      price: { halves: 1_400, halvesPerQuestion: 40, cheaper: new Map(emails(700).map((key) => [key, 2])) },
    });
    server.clock.at(server.clock.now() + 1_000, () => server.inputs.splice(650, 1, "dear.example"));
    const { state, stop } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "MORE_THAN_TOLD"]);
    const asked = server.asks.flatMap(({ keys }) => keys);
    expect(asked.reduce((halves, key) => halves + halvesOf(key), 0)).toBe(1_400);
    expect(stop?.message).toBe(
      `The list has changed since the cost was told: ${700 - asked.length} more companies could exceed it.`,
    );
  });

  test("do not pause it if they are repeats, corrected rows within the count, or questions that are asked again", async () => {
    let lost = 0;
    const server = createFakeServer({
      inputs: emails(300),
      toAsk: 300,
      answer: (key, { questions }) =>
        key.includes("7@") && questions.every(({ attempts }) => attempts === 0)
          ? failed(key, "HTTP_500", 1_000)
          : undefined,
      instead: ({ do: what }) => (what === "ask" && lost++ % 5 === 0 && lost < 20 ? LOST : undefined),
    });
    server.clock.at(server.clock.now() + 1_000, () => {
      server.inputs.push(...emails(40));
      server.inputs[280] = "corrected@acme.example";
    });
    expect(await server.run()).toMatchObject({ state: "finished", stop: null });
    expect(server.sheet.size).toBe(340);
  });

  test("pause a job at its credit limit no less", async () => {
    const server = createFakeServer({
      inputs: emails(80),
      toAsk: 60,
      instead: (request) =>
        request.do === "ask" && server.asks.length >= 4
          ? {
              answers: request.questions.map(({ key }) => unasked(key)),
              stop: { ok: false, code: "CAP_REACHED", message: "", remedy: "" },
            }
          : undefined,
    });
    const { state, stop } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "CAP_REACHED"]);
  });
});

describe("pause", () => {
  test("is a brake: nothing is asked after it, and what was bought is written", async () => {
    const server = createFakeServer({ inputs: emails(400) });
    let askedBefore = -1;
    server.clock.at(server.clock.now() + 2_000, () => {
      server.driver.pause();
      askedBefore = server.asks.length;
    });
    const { state, stop, progress } = await server.run();
    expect([state, stop]).toEqual(["paused", null]);
    expect(askedBefore).toBeGreaterThan(0);
    expect(server.asks).toHaveLength(askedBefore);
    expect(server.sheet.size).toBe(progress.answered);
    expect(progress.answered).toBe(server.asks.reduce((sum, { keys }) => sum + keys.length, 0));
  });

  test("tells the server at once, which calls off what waits for its turn there", async () => {
    const server = createFakeServer({ inputs: emails(100), askMs: 10_000 });
    server.clock.at(server.clock.now() + 2_000, () => server.driver.pause());
    await server.run();
    expect(server.ends.map(({ state, hasLanded }) => [state, hasLanded])).toEqual([
      ["paused", false],
      ["paused", true],
    ]);
  });
});

describe("calls that are lost", () => {
  test("are made again after a while; a lost write is repeated with a fresh look at the sheet", async () => {
    let lost = 0;
    const server = createFakeServer({
      inputs: emails(60),
      instead: ({ do: what }) => (what !== "scan" && lost++ % 3 === 0 && lost < 12 ? LOST : undefined),
    });
    const { state, progress } = await server.run();
    expect([state, progress.answered, server.sheet.size]).toEqual(["finished", 60, 60]);
    expect(server.writes.some(({ isFresh }) => isFresh)).toBe(true);
  });

  test("end the job when none comes through for minutes", async () => {
    const server = createFakeServer({
      inputs: emails(30),
      instead: ({ do: what }) => (what === "ask" ? LOST : undefined),
    });
    const { state, stop } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "GOOGLE_FAILED"]);
    expect(server.passedMs()).toBeGreaterThan(120_000);
  });

  test("are made by as many lanes as before: those whose call was lost rest until its wait is over", async () => {
    let calls = 0;
    const server = createFakeServer({
      inputs: emails(600),
      lanes: 7,
      instead: ({ do: what }) => (what === "ask" && ++calls <= 200 ? LOST : undefined),
    });
    const { state, stop } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "GOOGLE_FAILED"]);
    // Twelve waits, and at most seven calls before and after each.
    expect(calls).toBeLessThanOrEqual(13 * 7);
  });

  test("are not repeated when the server says that somebody else drives the job", async () => {
    const server = createFakeServer({
      inputs: emails(30),
      lanes: 2,
      instead: ({ do: what }) => (what === "ask" ? { ...LOST, code: "JOB_TAKEN_OVER" } : undefined),
    });
    const { state, stop } = await server.run();
    expect([state, stop?.code, server.asks]).toEqual(["paused", "JOB_TAKEN_OVER", []]);
  });
});

describe("questions that were not asked", () => {
  test("come again after 4 s, when others are asking them", async () => {
    let isClaimed = true;
    const server = createFakeServer({
      inputs: emails(20),
      answer: (key) => (isClaimed && key.startsWith("person3@") ? unasked(key) : undefined),
    });
    server.clock.at(server.clock.now() + 3_000, () => {
      isClaimed = false;
    });
    const { state } = await server.run();
    const [first, second] = server.asks.filter(({ keys }) => keys.includes("person3@acme.example"));
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(5_500);
    expect([state, server.sheet.size]).toEqual(["finished", 20]);
  });

  test("for want of credits wait for what other lanes give back", async () => {
    let isOut = false;
    const server = createFakeServer({
      inputs: emails(60),
      instead(request) {
        if (request.do !== "ask" || isOut || server.underWay.lanes.length < 3) return undefined;
        isOut = true;
        return {
          answers: request.questions.map(({ key }) => unasked(key)),
          stop: { ok: false, code: "CAP_REACHED", message: "", remedy: "" },
        };
      },
    });
    const { state, progress } = await server.run();
    expect([isOut, state, progress.answered]).toEqual([true, "finished", 60]);
  });

  test("for want of credits end the job when no other lane can give some back", async () => {
    const server = createFakeServer({
      inputs: emails(200),
      instead: (request) =>
        request.do === "ask" && server.asks.length >= 5
          ? {
              answers: request.questions.map(({ key }) => unasked(key)),
              stop: { ok: false, code: "CAP_REACHED", message: "", remedy: "" },
            }
          : undefined,
    });
    const { state, stop, progress } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "CAP_REACHED"]);
    expect(progress.answered).toBe(50);
    expect(server.sheet.size).toBe(50);
  });
});

describe("a silent service", () => {
  test("pauses the job after 30 s, and fails nothing for good", async () => {
    const server = createFakeServer({
      inputs: emails(30),
      instead: ({ do: what }) => (what === "ask" ? { words: "Address unavailable." } : undefined),
      answer: (key, { questions }) => failed(key, "NO_ANSWER", (questions[0]?.attempts ?? 0) < 3 ? 2_000 : null),
    });
    const { state, stop } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "NO_ANSWER"]);
    expect(stop?.message).toBe("No answer has come from the service for 30 s (Address unavailable).");
    expect(server.passedMs()).toBeGreaterThanOrEqual(30_000);
    expect(server.passedMs()).toBeLessThan(60_000);
    expect(server.sheet.size).toBe(0);
  });

  test("does not pause it for one lost batch, whose questions are asked again one by one", async () => {
    const server = createFakeServer({
      inputs: emails(30),
      answer: (key, { questions }) =>
        questions.length > 1 && key.endsWith("3@acme.example") ? failed(key, "NO_ANSWER", 2_000) : undefined,
    });
    expect((await server.run()).state).toBe("finished");
    const alone = server.asks.filter(({ keys }) => keys.length === 1).flatMap(({ keys }) => keys);
    expect(alone.sort()).toEqual(["person13@acme.example", "person23@acme.example", "person3@acme.example"]);
    expect(server.sheet.size).toBe(30);
  });

  test("is told from a question that fails by itself, whose failure is written", async () => {
    const server = createFakeServer({
      inputs: emails(10),
      answer: (key) => (key.startsWith("person4@") ? failed(key, "EMAIL_REJECTED", null) : undefined),
    });
    expect((await server.run()).state).toBe("finished");
    expect(server.sheet.get(6)).toBe("error: EMAIL_REJECTED");
  });

  test("pauses the job as well when it fails for everything, after 30 s, and next to nothing fails for good", async () => {
    const server = createFakeServer({ inputs: emails(600), answer: (key) => failed(key, "HTTP_500", null) });
    const { state, stop } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", "HTTP_500"]);
    expect(stop?.message).toMatch(/^The service is out of order: \d+ calls in a row have failed \(HTTP_500\)\.$/);
    expect(server.passedMs()).toBeGreaterThanOrEqual(30_000);
    expect(server.passedMs()).toBeLessThan(60_000);
    expect(server.sheet.size).toBe(0);
  });

  test.each([
    [
      "HTTP_429",
      /^The service asks us to wait: it has refused \d+ calls in a row for coming too fast/,
      /something else may be using the same key/,
    ],
    ["INTERNAL_ERROR", /^The service is out of order: \d+ calls in a row/, /Tell its support/],
    ["INVALID_REQUEST", /^The service has refused \d+ requests in a row/, /Check the column and the API key/],
    ["HTTP_401", /^The service has refused \d+ requests in a row/, /Check the column and the API key/],
    ["HTTP_302", /^The service answered with a redirect \(status 302\)/, /Tell whoever installed Sheetscout/],
  ])("says what to do about %s, marks no row, and asks one at a time meanwhile", async (code, message, remedy) => {
    const server = createFakeServer({ inputs: emails(60), answer: (key) => failed(key, code, null) });
    const { state, stop, progress } = await server.run();
    expect([state, stop?.code]).toEqual(["paused", code]);
    expect(stop?.message).toMatch(message);
    expect(stop?.remedy).toMatch(remedy);
    expect(server.sheet.size).toBe(0);
    expect(progress.answered).toBe(0);
    const calls = server.asks.flatMap(({ keys }) => keys);
    expect(calls.length).toBeLessThanOrEqual(70);
    const later = server.asks.filter(({ atMs }) => atMs > 3_000);
    expect(later.every(({ keys }) => keys.length === 1)).toBe(true);
    expect(later.length).toBeGreaterThan(2);
  });

  test.each([
    ["HTTP_403", "HTTP_400"],
    ["HTTP_429", "HTTP_403"],
  ])("pauses the job and marks no row, too, when it refuses all with %s and %s in turn", async (...codes) => {
    const server = createFakeServer({
      inputs: emails(600),
      isUnwatched: true,
      answer: (key) => failed(key, Number(/\d+/.exec(key)) % 2 ? codes[0] : codes[1], null),
    });
    const { state, stop } = await server.run();
    expect(state).toBe("paused");
    expect(stop?.message).toMatch(/has refused \d+ (requests|calls) in a row/);
    expect(server.sheet.size).toBe(0);
  });

  test("writes the failures of questions that fail again when the service answers others", async () => {
    const server = createFakeServer({
      inputs: emails(60),
      answer: (key) => (/person(?:1\d|5\d)@/.test(key) ? failed(key, "INVALID_REQUEST", null) : undefined),
    });
    expect(await server.run()).toMatchObject({ state: "finished", stop: null });
    expect(server.sheet.size).toBe(60);
    expect([...server.sheet.values()].filter((status) => status === "error: INVALID_REQUEST")).toHaveLength(20);
    expect(server.passedMs()).toBeLessThan(60_000);
  });

  test("is told from the last few questions that fail however often: their failures are written", async () => {
    const server = createFakeServer({
      inputs: emails(30),
      answer: (key, { questions }) =>
        /person2[789]@/.test(key)
          ? failed(key, "UNREADABLE_ANSWER", (questions[0]?.attempts ?? 0) < 3 ? 2_000 : null)
          : undefined,
    });
    expect(await server.run()).toMatchObject({ state: "finished", stop: null });
    expect([29, 30, 31].map((row) => server.sheet.get(row))).toEqual(new Array(3).fill("error: UNREADABLE_ANSWER"));
    expect(server.passedMs()).toBeLessThan(30_000);
  });

  test.each(["HTTP_503", "HTTP_429", "NO_ANSWER"])(
    "is told after some seconds of %s, and until an answer comes",
    async (code) => {
      const told: { atMs: number; failing: string | null }[] = [];
      let isDown = true;
      const server = createFakeServer({
        inputs: emails(200),
        answer: (key) => (isDown ? failed(key, code, 1_000) : undefined),
        onProgress: ({ failing }) => told.push({ atMs: server.passedMs(), failing }),
      });
      server.clock.at(server.clock.now() + 20_000, () => {
        isDown = false;
      });
      expect((await server.run()).state).toBe("finished");
      const failing = told.filter((each) => each.failing !== null);
      expect(new Set(failing.map((each) => each.failing))).toEqual(new Set([code]));
      const times = failing.map(({ atMs }) => atMs);
      expect(Math.min(...times)).toBeGreaterThanOrEqual(5_000);
      expect(Math.min(...times)).toBeLessThan(12_000);
      expect(Math.max(...times)).toBeLessThan(30_000);
      expect(told.at(-1)?.failing).toBeNull();
    },
  );

  test("does not pause it when it has failed for seconds only, however often", async () => {
    let isDown = true;
    const server = createFakeServer({
      inputs: emails(200),
      answer: (key) => (isDown ? failed(key, "HTTP_500", null) : undefined),
    });
    server.clock.at(server.clock.now() + 5_000, () => {
      isDown = false;
    });
    expect((await server.run()).state).toBe("finished");
    expect(server.asks.filter(({ atMs }) => atMs < 5_000).length).toBeGreaterThan(4);
    const failures = [...server.sheet.values()].filter((status) => status.startsWith("error"));
    expect(failures.length).toBeLessThan(20);
  });
});
