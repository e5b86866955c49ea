import { expect, test } from "@jest/globals";
import { createProgress } from "../../../src/driver/progress";
import type { AskReport } from "../../../src/jobs/views";

/** A job whose answers come ten at a time, after the given milliseconds each. */
function tellSpeeds(waitsMs: number[]): (number | null)[] {
  let nowMs = 0;
  let count = 0;
  const progress = createProgress(() => nowMs, { capHalves: null });
  return waitsMs.map((waitMs) => {
    nowMs += waitMs;
    const results = new Map(Array.from({ length: 10 }, () => [`${count++}`, { cells: ["VALID"] }]));
    progress.asked({ answers: [], spent: null, askNumber: 0 } as unknown as AskReport, results);
    return progress.view(8, 0).perMinute;
  });
}

test("the speed is that of the last minute", () => {
  const quick = new Array<number>(40).fill(3_000);
  const told = tellSpeeds([...quick, ...new Array<number>(30).fill(6_000)]);
  expect(told[3]).toBeNull();
  expect(told[30]).toBe(200);
  expect(told[69]).toBe(100);
});

test("the speed of a slow job is told as well, once it has gone on for a while", () => {
  expect(tellSpeeds([40_000, 40_000, 40_000, 40_000])).toEqual([null, 15, 15, 15]);
  // After a silence it is that of the whole time, which grows.
  expect(tellSpeeds([1_000, 3_000, 3_000, 3_000, 3_000, 588_000]).pop()).toBe(5);
});

test("the credits are those of the latest asking, whichever report comes first", () => {
  const progress = createProgress(() => 0, { capHalves: null });
  const tell = (askNumber: number, halves: number): number | undefined => {
    const spent = { halves, heldHalves: 10, isExact: false, freeAnswers: 0 };
    progress.asked({ answers: [], spent, askNumber } as unknown as AskReport, new Map());
    return progress.view(8, 0).spent?.halves;
  };
  expect([tell(2, 20), tell(4, 40), tell(3, 30), tell(5, 35)]).toEqual([20, 40, 40, 35]);
});

test("the emails of a resumed job are those in the sheet and those that have come since", () => {
  const progress = createProgress(() => 0, { capHalves: null, emails: 500 });
  const entry = {
    cells: [2],
    emails: [
      { email: "ann@acme.example", cells: [] },
      { email: "bob@acme.example", cells: [] },
    ],
  };
  const report = { answers: [], spent: null, askNumber: 1 } as unknown as AskReport;
  progress.asked(report, new Map([["acme.example", entry]]));
  expect(progress.view(6, 0).emails).toBe(502);
});

test("what is under way is at least what the calls that have begun can cost, within the cap", () => {
  const toldBy = (capHalves: number | null): { halves: number; heldHalves: number } | null => {
    const progress = createProgress(() => 0, { capHalves });
    const spent = { halves: 30, heldHalves: 10, isExact: true, isSettledExact: true, freeAnswers: 0 };
    progress.asked({ answers: [], spent, askNumber: 1 } as unknown as AskReport, new Map());
    return progress.view(8, 45).spent;
  };
  expect(toldBy(null)).toMatchObject({ halves: 65, heldHalves: 45 });
  expect(toldBy(50)).toMatchObject({ halves: 50, heldHalves: 30 });
});

test("what is spent for certain never becomes less, whichever answers a report still counts as under way", () => {
  const progress = createProgress(() => 0, { capHalves: null });
  const tell = (askNumber: number, halves: number, heldHalves: number) => {
    const spent = { halves, heldHalves, isExact: false, isSettledExact: true, freeAnswers: 0 };
    progress.asked({ answers: [], spent, askNumber } as unknown as AskReport, new Map());
    const told = progress.view(8, 0).spent;
    return told && [told.halves - told.heldHalves, told.heldHalves];
  };
  expect([tell(1, 10, 4), tell(2, 10, 5), tell(3, 9, 2), tell(4, 5, 0)]).toEqual([
    [6, 4],
    [6, 4],
    [7, 2],
    [5, 0],
  ]);
});
