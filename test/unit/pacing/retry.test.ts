import { describe, expect, test } from "@jest/globals";
import { nextWaitMs } from "../../../src/pacing/retry";

describe("the wait before another attempt", () => {
  test("grows with the attempts and ends", () => {
    const waits = [1, 2, 3].map((attempts) => nextWaitMs("rate", attempts) ?? 0);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect(nextWaitMs("rate", 4)).toBeNull();
  });

  test("does not exist for what cannot get better", () => {
    expect(nextWaitMs(null, 1)).toBeNull();
  });
});
