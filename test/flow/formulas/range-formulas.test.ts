import { afterEach, describe, expect, test } from "@jest/globals";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";
import { mostWithin, platformLatencyMs, scriptStartMs } from "./platform-latency";

let sheet: FormulaDocument;
afterEach(() => sheet.close());

/** Calls *Finish formulas* until no cell says that it is not finished; gives how often. */
async function finishAll(range: string, atMost: number): Promise<number> {
  for (let times = 0; times < atMost; times++) {
    if (!sheet.column(range).some((text) => text.startsWith("not finished"))) return times;
    await sheet.clickMenu("finishFormulas");
  }
  return atMost;
}

const GOOGLE = { latencyMs: platformLatencyMs, startLatencyMs: scriptStartMs };

describe("a range formula", () => {
  test("of 300 cells of every kind is finished step by step, each distinct address by one call @slow", async () => {
    sheet = await openFormulaDocument({ settings: GOOGLE, service: { latency: "realistic" } });
    const kinds = ["", "  ", "#N/A", "Loading...", "no address", "12345", "TRUE", "1/2/2026", "Ann@Reliable.example"];
    const cells = Array.from({ length: 300 }, (_, i) => kinds[i] ?? `person${i % 60}@reliable.example`);
    await sheet.type("A1", cells);
    await sheet.type("B1", ["=VERIFY_EMAIL(A1:A300)"]);
    const first = sheet.column("B1:B300");
    expect(first.slice(0, 8)).toEqual([
      "",
      "",
      "#N/A",
      "Loading...",
      "not an email address",
      "not an email address",
      "not an email address",
      "not an email address",
    ]);
    expect(first.filter((text) => text.startsWith("not finished")).length).toBeGreaterThan(0);
    expect(await finishAll("B1:B300", 3)).toBeLessThan(3);
    const shown = sheet.column("B1:B300");
    expect(shown.slice(8).filter((text) => !/^(IN)?VALID$/.test(text))).toEqual([]);
    expect(shown.slice(120, 180)).toEqual(shown.slice(60, 120));
    expect(sheet.calls).toHaveLength(61);
  });

  test("with verdicts reads the owner's switches once, however many cells it has", async () => {
    let reads = 0;
    const betweenCalls = (_index: number, name: string): void => {
      if (name === "PropertiesService.getProperty") reads++;
    };
    sheet = await openFormulaDocument({ settings: { betweenCalls } });
    await sheet.type(
      "A1",
      Array.from({ length: 20 }, (_, i) => `person${i}@reliable.example`),
    );
    await sheet.type("B1", ["=VERIFY_EMAIL(A1:A20)"]);
    reads = 0;
    await sheet.type("C1", ["=VERIFY_EMAIL(A1:A20)"]);
    const without = reads;
    reads = 0;
    await sheet.type("D1", ['=VERIFY_EMAIL(A1:A20, "verdict")']);
    expect(sheet.column("D1:D20").filter((text) => /^(OK to send|Do not send)$/.test(text))).toHaveLength(20);
    expect(reads).toBe(without + 1);
  });

  test("of 2,400 cells is completed by finishing it, without a second call for any address @slow", async () => {
    sheet = await openFormulaDocument({ service: { latency: () => 300 } });
    await sheet.type(
      "A1",
      Array.from({ length: 2_400 }, (_, i) => `person${i % 600}@reliable.example`),
    );
    await sheet.type("B1", ["=VERIFY_EMAIL(A1:A2400)"]);
    expect(await finishAll("B1:B2400", 8)).toBeLessThan(8);
    expect(sheet.column("B1:B2400").filter((text) => !/^(IN)?VALID$/.test(text))).toEqual([]);
    expect(sheet.calls).toHaveLength(600);
    expect(mostWithin(sheet.calls, 1_000)).toBeLessThanOrEqual(10);
    expect(mostWithin(sheet.calls, 60_000)).toBeLessThanOrEqual(400);
  });

  test("is right in the end although the cache forgets at random, and pays nothing twice @slow", async () => {
    sheet = await openFormulaDocument({ settings: { cacheLossChance: 0.15, seed: 3 } });
    await sheet.type(
      "A1",
      Array.from({ length: 250 }, (_, i) => `person${i}@reliable.example`),
    );
    await sheet.type("B1", ["=VERIFY_EMAIL(A1:A250)"]);
    await finishAll("B1:B250", 10);
    expect(sheet.column("B1:B250").filter((text) => !/^(IN)?VALID$/.test(text))).toEqual([]);
    expect(sheet.calls.length).toBeGreaterThan(250);
    await sheet.type("C1", ['=ACCOUNT_INFO("used_credits")']);
    expect(Number(sheet.column("C1:C1")[0])).toBeLessThanOrEqual(125);
  });
});
