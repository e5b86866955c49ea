import { describe, expect, test } from "@jest/globals";
import { USUAL_SWITCHES } from "../../../src/service/verdict";
import { limitFor, OPTIONS_PROPERTY, type Options, readOptions } from "../../../src/settings/options";
import { readSettings, saveOptions } from "../../../src/settings/settings";
import { createFakeSettings } from "./support/fake-settings";

const USUAL: Options = {
  theme: "sheet",
  warnBelowCredits: 100,
  callsPerMinute: {},
  validForDays: 90,
  formulaCreditsADay: 500,
  verdict: USUAL_SWITCHES,
};

describe("options", () => {
  test("are read again as they were saved", () => {
    const world = createFakeSettings();
    const options = {
      theme: "dark",
      warnBelowCredits: 0,
      callsPerMinute: { "email-verifier": 800 },
      formulaCreditsADay: null,
    };
    expect(saveOptions(world, options)).toMatchObject({ options });
    expect(readSettings(world)).toMatchObject({ options });
  });

  test.each([
    ["a text", "all"],
    ["no rates", { warnBelowCredits: 5 }],
    ["a negative warning", { theme: "sheet", warnBelowCredits: -1, callsPerMinute: {}, formulaCreditsADay: null }],
    ["half a credit", { theme: "sheet", warnBelowCredits: 0.5, callsPerMinute: {}, formulaCreditsADay: null }],
    [
      "a rate of 0",
      { theme: "sheet", warnBelowCredits: 5, callsPerMinute: { "email-verifier": 0 }, formulaCreditsADay: null },
    ],
    [
      "a rate beyond reason",
      { theme: "sheet", warnBelowCredits: 5, callsPerMinute: { "email-verifier": 6_001 }, formulaCreditsADay: null },
    ],
    [
      "no number",
      {
        theme: "sheet",
        warnBelowCredits: 5,
        callsPerMinute: { "email-verifier": Number.NaN },
        formulaCreditsADay: null,
      },
    ],
    ["an unknown theme", { theme: "blue", warnBelowCredits: 5, callsPerMinute: {} }],
    [
      "an unknown operation",
      { theme: "sheet", warnBelowCredits: 5, callsPerMinute: { constructor: 5 }, formulaCreditsADay: null },
    ],
  ])("are refused with %s, and the saved ones stay", (_what, options) => {
    const world = createFakeSettings();
    expect(saveOptions(world, options)).toMatchObject({ ok: false, code: "UNUSABLE_OPTIONS" });
    expect(world.userStore.held.size).toBe(0);
  });

  test("saved before there were themes are those of the sheet", () => {
    const { theme, ...before } = USUAL;
    expect(readOptions(JSON.stringify(before))).toEqual({ ...before, theme });
  });

  test("hold nothing but what is known", () => {
    const world = createFakeSettings();
    saveOptions(world, { ...USUAL, key: "secret" });
    expect(world.userStore.get(OPTIONS_PROPERTY)).toBe(JSON.stringify(USUAL));
  });

  test.each([null, "", "{", "[]", '{"warnBelowCredits":"5"}'])("are the usual ones for a property of %j", (text) => {
    expect(readOptions(text)).toEqual(USUAL);
  });
});

describe("the sandbox's keys", () => {
  test("are offered by a build for the sandbox alone", () => {
    const world = createFakeSettings();
    expect(readSettings(world)).toMatchObject({ sandboxKeys: [] });
    const sandbox = { ...world, isSandbox: true };
    expect(readSettings(sandbox)).toMatchObject({
      sandboxKeys: [{ key: "sandbox-key" }, { key: "free-key" }, { key: "empty-key" }],
    });
  });
});

describe("the limit that holds", () => {
  const limitWith = (callsPerMinute: number) =>
    limitFor("email-verifier", {
      theme: "sheet",
      warnBelowCredits: 0,
      callsPerMinute: { "email-verifier": callsPerMinute },
      validForDays: 90,
      formulaCreditsADay: null,
      verdict: USUAL_SWITCHES,
    });

  test("is the service's own without an arrangement", () => {
    expect(limitFor("email-verifier", USUAL)).toEqual({ callsPerMinute: 400, callsPerSecond: 10 });
    expect(limitFor("account-information", USUAL)).toEqual({ callsPerMinute: 60, callsPerSecond: 5, isGuess: true });
  });

  test("is the arranged one, with bursts that can carry it", () => {
    expect(limitWith(800)).toEqual({ callsPerMinute: 800, callsPerSecond: 16 });
    expect(limitWith(450)).toEqual({ callsPerMinute: 450, callsPerSecond: 10 });
    expect(limitWith(4)).toEqual({ callsPerMinute: 4, callsPerSecond: 4 });
  });
});
