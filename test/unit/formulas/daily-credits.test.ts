import { describe, expect, test } from "@jest/globals";
import { readSpentToday } from "../../../src/formulas/daily-credits";
import type { HttpResponse } from "../../../src/service/operations";
import { emails as foundEmails, ok, type Received, refusal } from "../support/fake-service";
import { createFormulaWorld, type FormulaWorld } from "../support/formula-world";

const emails = (count: number, from = 0) => Array.from({ length: count }, (_, i) => [`valid${from + i}@acme.example`]);

/** What formulas have spent today as Account tells it. */
const countedCredits = ({ properties, cache, clock }: FormulaWorld): number =>
  [...readSpentToday(Object.fromEntries(properties), cache, clock.nowMs()).values()].reduce((a, b) => a + b, 0) / 2;

/**
 * A service that charges for each address and each company once.
 * @param disturb gives another answer, or `null`; the call is not charged then, unless `chargesDisturbed`
 * @returns tells the credits that were paid
 */
function charge(
  world: FormulaWorld,
  disturb: (asked: string, times: number) => HttpResponse | null,
  chargesDisturbed = false,
): () => number {
  const { respond } = world.service;
  const times = new Map<string, number>();
  const paid = new Map<string, number>();
  world.service.respond = (request) => {
    const isVerification = request.operation === "email-verifier";
    const asked = String(request.body.email ?? request.body.company);
    const free = paid.has(asked);
    times.set(asked, (times.get(asked) ?? 0) + 1);
    const disturbed = disturb(asked, times.get(asked) ?? 0);
    if (disturbed === null || chargesDisturbed) paid.set(asked, isVerification ? 0.5 : 1);
    if (disturbed) return disturbed;
    return isVerification ? ok({ email: asked, email_status: "VALID", free }) : respond(request);
  };
  return () => [...paid.values()].reduce((a, b) => a + b, 0);
}

describe("what formulas may spend a day", () => {
  const isOver = ([cell]: string[]) =>
    /^not finished: This could exceed what formulas may spend in a day\. [^.]* Settings \(2 credits a day\)\. Then choose Extensions ▸ Sheetscout ▸ Finish formulas\.$/.test(
      cell ?? "",
    );

  test("is not exceeded, and what is known or free goes on", () => {
    const world = createFormulaWorld();
    world.capCredits = 2;
    const first = world.calculate("VERIFY_EMAIL", emails(6)) as string[][];
    expect(first.filter(([cell]) => cell === "VALID")).toHaveLength(4);
    expect(first.filter(isOver)).toHaveLength(2);
    expect(world.service.received).toHaveLength(4);
    expect(world.calculate("VERIFY_EMAIL", emails(4))).toEqual(emails(4).map(() => ["VALID"]));
    expect(world.calculate("EMAIL_COUNT", "acme.example")).toBe(12);
    expect(world.calculate("DOMAIN_EMAILS", "acme2.example", 2, "", "")).toMatch(/^not finished: This could exceed/);
  });

  test("begins anew with the day", () => {
    const world = createFormulaWorld();
    world.capCredits = 2;
    world.calculate("VERIFY_EMAIL", emails(6));
    world.clock.pass(24 * 3_600_000);
    expect(world.calculate("VERIFY_EMAIL", emails(6).slice(4))).toEqual([["VALID"], ["VALID"]]);
  });

  test("counts nothing for what the service has answered for nothing", () => {
    const world = createFormulaWorld();
    world.capCredits = 2;
    world.service.respond = ({ body }) => ok({ email: body.email, email_status: "VALID", free: true });
    for (const [email] of emails(12)) expect(world.calculate("VERIFY_EMAIL", email)).toBe("VALID");
  });

  test("switches paid formulas off with 0", () => {
    const world = createFormulaWorld();
    world.capCredits = 0;
    expect(world.calculate("VERIFY_EMAIL", "valid@acme.example")).toBe(
      "not finished: Formulas may spend no credits here. The owner of this spreadsheet can permit some in Extensions ▸ Sheetscout ▸ Settings. Then choose Extensions ▸ Sheetscout ▸ Finish formulas.",
    );
    expect(world.service.received).toEqual([]);
  });
});

describe("a call that was refused", () => {
  const REFUSALS: [string, HttpResponse][] = [
    ["for too many calls", refusal(429)],
    ["because the service is unavailable for the moment", refusal(400, "SERVICE_TEMPORARILY_UNAVAILABLE")],
  ];

  test.each(REFUSALS)("%s is counted once it is sent again, and the limit of the day holds", (_, answer) => {
    const world = createFormulaWorld();
    world.capCredits = 2;
    const paid = charge(world, (__, times) => (times === 1 ? answer : null));
    world.calculate("VERIFY_EMAIL", emails(2));
    expect([paid(), countedCredits(world)]).toEqual([1, 1]);
    for (let from = 2; from < 10; from += 2) world.calculate("VERIFY_EMAIL", emails(2, from));
    expect([paid(), countedCredits(world)]).toEqual([2, 2]);
  });

  test("of a company is counted once it is sent again", () => {
    const world = createFormulaWorld();
    world.capCredits = 2;
    const paid = charge(world, (_, times) => (times === 1 ? refusal(429) : null));
    for (let i = 1; i < 6; i++) world.calculate("COMPANY_INFO", `acme${i}.example`, "name");
    expect([paid(), countedCredits(world)]).toEqual([2, 2]);
  });

  test("counts nothing if it is never answered", () => {
    const world = createFormulaWorld();
    const paid = charge(world, () => refusal(429));
    world.calculate("VERIFY_EMAIL", emails(12));
    expect([paid(), countedCredits(world)]).toEqual([0, 0]);
  });
});

