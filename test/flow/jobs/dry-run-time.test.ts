import { expect, test } from "@jest/globals";
import type { PlanRequest } from "../../../src/jobs/protocol";
import { fillChoices } from "../companies/fill-document";
import { companies, domains, findChoices } from "./find-document";
import { dataOf, type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld();

/** Added for what happens before the first call and after the last answer. */
const START_AND_END_SECONDS = 15;

const OPTIONS = {
  theme: "sheet",
  warnBelowCredits: 100,
  callsPerMinute: {},
  validForDays: 90,
  formulaCreditsADay: null,
} as const;

const KINDS: [operation: string, calls: number, open: () => [JobDocument, PlanRequest]][] = [
  [
    "email-verifier",
    900,
    () => {
      const document = world.open(contacts(900, "time"));
      const { sheetId } = document;
      const rows = { kind: "todo" } as const;
      return [document, { kind: "verify", sheetId, column: 2, headerRow: 1, rows, fields: [], alsoFoundValid: false }];
    },
  ],
  [
    "domain-search",
    900,
    () => {
      const document = world.open(companies(domains(900, "time")));
      return [document, findChoices(document)];
    },
  ],
  ["search-company", 300, () => [world.open([["Notes"]]), { ...fillChoices({ pages: 300 }), totals: null }]],
];

test.each(KINDS)("the dry run of %s takes the time of the limit that was arranged", async (operation, calls, open) => {
  const [document, request] = open();
  const secondsAt = async (callsPerMinute: Record<string, number>): Promise<number> => {
    dataOf(await document.call("saveOptions", { ...OPTIONS, callsPerMinute }));
    return dataOf(await document.call("planJob", request)).seconds ?? 0;
  };
  const usual = await secondsAt({});
  for (const callsPerMinute of [30, 1_500]) {
    const seconds = await secondsAt({ [operation]: callsPerMinute });
    const ideal = (calls * 60) / callsPerMinute + START_AND_END_SECONDS;
    expect(seconds).toBeGreaterThanOrEqual(ideal);
    expect(seconds).toBeLessThan(ideal * 1.1);
    expect(seconds < usual).toBe(callsPerMinute === 1_500);
  }
  expect(await secondsAt({})).toBe(usual);
});
