import { expect, test } from "@jest/globals";
import { dataOf, jobWorld, SHEET } from "../jobs/job-document";

const world = jobWorld();

test.each([0, 4])(
  "formulas keep to their limit, though Google writes no property and its cache loses entries, after %i addresses",
  async (before) => {
    const document = world.open([["Email"]]);
    const { keyboard } = document.user;
    const options = { theme: "sheet" as const, warnBelowCredits: 0, callsPerMinute: {}, formulaCreditsADay: 10 };
    dataOf(await document.call("saveOptions", options));
    const { settings } = world.host;
    for (let i = 0; i < 80; i++) {
      if (i === before) {
        const calls = ["PropertiesService.setProperty", "PropertiesService.setProperties"];
        Object.assign(settings, { faults: [{ calls, chance: 1 }], cacheLossChance: 0.1 });
      }
      keyboard.type(SHEET, `B${i + 2}`, `=VERIFY_EMAIL("a${i}@limited${before}.example")`);
      if (i % 4 === 3) await world.clock.idle();
    }
    Object.assign(settings, { faults: [], cacheLossChance: 0 });
    expect(keyboard.shows(SHEET, "B81")[0]?.[0]).toMatch(/^not finished: This could exceed .* \(10 credits a day\)/);
    expect(document.verifications().length).toBeLessThanOrEqual(20);
  },
);