describe("a call whose answer was lost", () => {
  test.each([["with the lost answer"], ["when it is sent again, beside others"]])(
    "is counted once, if it is charged %s",
    (when) => {
      const world = createFormulaWorld();
      const isLost = (asked: string, times: number) => asked === "valid0@acme.example" && times === 1;
      const paid = charge(world, (...call) => (isLost(...call) ? refusal(503) : null), when === "with the lost answer");
      world.calculate("VERIFY_EMAIL", emails(40));
      expect([paid(), countedCredits(world)]).toEqual([20, 20]);
    },
  );
});

test("an address is counted beside its id, if that was charged for another address", () => {
  const world = createFormulaWorld();
  world.calculate("DOMAIN_EMAILS", "acme1.example", 1, "", "");
  const before = countedCredits(world);
  world.service.respond = ({ body }) => ok({ email: body.email ?? "other@acme.example", email_status: "VALID" });
  world.calculate("VERIFY_EMAIL", "person0@acme.example");
  expect(world.service.received.slice(1).map(({ body }) => body)).toEqual([
    { email_anon_id: "id0" },
    { email: "person0@acme.example" },
  ]);
  expect(countedCredits(world) - before).toBe(1);
});

test("a question that is taken over is counted, because the other's reservation may have been given back", () => {
  const world = createFormulaWorld();
  world.capCredits = 2;
  // The other one is refused, and dies before it sends the question again.
  const { sleep } = world.clock;
  const paid = charge(world, (_, times) => (times === 1 ? refusal(429) : null));
  world.clock.sleep = (ms) => {
    if (world.service.received.length > 0) throw new Error("Exceeded maximum execution time");
    sleep(ms);
  };
  expect(() => world.calculate("VERIFY_EMAIL", "valid@acme.example")).toThrow("maximum execution time");
  world.clock.sleep = sleep;
  expect(world.calculate("VERIFY_EMAIL", "valid@acme.example")).toBe("VALID");
  expect([paid(), countedCredits(world)]).toEqual([0.5, 0.5]);
});

test("a turn that is missed gives back what it reserved", () => {
  const world = createFormulaWorld();
  const { sleep } = world.clock;
  world.clock.sleep = (ms) => sleep(ms + 20_000);
  expect(world.calculate("VERIFY_EMAIL", emails(4))).toEqual(expect.arrayContaining([["not finished"]]));
  expect(world.service.received).toEqual([]);
  world.clock.sleep = sleep;
  expect(countedCredits(world)).toBe(0);
});

test("what was reserved before midnight is not given back to the next day", () => {
  const world = createFormulaWorld();
  const dayMs = 24 * 3_600_000;
  world.clock.pass(dayMs - (world.clock.nowMs() % dayMs) - 1_000);
  world.service.respond = ({ body }) => {
    if (body.email === "late@acme.example") return ok({ email: body.email, email_status: "VALID", free: false });
    world.clock.pass(3_000);
    world.calculate("VERIFY_EMAIL", "late@acme.example");
    return ok({ email: body.email, email_status: "VALID", free: true });
  };
  world.calculate("VERIFY_EMAIL", "early@acme.example");
  expect(countedCredits(world)).toBe(0.5);
});

/** A service that gives at most 50 of a company's emails at a time. */
function serveInSets(world: FormulaWorld, total: number, disturb: (calls: number) => HttpResponse | null = () => null) {
  let given = 0;
  world.service.respond = ({ body }: Received) => {
    const disturbed = disturb(world.service.received.length);
    if (disturbed) return disturbed;
    const from = body.search_id === undefined ? 0 : given;
    given = Math.min(total, from + 50);
    const meta = { search_id: `s${given}`, more_results: given < total, remaining_emails: total - given, limit: 50 };
    return ok({ email_list: foundEmails(from, given), meta });
  };
}

describe("a search of emails in several sets", () => {
  test.each([
    ["is counted by what has come, once all have", 103, () => null, 3],
    ["is counted by what has come, if the rest is refused", 103, (calls) => (calls > 1 ? refusal(429) : null), 1],
    ["is counted at its most, if a set was lost", 103, (calls) => (calls > 1 ? refusal(503) : null), 18],
  ] as [string, number, (calls: number) => HttpResponse | null, number][])("%s", (_, total, disturb, credits) => {
    const world = createFormulaWorld();
    serveInSets(world, total, disturb);
    world.calculate("DOMAIN_EMAILS", "acme.example", 900, "professional", "email");
    expect(countedCredits(world)).toBe(credits);
  });

  test("has reserved its most while it is asked", () => {
    const world = createFormulaWorld();
    const counted: number[] = [];
    serveInSets(world, 103, () => {
      counted.push(countedCredits(world));
      return null;
    });
    world.calculate("DOMAIN_EMAILS", "acme.example", 900, "professional", "email");
    expect(counted).toEqual([18, 18, 18]);
  });
});
