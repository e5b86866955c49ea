import { describe, expect, test } from "@jest/globals";
import { companyInfo } from "../../../src/formulas/company-info";
import { domainEmails } from "../../../src/formulas/domain-emails";
import { countEmailsOf } from "../../../src/formulas/email-count";
import { verifyEmails } from "../../../src/formulas/verify-email";
import { refusal } from "../support/fake-service";
import { createFormulaWorld, type FormulaWorld } from "../support/formula-world";

/** What a formula says in a cell when it has no answer. */
function wordsOf(formula: (world: FormulaWorld) => unknown, code: string): unknown {
  const world = createFormulaWorld();
  world.service.respond = () => refusal(400, code);
  return formula(world);
}

const WORDS = [
  wordsOf((world) => verifyEmails(world.formula(), "ann@acme.example", undefined), "INSUFFICIENT_CREDITS"),
  wordsOf((world) => companyInfo(world.formula(), "Acme Ltd", "domain"), "CANT_FIND_DOMAIN"),
  wordsOf((world) => companyInfo(world.formula(), "ab", "domain"), ""),
  wordsOf((world) => companyInfo(world.formula(), "ann@acme.example", "domain"), ""),
  wordsOf((world) => countEmailsOf(world.formula(), "Acme"), ""),
  wordsOf((world) => verifyEmails(world.formula(), "Acme", undefined), ""),
  "not finished",
];

describe("a formula that reads another one's cell", () => {
  test.each(WORDS)("passes %j on instead of paying for a company of that name", (words) => {
    const world = createFormulaWorld();
    expect(companyInfo(world.formula(), words, "domain")).toBe(words);
    expect(domainEmails(world.formula(), { company: words, limit: 1, type: "", columns: "" })).toBe(words);
    expect(world.service.received).toEqual([]);
  });

  test("still asks for a company whose name begins alike", () => {
    const world = createFormulaWorld();
    companyInfo(world.formula(), "Not a Company Ltd", "domain");
    companyInfo(world.formula(), "Nothing Finished", "domain");
    expect(world.service.received).toHaveLength(2);
  });
});
