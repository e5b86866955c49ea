import { afterEach, describe, expect, test } from "@jest/globals";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";
import { mostWithin, platformLatencyMs, scriptStartMs } from "./platform-latency";

/** Some 650 executions, each in a realm of its own: seconds alone, more on a busy machine. */
const MAX_REAL_MS = 120_000;

let sheet: FormulaDocument;
afterEach(() => sheet.close());

/** `npm run bench -- cells` opens a thousand. */
describe("five hundred single-cell formulas over 350 emails, opened at once", () => {
  test(
    "make 350 calls within the service's limits and are all right in the end",
    async () => {
      sheet = await openFormulaDocument({
        settings: { latencyMs: platformLatencyMs, startLatencyMs: scriptStartMs },
        service: { latency: "realistic" },
      });
      const emails = Array.from({ length: 500 }, (_, i) => `person${i % 350}@reliable.example`);
      await sheet.type("A1", emails);
      await sheet.type(
        "B1",
        emails.map((_, i) => `=VERIFY_EMAIL(A${i + 1})`),
      );
      // The document's lock passes on some 220 times a minute: a few cells cannot have their turn in time.
      expect(sheet.column("B1:B500").filter((text) => !/^(IN)?VALID$/.test(text)).length).toBeLessThan(50);
      await sheet.clickMenu("finishFormulas");

      const shown = sheet.column("B1:B500");
      expect(shown.filter((text) => !/^(IN)?VALID$/.test(text))).toEqual([]);
      expect(shown.slice(350)).toEqual(shown.slice(0, 150));
      expect(sheet.calls).toHaveLength(350);
      expect(mostWithin(sheet.calls, 1_000)).toBeLessThanOrEqual(10);
      expect(mostWithin(sheet.calls, 60_000)).toBeLessThanOrEqual(400);
      expect(sheet.calls.filter(({ status }) => status !== 200)).toEqual([]);
    },
    MAX_REAL_MS,
  );
});
