import { describe, expect, test } from "@jest/globals";
import { secondsUnattended } from "../../../src/unattended/time";

const minutes = (...args: Parameters<typeof secondsUnattended>): number => secondsUnattended(...args) / 60;

describe("the time that a job takes without anybody", () => {
  test("nothing takes none; a short one begins with the next minute, or hour", () => {
    expect(minutes("email-verifier", 0, 1)).toBe(0);
    expect(minutes("email-verifier", 92, 1)).toBeCloseTo(2);
    expect(minutes("email-verifier", 92, 60)).toBeCloseTo(61);
  });

  test("one that takes several executions waits between them, unless they overlap", () => {
    expect(minutes("email-verifier", 2_600, 1)).toBeGreaterThan(10);
    expect(minutes("email-verifier", 2_600, 1)).toBeLessThan(16);
    expect(minutes("domain-search", 4_000, 1)).toBeGreaterThan(21);
    expect(minutes("domain-search", 4_000, 1)).toBeLessThan(27);
    // 414 of them an hour.
    expect(minutes("email-verifier", 2_600, 60)).toBeGreaterThan(6 * 60);
    expect(minutes("email-verifier", 2_600, 60)).toBeLessThan(8 * 60);
  });

  test("one that takes more than the time of a day goes on the next day, however often it may run", () => {
    const day = 24 * 60;
    for (const everyMinutes of [1, 60]) {
      expect(minutes("email-verifier", 11_000, everyMinutes)).toBeGreaterThan(day);
      expect(minutes("email-verifier", 30_000, everyMinutes)).toBeGreaterThan(3 * day);
      expect(minutes("email-verifier", 30_000, everyMinutes)).toBeLessThan(5 * day);
    }
  });
});
