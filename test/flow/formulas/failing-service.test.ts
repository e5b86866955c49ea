import { afterEach, describe, expect, test } from "@jest/globals";
import { FAULT_KINDS } from "../../../local/service/faults/faults";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";

let sheet: FormulaDocument;
afterEach(() => sheet.close());

const EMAILS = Array.from({ length: 8 }, (_, i) => `person${i}@reliable.example`);
const COLLEAGUES = EMAILS.map((email) => `colleague-${email}`);

describe("while the service fails", () => {
  test.each(FAULT_KINDS)("with %s, every cell is right in the end and nothing is paid twice @slow", async (kind) => {
    sheet = await openFormulaDocument({ settings: { translated: true } });
    sheet.service.controls.addFault({ kind, probability: 0.4, times: 12 });
    await sheet.type("A1", [...EMAILS, ...COLLEAGUES]);
    await sheet.type(
      "B1",
      EMAILS.map((_, i) => `=VERIFY_EMAIL(A${i + 1})`),
    );
    await sheet.type("B9", ["=VERIFY_EMAIL(A9:A16)"]);
    await sheet.type("D1", ['=DOMAIN_EMAILS("reliable.example", 24, "all", "email")']);
    await sheet.type("E1", ['=COMPANY_INFO("reliable.example", "name")']);
    await sheet.type("F1", ['=EMAIL_COUNT("reliable.example")']);
    await sheet.clickMenu("finishFormulas");
    sheet.service.controls.clearFaults();
    // Until then a failure is shared by all who ask the same.
    await sheet.clock.sleep(15_000);
    await sheet.clickMenu("finishFormulas");

    expect(sheet.column("B1:B16").filter((text) => !/^(?:VALID|INVALID)$/.test(text))).toEqual([]);
    expect(sheet.shows("E1:F1")).toEqual([["Reliable Tools", "24"]]);
    expect(new Set(sheet.column("D1:D25")).size).toBe(25);
    await sheet.type("G1", ['=ACCOUNT_INFO("used_credits")']);
    expect(Number(sheet.column("G1:G1")[0])).toBeLessThanOrEqual(16 * 0.5 + 1);
  });

  test("nothing is called again and again without credits @slow", async () => {
    sheet = await openFormulaDocument({ apiKey: "empty-key" });
    await sheet.type(
      "B1",
      EMAILS.map((email) => `=VERIFY_EMAIL("${email}")`),
    );
    expect(new Set(sheet.column("B1:B8").map((text) => text.slice(0, 42)))).toEqual(
      new Set(["not finished: Not enough credits are left."]),
    );
    expect(sheet.calls.length).toBeLessThanOrEqual(8);
    const before = sheet.calls.length;
    await sheet.type(
      "C1",
      EMAILS.map((email) => `=VERIFY_EMAIL("other-${email}")`),
    );
    expect(sheet.calls).toHaveLength(before);
  });
});
