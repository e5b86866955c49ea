import { afterEach, describe, expect, test } from "@jest/globals";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";
import { mostWithin, platformLatencyMs, scriptStartMs } from "./platform-latency";

let sheet: FormulaDocument;
afterEach(() => sheet.close());

/** `npm run bench -- cells` opens a thousand. */
describe("240 single-cell formulas over 160 emails, opened at once", () => {
  test("make 160 calls within the service's limits, and all have their answers at once @slow", async () => {
    sheet = await openFormulaDocument({
      settings: { latencyMs: platformLatencyMs, startLatencyMs: scriptStartMs },
      service: { latency: "realistic" },
    });
    const emails = Array.from({ length: 240 }, (_, i) => `person${i % 160}@reliable.example`);
    await sheet.type("A1", emails);
    const startedMs = sheet.clock.now();
    await sheet.type(
      "B1",
      emails.map((_, i) => `=VERIFY_EMAIL(A${i + 1})`),
    );
    // The lock changes hands some 220 times a minute: if each formula took it, this would be 43 s. Only a few have to.
    expect(sheet.clock.now() - startedMs).toBeLessThan(35_000);
    const shown = sheet.column("B1:B240");
    expect(shown.filter((text) => !/^(IN)?VALID$/.test(text))).toEqual([]);
    expect(shown.slice(160)).toEqual(shown.slice(0, 80));
    expect(sheet.calls).toHaveLength(160);
    expect(mostWithin(sheet.calls, 1_000)).toBeLessThanOrEqual(10);
    expect(mostWithin(sheet.calls, 60_000)).toBeLessThanOrEqual(400);
    expect(sheet.calls.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

test("formulas that Google has refused to run at once are completed by Finish formulas, none asked twice @slow", async () => {
  sheet = await openFormulaDocument({
    settings: { latencyMs: platformLatencyMs, startLatencyMs: scriptStartMs, formulasWait: false },
  });
  const emails = Array.from({ length: 40 }, (_, i) => `person${i}@reliable.example`);
  await sheet.type("A1", emails);
  await sheet.type(
    "B1",
    emails.map((_, i) => `=VERIFY_EMAIL(A${i + 1})`),
  );
  expect(sheet.column("B1:B40").filter((text) => text === "#ERROR!")).toHaveLength(10);
  await sheet.clickMenu("finishFormulas");
  expect(sheet.column("B1:B40").filter((text) => !/^(IN)?VALID$/.test(text))).toEqual([]);
  expect(sheet.calls).toHaveLength(40);
});
