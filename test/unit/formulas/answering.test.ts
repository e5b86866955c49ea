import { describe, expect, test } from "@jest/globals";
import { forgetAnswers } from "../../../src/formulas/answer-cache";
import { answerByAddress, refusal } from "../support/fake-service";
import { createFormulaWorld, type FormulaWorld } from "../support/formula-world";

const column = (count: number) => Array.from({ length: count }, (_, i) => [`valid${i}@acme.example`]);

const HOUR_MS = 3_600_000;

const verify = (world: FormulaWorld, input: unknown): unknown => world.calculate("VERIFY_EMAIL", input, undefined);

const statuses = (result: unknown): string[] =>
  (result as string[][]).map(([cell]) => String(cell).split(":")[0] ?? "");

describe("answering from the cache", () => {
  test("a single cell asks once, then reads neither the key nor the service, in one cache call", () => {
    const world = createFormulaWorld();
    expect(verify(world, "valid@acme.example")).toBe("VALID");
    const callsBefore = world.cache.calls;
    expect(verify(world, "Valid@acme.example ")).toBe("VALID");
    expect(world.service.received).toHaveLength(1);
    expect(world.opened).toBe(1);
    expect(world.cache.calls - callsBefore).toBe(1);
  });

  test("ranges and single cells know each other's answers", () => {
    const world = createFormulaWorld();
    verify(world, column(5));
    expect(verify(world, "valid3@acme.example")).toBe("VALID");
    verify(world, "valid9@acme.example");
    expect(statuses(verify(world, column(10).slice(5)))).toEqual(["VALID", "VALID", "VALID", "VALID", "VALID"]);
    expect(world.service.received).toHaveLength(10);
  });

  test("answers are asked again after six hours, also packed ones that were written since", () => {
    const world = createFormulaWorld();
    verify(world, column(5));
    world.clock.pass(5 * HOUR_MS);
    // So many that every pack is written again.
    for (let times = 0; times < 6; times++) verify(world, column(405).slice(5));
    const asked = world.service.received.length;
    expect(asked).toBe(405);
    world.clock.pass(HOUR_MS);
    verify(world, column(5));
    expect(world.service.received).toHaveLength(asked + 5);
  });

  test("forgetting makes every answer be asked again, once, as often as it is done", () => {
    const world = createFormulaWorld();
    for (const asked of [4, 8, 12]) {
      verify(world, column(3));
      verify(world, "one@acme.example");
      verify(world, column(3));
      verify(world, "one@acme.example");
      expect(world.service.received).toHaveLength(asked);
      world.clock.pass(1_000);
      forgetAnswers(world);
    }
  });

  test("what was answered after forgetting stays known when the forgetting is long ago", () => {
    const world = createFormulaWorld();
    forgetAnswers(world);
    world.clock.pass(5 * HOUR_MS);
    verify(world, "one@acme.example");
    world.clock.pass(2 * HOUR_MS);
    verify(world, "one@acme.example");
    expect(world.service.received).toHaveLength(1);
  });

  test("leaves the fingerprint of the key beside its answers, never the key", () => {
    const world = createFormulaWorld();
    verify(world, column(3));
    expect(world.cache.entries.get("formula-key")?.text).toBe("fingerprint");
    expect(JSON.stringify([...world.cache.entries, ...world.properties])).not.toContain("secret-key");
  });

  test("leaves the fingerprint also of a key that is refused", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(400, "INVALID_API_KEY");
    expect(verify(world, "valid@acme.example")).toMatch(/^not finished/);
    expect(world.cache.entries.get("formula-key")?.text).toBe("fingerprint");
  });

  test("a damaged entry is asked again", () => {
    const world = createFormulaWorld();
    verify(world, "valid@acme.example");
    for (const entry of world.cache.entries.values()) entry.text = entry.text.slice(0, -3);
    expect(verify(world, "valid@acme.example")).toBe("VALID");
    expect(world.service.received).toHaveLength(2);
  });

  test("a long list is completed by finishing it, in entries that the cache takes @slow", () => {
    const world = createFormulaWorld();
    const list = column(2_000);
    for (let runs = 0; runs < 100 && statuses(verify(world, list)).includes("not finished"); runs++)
      world.clock.pass(2_000);
    expect(new Set(statuses(verify(world, list)))).toEqual(new Set(["VALID"]));
    expect(world.service.received).toHaveLength(2_000);
    const living = [...world.cache.entries.values()].filter(({ endsMs }) => endsMs > world.clock.nowMs());
    expect(living.length).toBeLessThan(100);
  });
});

describe("time", () => {
  test("no verification starts after 15 s, and what is not done says so", () => {
    const world = createFormulaWorld();
    const startedMs = world.clock.nowMs();
    const result = statuses(verify(world, column(120)));
    expect(Math.max(...world.service.received.map(({ atMs }) => atMs)) - startedMs).toBeLessThanOrEqual(15_000);
    expect(world.clock.nowMs() - startedMs).toBeLessThan(26_000);
    expect(result.filter((status) => status === "VALID")).toHaveLength(world.service.received.length);
    expect(result.filter((status) => status === "not finished").length).toBeGreaterThan(0);
  });

  test("only a list of over 100 emails is told about the job over a column, and only once", () => {
    const world = createFormulaWorld();
    const long = verify(world, column(120)) as string[][];
    expect(long.filter(([cell]) => cell?.includes("Verify emails in this column"))).toHaveLength(1);
    const short = verify(world, column(220).slice(120)) as string[][];
    expect(short.filter(([cell]) => cell?.includes("Finish formulas"))).toHaveLength(1);
    expect(short.filter(([cell]) => cell?.includes("Verify emails in this column"))).toHaveLength(0);
  });

  test("a turn that comes too late is not taken", () => {
    const world = createFormulaWorld();
    const turnMs = world.clock.nowMs() + 60_000;
    const state = JSON.stringify({ turnMs, refusedMs: [], cut: null, log: "" });
    world.properties.set("email-verifier", state);
    expect(verify(world, "valid@acme.example")).toMatch(/^not finished/);
    expect(world.properties.get("email-verifier")).toBe(state);
    expect(world.service.received).toEqual([]);
  });
});

