import { afterEach, describe, expect, test } from "@jest/globals";
import { type FormulaDocument, type FormulaDocumentOptions, openFormulaDocument } from "./formula-document";
import { mostWithin, platformLatencyMs, scriptStartMs } from "./platform-latency";

/** Some 100 executions, each in a realm of its own. */

let sheet: FormulaDocument;
afterEach(() => sheet.close());

async function usedCredits(): Promise<number> {
  await sheet.type("Z1", ['=ACCOUNT_INFO("used_credits")']);
  return Number(sheet.column("Z1:Z1")[0]);
}

describe("addresses that a domain search has found", () => {
  test("cost nothing to verify on a catch-all domain, as addresses and as a column of ids", async () => {
    sheet = await openFormulaDocument();
    await sheet.type("A1", ['=DOMAIN_EMAILS("catch-all.example", 10)']);
    await sheet.type("H2", ["=VERIFY_EMAIL(A2:A11)"]);
    await sheet.type("I2", ["=VERIFY_EMAIL(F2:F11)"]);
    expect(sheet.column("F1:F1")).toEqual(["email_anon_id"]);
    expect(new Set([...sheet.column("H2:H11"), ...sheet.column("I2:I11")])).toEqual(new Set(["CATCH_ALL"]));
    // The search itself.
    expect(await usedCredits()).toBe(1);
  });
});

describe("many cells with the same few questions", () => {
  const emails = Array.from({ length: 60 }, (_, i) => `person${i % 40}@reliable.example`);

  async function openCells(options: FormulaDocumentOptions): Promise<void> {
    sheet = await openFormulaDocument({
      ...options,
      settings: { latencyMs: platformLatencyMs, startLatencyMs: scriptStartMs, ...options.settings },
    });
    await sheet.type("A1", emails);
    await sheet.type(
      "B1",
      emails.map((_, i) => `=VERIFY_EMAIL(A${i + 1})`),
    );
  }

  const wrong = () => sheet.column("B1:B60").filter((text) => !/^(IN)?VALID$/.test(text));

  test("are asked once each while the cache loses what stands in it @slow", async () => {
    await openCells({ settings: { cacheLossChance: 0.01 }, service: { latency: "realistic" } });
    await sheet.clickMenu("finishFormulas");
    expect(wrong()).toEqual([]);
    expect(mostWithin(sheet.calls, 1_000)).toBeLessThanOrEqual(10);
    expect(sheet.calls.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await usedCredits()).toBeLessThanOrEqual(20);
  });

  test("are right in the end when executions are killed at 30 s, and nothing is paid twice @slow", async () => {
    let calls = 0;
    // The service never takes so long: a network may.
    await openCells({ service: { latency: () => (++calls <= 40 && calls % 8 === 0 ? 40_000 : 1_000) } });
    expect(wrong().length).toBeGreaterThan(0);
    await sheet.clickMenu("finishFormulas");
    expect(wrong()).toEqual([]);
    expect(sheet.calls.length).toBeLessThanOrEqual(40 + 5);
    expect(await usedCredits()).toBeLessThanOrEqual(20);
  });
});
