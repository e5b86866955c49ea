import { expect, test } from "@jest/globals";
import { DAY_MS, HOUR_MS } from "../../../src/unattended/limits";
import { isDue, minutesBetween, type Watch } from "../../../src/unattended/watch";

test.each([
  [10, 0, 10],
  [10, 3, 360],
  [60, 3, 360],
  [1_440, 3, 1_440],
] as const)(
  "every %i minutes, after %i failed checks in a row, it looks every %i minutes",
  (everyMinutes, failures, minutes) => {
    const watch = { everyMinutes, failures, state: "on", checkedMs: 0 } as Watch;
    expect(minutesBetween(watch)).toBe(minutes);
    expect(minutesBetween({ ...watch, state: "paused" })).toBe(everyMinutes);
  },
);

test("a watch that waits is due with the hourly trigger that comes when its time is over", () => {
  const watch = { everyMinutes: 60, failures: 3, state: "on", checkedMs: 0 } as Watch;
  expect([5, 5.95].map((hours) => isDue(watch, 60, hours * HOUR_MS))).toEqual([false, true]);
  expect([0.5, 0.95].map((days) => isDue({ ...watch, everyMinutes: 1_440 }, 60, days * DAY_MS))).toEqual([false, true]);
});