describe("failures", () => {
  test.each([
    ["a 429", refusal(429)],
    ["an unavailable service", refusal(400, "SERVICE_TEMPORARILY_UNAVAILABLE")],
    ["a fault", refusal(503)],
    ["an unreadable answer", { status: 200, text: "<html>" }],
  ])("%s is asked again after a wait", (_, failure) => {
    const world = createFormulaWorld();
    const failures = [failure, failure];
    world.service.respond = (request) => failures.shift() ?? answerByAddress(request);
    expect(verify(world, "valid@acme.example")).toBe("VALID");
    expect(world.service.received).toHaveLength(3);
    const [first = 0, second = 0] = world.service.received.map(({ atMs }) => atMs);
    expect(second - first).toBeGreaterThan(2_400);
  });

  test("429s are told to the limiter, which slows everybody down after five", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(429);
    verify(world, column(5));
    expect(world.properties.get("email-verifier")).toMatch(/"cut":\{"callsPerMinute":278/);
  });

  test("a fault of the service's own is asked once, not kept, and left to be finished", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(400, "INTERNAL_ERROR");
    expect(verify(world, "valid@acme.example")).toMatch(/^not finished: The service has failed on this one/);
    expect(world.service.received).toHaveLength(1);
    world.clock.pass(60_000);
    verify(world, "valid@acme.example");
    expect(world.service.received).toHaveLength(2);
  });

  test("what fails is shared with those who ask the same at the same time", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(400, "INTERNAL_ERROR");
    const first = verify(world, "valid@acme.example");
    expect(verify(world, "valid@acme.example")).toBe(first);
    expect(world.service.received).toHaveLength(1);
  });

  test("the reason is shown when there is no time for another attempt", () => {
    const world = createFormulaWorld();
    world.service.respond = (request) => {
      world.clock.pass(13_500);
      return request.body.email === "valid@acme.example" ? refusal(503) : answerByAddress(request);
    };
    expect(verify(world, "valid@acme.example")).toMatch(/^not finished: The service has failed \(status 503\)/);
    expect(world.service.received).toHaveLength(1);
  });

  test("after a lost batch each item is asked again singly", () => {
    const world = createFormulaWorld();
    const usual = world.service.respond;
    world.service.respond = (request) => (request.body.email === "valid1@acme.example" ? "silence" : usual(request));
    const result = statuses(verify(world, column(4)));
    expect(world.service.batches.slice(0, 1)).toEqual([4]);
    expect(new Set(world.service.batches.slice(1))).toEqual(new Set([1]));
    expect(result).toEqual(["VALID", "not finished", "VALID", "VALID"]);
  });

  test("Google's own words are shown when no answer comes", () => {
    const world = createFormulaWorld();
    world.service.respond = () => "silence";
    expect(verify(world, "valid@acme.example")).toMatch(/^not finished: No answer .*Adresse nicht verfügbar/);
  });

  test("an empty account stops everybody for some seconds, then is asked again", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(400, "INSUFFICIENT_CREDITS");
    expect(new Set(statuses(verify(world, column(40))))).toEqual(new Set(["not finished"]));
    expect(world.service.batches).toEqual([10]);
    expect(verify(world, "new@acme.example")).toMatch(
      /^not finished: Not enough credits .* owner\. Then choose Extensions ▸ Sheetscout ▸ Finish formulas\.$/,
    );
    expect(world.service.batches).toEqual([10]);
    world.clock.pass(9_000);
    world.service.respond = answerByAddress;
    expect(verify(world, "valid@acme.example")).toBe("VALID");
  });

  test.each(["NO_API_KEY", "INVALID_API_KEY", "INSUFFICIENT_CREDITS"])("of a key (%s) say whose key it is", (code) => {
    const world = createFormulaWorld();
    if (code === "NO_API_KEY") world.apiKey = "";
    world.service.respond = () => refusal(400, code);
    const ofOwner = /[^.]; formulas use the key of this spreadsheet's owner\. Then choose .* Finish formulas\.$/;
    expect(verify(world, "valid@acme.example")).toMatch(ofOwner);
  });

  test("of the service itself do not speak of a key", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(500, "INTERNAL_ERROR");
    expect(verify(world, "valid@acme.example")).not.toContain("key");
  });

  test("an empty account does not keep what is free from being answered", () => {
    const world = createFormulaWorld();
    world.service.respond = (request) =>
      request.body.email === "valid1@acme.example" ? answerByAddress(request) : refusal(400, "INSUFFICIENT_CREDITS");
    expect(statuses(verify(world, column(3)))).toEqual(["not finished", "VALID", "not finished"]);
  });
});
