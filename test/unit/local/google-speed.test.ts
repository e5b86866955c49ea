import { describe, expect, test } from "@jest/globals";
import { DEFAULT_SETTINGS } from "../../../local/apps-script/settings";
import { createVirtualClock } from "../../../local/clock/virtual-clock";
import { createGoogleSpeed } from "../../../local/workbench/google-speed";

const half = () => 0.5;

describe("Google's speed in the workbench", () => {
  test("is none until it is wanted, and none again afterwards", async () => {
    const clock = createVirtualClock(0);
    const settings = { ...DEFAULT_SETTINGS };
    const speed = createGoogleSpeed(settings, clock);
    const calls = ["Range.getValues", "Range.setValues", "UrlFetchApp.fetch", "Sheet.getRange"];
    const timesMs = () => [...calls.map((name) => settings.latencyMs(name, half)), settings.startLatencyMs(half)];
    expect(timesMs()).toEqual([0, 0, 0, 0, 0]);
    speed.set(true);
    expect(timesMs()).toEqual([450, 3, 200, 0, 550]);
    await speed.carry(async () => undefined);
    expect(clock.now()).toBeGreaterThanOrEqual(300);
    expect(clock.now()).toBeLessThanOrEqual(500);
    speed.set(false);
    expect(timesMs()).toEqual([0, 0, 0, 0, 0]);
    const thenMs = clock.now();
    expect(await speed.carry(async () => "an answer")).toBe("an answer");
    expect(clock.now()).toBe(thenMs);
  });
});
