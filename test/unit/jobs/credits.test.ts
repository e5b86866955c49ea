import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import {
  allowedBy,
  billName,
  type Cost,
  costOf,
  hold,
  NO_LEDGER,
  readStanding,
  type Standing,
  settleBill,
  spentOf,
  writeBill,
  writeStanding,
} from "../../../src/jobs/credits";

const JOB = "job1";
const WORST = 6;

const standing = (capHalves: number | null = null): Standing => ({
  epoch: 1,
  landed: 0,
  done: 0,
  state: "running",
  reason: "",
  capHalves,
  keyFingerprint: "key",
  ledger: NO_LEDGER,
});

const nameOf = (question: number): string => `q${question}`.padEnd(7, "-");

/** The fate of one asking: the service charges once for a question, and its answer may be lost or not billed. */
const asking = fc.record({
  questions: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 4 }),
  fates: fc.array(fc.constantFrom("answered", "lost", "undone", "unknown"), { minLength: 4, maxLength: 4 }),
  lane: fc.nat(2),
  isBillLost: fc.boolean(),
});
const costs = fc.array(fc.nat(WORST), { minLength: 8, maxLength: 8 });

/** A service that charges each question once, and a job that asks it, with its properties. */
function world(costsOf: number[], capHalves: number | null) {
  let properties: Record<string, string> = writeStanding(JOB, standing(capHalves));
  const charged = new Map<number, number>();
  const asked = new Set<number>();
  const answered = new Set<number>();
  let isAllBilled = true;
  const read = (): Standing => readStanding(properties, JOB) as Standing;
  return {
    read,
    properties: () => properties,
    charged: () => [...charged.values()].reduce((sum, each) => sum + each, 0),
    asked,
    answered,
    isAllBilled: () => isAllBilled,
    ask({
      questions,
      fates,
      lane,
      isBillLost,
    }: {
      questions: number[];
      fates: string[];
      lane: number;
      isBillLost: boolean;
    }) {
      const before = read();
      const allowed = allowedBy(before, questions.map(nameOf), WORST);
      const ledger = hold(before.ledger, allowed, WORST, 1);
      // Bills that are booked stay where they are until the lane writes its next one.
      properties = { ...properties, ...writeStanding(JOB, { ...before, ledger }) };
      const billed = questions.flatMap((question, i) => {
        const name = nameOf(question);
        if (!allowed.includes(name)) return [];
        asked.add(question);
        const fate = fates[i];
        const held = before.ledger.open.get(name);
        if (fate === "undone") return [[name, costOf(held, "undone") as Cost]] as [string, Cost][];
        if (fate === "unknown") return [];
        const halves = charged.has(question) ? 0 : (costsOf[question] ?? 0);
        charged.set(question, charged.get(question) ?? halves);
        if (fate === "answered" && !isBillLost) answered.add(question);
        return fate === "lost" ? [] : ([[name, costOf(held, halves) as Cost]] as [string, Cost][]);
      });
      if (isBillLost || billed.length < allowed.length) isAllBilled = false;
      if (!isBillLost) properties[billName(JOB, 1, lane)] = writeBill(ledger.askNumber, billed);
    },
  };
}

test("a job is never told less than it was charged, nor more than all its questions can cost", () => {
  fc.assert(
    fc.property(costs, fc.array(asking, { maxLength: 25 }), (costsOf, askings) => {
      const job = world(costsOf, null);
      for (const each of askings) {
        job.ask(each);
        const { halves } = spentOf(job.read().ledger);
        expect(halves).toBeGreaterThanOrEqual(job.charged());
        expect(halves).toBeLessThanOrEqual(job.asked.size * WORST);
      }
    }),
    { seed: 36 },
  );
});

test("what was answered is known as free, and only what is held of the others can still be charged", () => {
  fc.assert(
    fc.property(costs, fc.nat(40), fc.array(asking, { maxLength: 25 }), (costsOf, capHalves, askings) => {
      const job = world(costsOf, capHalves);
      const before: { charged: number; atMost: number }[] = [];
      for (const each of askings) {
        job.ask(each);
        const { ledger } = job.read();
        const answered = Array.from(job.answered, (question) => ledger.open.get(nameOf(question))?.isAnswered);
        expect([...ledger.open.values()].filter(({ isAnswered }) => isAnswered)).toHaveLength(answered.length);
        expect(answered).not.toContain(false);
        const { halves, heldHalves } = spentOf(ledger);
        before.push({ charged: job.charged(), atMost: capHalves - halves + heldHalves });
        for (const { charged, atMost } of before) expect(job.charged() - charged).toBeLessThanOrEqual(atMost);
      }
    }),
    { seed: 36 },
  );
});

test("when every answer has come and is billed, the job is told exactly what it was charged", () => {
  fc.assert(
    fc.property(costs, fc.array(asking, { maxLength: 25 }), (costsOf, askings) => {
      const job = world(costsOf, null);
      for (const each of askings) job.ask({ ...each, fates: each.fates.map(() => "answered"), isBillLost: false });
      expect(job.isAllBilled()).toBe(true);
      expect(spentOf(job.read().ledger)).toMatchObject({ halves: job.charged(), isExact: true });
    }),
    { seed: 36 },
  );
});

