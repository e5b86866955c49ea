import { describe, expect, test } from "@jest/globals";
import { refusal } from "../support/fake-service";
import { createFormulaWorld, type FormulaWorld } from "../support/formula-world";

/** Texts that a formula shows in a cell when it has no answer. */
function wordsOf(formula: (world: FormulaWorld) => unknown, code: string): unknown {
  const world = createFormulaWorld();
  world.service.respond = () => refusal(400, code);
  return formula(world);
}

const WORDS = [
  wordsOf((world) => world.calculate("VERIFY_EMAIL", "ann@acme.example", undefined), "INSUFFICIENT_CREDITS"),
  wordsOf((world) => world.calculate("COMPANY_INFO", "Acme Ltd", "domain"), "CANT_FIND_DOMAIN"),
  wordsOf((world) => world.calculate("COMPANY_INFO", "ab", "domain"), ""),
  wordsOf((world) => world.calculate("COMPANY_INFO", "ann@acme.example", "domain"), ""),
  wordsOf((world) => world.calculate("EMAIL_COUNT", "Acme"), ""),
  wordsOf((world) => world.calculate("VERIFY_EMAIL", "Acme", undefined), ""),
  "not finished",
];

describe("a formula that reads another one's cell", () => {
  test.each(WORDS)("passes %j on instead of paying for a company of that name", (words) => {
    const world = createFormulaWorld();
    expect(world.calculate("COMPANY_INFO", words, "domain")).toBe(words);
    expect(world.calculate("DOMAIN_EMAILS", words, 1, "", "")).toBe(words);
    expect(world.service.received).toEqual([]);
  });

  test("still asks for a company whose name begins alike", () => {
    const world = createFormulaWorld();
    world.calculate("COMPANY_INFO", "Not a Company Ltd", "domain");
    world.calculate("COMPANY_INFO", "Nothing Finished", "domain");
    expect(world.service.received).toHaveLength(2);
  });
});
