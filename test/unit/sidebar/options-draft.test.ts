import { beforeAll, describe, expect, test } from "@jest/globals";
import { type Draft, readDraft, toDraft } from "../../../sidebar/settings/options-draft";
import { USUAL_SWITCHES } from "../../../src/service/verdict";
import { OPTION_LIMITS, type Options } from "../../../src/settings/options";

beforeAll(() => {
  Object.assign(globalThis, { navigator: { language: "en-US" } });
});

const EMPTY = toDraft(
  {
    theme: "sheet",
    warnBelowCredits: 0,
    callsPerMinute: {},
    validForDays: 90,
    formulaCreditsADay: null,
    verdict: USUAL_SWITCHES,
  },
  OPTION_LIMITS,
);

const draft = (changes: Partial<Draft>): Draft => ({ ...EMPTY, warnBelowCredits: "100", ...changes });

describe("the form of the options", () => {
  test("gives back what it was filled with", () => {
    const options: Options = {
      theme: "dark",
      warnBelowCredits: 25,
      callsPerMinute: { "domain-search": 2000 },
      validForDays: 30,
      formulaCreditsADay: 0,
      verdict: { roleIsRisky: false, recoveredIsRisky: true, disposableIsOut: false },
    };
    expect(readDraft(toDraft(options, OPTION_LIMITS), OPTION_LIMITS)).toEqual({ options });
  });

  test("names every field that cannot be used, with what can", () => {
    const typed = {
      "email-verifier": "fast",
      "email-count": "0",
      warnBelowCredits: "-1",
      formulaCreditsADay: "half",
      validForDays: "0",
    };
    expect(readDraft(draft(typed), OPTION_LIMITS)).toEqual({
      problems: {
        warnBelowCredits: "Give a whole number from 0 to 1,000,000.",
        formulaCreditsADay: "Give a whole number from 0 to 1,000,000.",
        validForDays: "Give a whole number from 1 to 3,650.",
        "email-verifier": "Give a whole number from 1 to 6,000.",
        "email-count": "Give a whole number from 1 to 6,000.",
      },
    });
  });

  test("takes an emptied field for no arrangement", () => {
    expect(readDraft(draft({ "email-verifier": "  " }), OPTION_LIMITS)).toEqual({
      options: {
        theme: "sheet",
        warnBelowCredits: 100,
        callsPerMinute: {},
        validForDays: 90,
        formulaCreditsADay: null,
        verdict: USUAL_SWITCHES,
      },
    });
  });
});
