import { expect, test } from "@jest/globals";
import { DAY_MS, HOUR_MS } from "../../../src/unattended/limits";
import { inItsDay, isDue, minutesBetween, type Watch } from "../../../src/unattended/watch";

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
  const watch = { everyMinutes: 60, failures: 3, state: "on", checkedMs: DAY_MS, dayFromMs: 0 } as Watch;
  expect([5, 5.95].map((hours) => isDue(watch, 60, DAY_MS + hours * HOUR_MS))).toEqual([false, true]);
  const daily = { ...watch, everyMinutes: 1_440 } as const;
  expect([1.95, 1.995].map((days) => isDue(daily, 60, days * DAY_MS))).toEqual([false, true]);
});

test.each([1, 24 - 1 / 60, 24, 30])(
  "a daily watch whose trigger comes every %d hours does a day's credits each time, and days do not become shorter",
  (hours) => {
    let watch = {
      everyMinutes: 1_440,
      failures: 0,
      state: "on",
      checkedMs: 0,
      dayFromMs: DAY_MS,
      spentBefore: 0,
    } as Watch;
    let looks = 0;
    for (let nowMs = DAY_MS; nowMs < 31 * DAY_MS; nowMs += hours * HOUR_MS) {
      if (!isDue(watch, 60, nowMs)) continue;
      const inDay = inItsDay(watch, 1 + looks, nowMs);
      expect(looks === 0 || inDay.spentBefore === 1 + looks).toBe(true);
      watch = { ...inDay, checkedMs: nowMs };
      looks++;
    }
    expect(looks).toBeGreaterThanOrEqual(hours > 24 ? 24 : 30);
    expect(looks).toBeLessThanOrEqual(30 + Number(hours < 24));
  },
);
