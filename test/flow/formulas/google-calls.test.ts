import { afterEach, expect, test } from "@jest/globals";
import { callClass } from "../../../local/apps-script/faults";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";

let sheet: FormulaDocument;
afterEach(() => sheet.close());

// Each call takes some 80 ms on Google.
test.each([
  ["of the owner", 9],
  ["of an organisation", 10],
])(
  "with the key %s, one cell takes %d calls to Google for a new address, and 1 for a known one",
  async (whose, most) => {
    const calls: string[] = [];
    const latencyMs = (name: string) => {
      if (!["local", "sleep"].includes(callClass(name))) calls.push(name);
      return 0;
    };
    sheet = await openFormulaDocument({ settings: { latencyMs } });
    if (whose === "of the owner") await sheet.user.callFromSidebar("checkAndSaveKey", JSON.stringify(["sandbox-key"]));
    const callsOf = async (email: string): Promise<string[]> => {
      calls.length = 0;
      expect(await sheet.user.callFormula("VERIFY_EMAIL", [email])).toMatch(/VALID/);
      return [...calls];
    };
    const forNew = await callsOf("ann@reliable.example");
    expect({ forNew, count: forNew.length }).toEqual({ forNew, count: most });
    expect(await callsOf("Ann@reliable.example")).toHaveLength(1);
  },
);
