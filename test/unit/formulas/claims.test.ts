import { describe, expect, test } from "@jest/globals";
import { forgetAnswers, openAnswerCache } from "../../../src/formulas/answer-cache";
import { VERIFICATION } from "../../../src/formulas/questions";
import { questionId } from "../../../src/pacing/turns";
import type { Failure } from "../../../src/service/errors";
import { type Cell, VERIFICATION_FIELDS } from "../../../src/service/fields";
import { createFormulaWorld, type FormulaWorld } from "../support/formula-world";

const EMAIL = "valid@acme.example";

/** A world in which another execution has just been given the turn to verify the address. */
function createClaimedWorld(): FormulaWorld & { answers: ReturnType<typeof openAnswerCache<unknown, Cell[]>> } {
  const world = createFormulaWorld();
  claim(world);
  return Object.assign(world, { answers: openAnswerCache(world.formula(), VERIFICATION, false) });
}

function claim(world: FormulaWorld): void {
  const limiter = world.formula().openService().limiterOf("email-verifier");
  limiter.awaitTurn({
    ids: [questionId(VERIFICATION.name, EMAIL)],
    latestStartMs: Infinity,
    superseded: new Map(),
  });
}

/** Lets something happen when the world has slept this often. */
function afterSleeps(world: FormulaWorld, count: number, happen: () => void): void {
  const sleep = world.clock.sleep;
  let sleeps = 0;
  world.clock.sleep = (ms) => {
    sleep(ms);
    if (++sleeps === count) happen();
  };
}

const verify = (world: FormulaWorld) => world.calculate("VERIFY_EMAIL", EMAIL, undefined);

const note = (failure: Failure) => new Map([[EMAIL, failure]]);

describe("a question that another execution is asking", () => {
  test("is answered by that one's answer, without a call", () => {
    const world = createClaimedWorld();
    const row = VERIFICATION_FIELDS.map((field) => (field === "email_status" ? "CATCH_ALL" : ""));
    afterSleeps(world, 3, () => world.answers.keep(new Map([[EMAIL, row]]), {}));
    expect(verify(world)).toBe("CATCH_ALL");
    expect(world.service.received).toEqual([]);
  });

  test("shares that one's failure when it cannot get better", () => {
    const world = createClaimedWorld();
    afterSleeps(world, 2, () => world.answers.keepFailures(note({ code: "INVALID_REQUEST", status: 400, detail: "" })));
    expect(verify(world)).toMatch(/^error: The service could not use the request/);
    expect(world.service.received).toEqual([]);
  });

  test("is taken over at once when that one has given up", () => {
    const world = createClaimedWorld();
    const startedMs = world.clock.nowMs();
    afterSleeps(world, 2, () => world.answers.keepFailures(note({ code: "HTTP_503", status: 503, detail: "" })));
    expect(verify(world)).toBe("VALID");
    expect(world.clock.nowMs() - startedMs).toBeLessThan(5_000);
  });

  test("is not taken over because of an attempt before that one's", () => {
    const world = createFormulaWorld();
    openAnswerCache(world.formula(), VERIFICATION, false).keepFailures(
      note({ code: "HTTP_503", status: 503, detail: "" }),
    );
    world.clock.pass(1_000);
    claim(world);
    const startedMs = world.clock.nowMs();
    verify(world);
    expect((world.service.received[0]?.atMs ?? 0) - startedMs).toBeGreaterThan(12_000);
  });

  test("is asked at once when answers were forgotten since, as that one's will not be found", () => {
    const world = createClaimedWorld();
    world.clock.pass(2_000);
    forgetAnswers(world);
    const startedMs = world.clock.nowMs();
    expect(verify(world)).toBe("VALID");
    expect(world.clock.nowMs() - startedMs).toBeLessThan(3_000);
  });

  test("is taken over when no answer has come for longer than the service takes", () => {
    const world = createClaimedWorld();
    const startedMs = world.clock.nowMs();
    expect(verify(world)).toBe("VALID");
    const [call] = world.service.received;
    expect((call?.atMs ?? 0) - startedMs).toBeGreaterThan(12_000);
    expect((call?.atMs ?? 0) - startedMs).toBeLessThanOrEqual(15_000);
  });
});