test("neither told nor charged is ever more than the limit", () => {
  fc.assert(
    fc.property(costs, fc.nat(40), fc.array(asking, { maxLength: 25 }), (costsOf, capHalves, askings) => {
      const job = world(costsOf, capHalves);
      for (const each of askings) {
        job.ask(each);
        expect(spentOf(job.read().ledger).halves).toBeLessThanOrEqual(capHalves);
        expect(job.charged()).toBeLessThanOrEqual(capHalves);
      }
    }),
    { seed: 36 },
  );
});

test("a bill that is booked again changes nothing, also after the standing was written with it", () => {
  fc.assert(
    fc.property(costs, fc.array(asking, { maxLength: 15 }), (costsOf, askings) => {
      const job = world(costsOf, null);
      for (const each of askings) job.ask(each);
      const once = job.read();
      const again = readStanding({ ...job.properties(), ...writeStanding(JOB, once) }, JOB);
      expect(again && spentOf(again.ledger)).toEqual(spentOf(once.ledger));
      expect(again?.ledger.freeAnswers).toBe(once.ledger.freeAnswers);
    }),
    { seed: 36 },
  );
});

test("a question that is asked again is free once, and not at all if its first answer was charged", () => {
  const [first, second] = [nameOf(0), nameOf(1)];
  let { ledger } = standing();
  const answer = (costs: [string, number][]): void => {
    const bill = costs.map(([name, charge]): [string, Cost] => [name, costOf(ledger.open.get(name), charge) as Cost]);
    const names = costs.map(([name]) => name);
    const held = hold(ledger, names, WORST, 0);
    ledger = settleBill(held, writeBill(held.askNumber, bill));
  };
  answer([
    [first, 0],
    [second, 1],
  ]);
  answer([
    [first, 0],
    [second, 0],
  ]);
  expect(ledger.freeAnswers).toBe(1);
});

test("the bill of an earlier asking does not settle a question that is being asked again", () => {
  const name = nameOf(0);
  const first = hold(standing().ledger, [name], WORST, 0);
  const again = hold(first, [name], WORST, 1);
  const late = settleBill(again, writeBill(first.askNumber, [[name, costOf(undefined, 0) as Cost]]));
  expect(spentOf(late)).toEqual(spentOf(again));
  const booked = settleBill(again, writeBill(again.askNumber, [[name, costOf(undefined, 0) as Cost]]));
  expect(spentOf(booked)).toMatchObject({ halves: 0, isExact: true });
});

test("a standing is read as it was written", () => {
  fc.assert(
    fc.property(costs, fc.array(asking, { maxLength: 10 }), (costsOf, askings) => {
      const job = world(costsOf, 30);
      for (const each of askings) job.ask(each);
      const before = job.read();
      expect(readStanding(writeStanding(JOB, before), JOB)).toEqual(before);
    }),
    { seed: 36 },
  );
});

test("a ledger with more questions than a property holds keeps their sum, and fits", () => {
  let { ledger } = standing();
  for (let i = 0; i < 2_000; i += 10) {
    const names = Array.from({ length: 10 }, (_, j) => String(i + j).padStart(7, "0"));
    ledger = hold(ledger, names, 1, i);
  }
  expect(spentOf(ledger)).toMatchObject({ halves: 2_000, isExact: false });
  const reason = "ж".repeat(200);
  const [text = ""] = Object.values(writeStanding(JOB, { ...standing(), reason, ledger }));
  expect(Buffer.byteLength(text)).toBeLessThan(9 * 1_024);
});

test("a ledger knows the 780 questions that a driver lets wait to be written, and 120 on their way", () => {
  const names = (from: number): string[] => Array.from({ length: 20 }, (_, i) => String(from + i).padStart(7, "0"));
  // As much as a company with the most emails costs.
  const cost = { halves: 40, isKnown: true, isFree: false };
  let properties = writeStanding(JOB, standing());
  for (let i = 0; i < 900; i += 20) {
    const before = readStanding(properties, JOB) as Standing;
    const ledger = hold(before.ledger, names(i), WORST, i);
    const bill = writeBill(ledger.askNumber, i < 780 ? names(i).map((name) => [name, cost]) : []);
    properties = { ...writeStanding(JOB, { ...before, ledger }), [billName(JOB, 1, 0)]: bill };
  }
  const { ledger } = readStanding(properties, JOB) as Standing;
  expect(names(0).map((name) => ledger.open.get(name)?.halves)).toEqual(new Array(20).fill(40));
  expect(ledger.open.size).toBe(900);
});

test("what was damaged or undone is no standing", () => {
  expect(readStanding({}, JOB)).toBeNull();
  expect(readStanding({ [`state:${JOB}`]: "{" }, JOB)).toBeNull();
});
