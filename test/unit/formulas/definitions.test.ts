import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { FORMULAS, type Formula } from "../../../src/formulas/definitions";

const ALL: [string, Formula][] = Object.entries(FORMULAS);

const squeezed = (text: string): string => text.replace(/ {2,}/g, " ").replace(/-{3,}/g, "---");

describe("the formulas as they are defined", () => {
  test("stand in the table of the README, each with its arguments and an example", () => {
    const readme = squeezed(readFileSync("README.md", "utf8"));
    const rows = ALL.map(([name, { args, example }]) => `| \`=${name}(${args.join(", ")})\` | \`${example}\` |`);
    // Shows the rows that are missing, as they have to be.
    expect(rows.filter((row) => !readme.includes(row))).toEqual([]);
  });

  const globals = readFileSync("src/globals.ts", "utf8");

  test.each(ALL)(
    "have a function %s for Google, whose documentation names every argument and gives an example",
    (name, formula) => {
      const parameters = formula.args.map((arg) => arg.replace(/[[\]]/g, ""));
      const [, documentation = ""] =
        new RegExp(
          `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*export function ${name}\\(\\s*${[...parameters.map((each) => `${each}: unknown`), "\\.\\.\\.others: unknown\\[\\]"].join(",\\s*")},?\\s*\\)`,
        ).exec(globals) ?? [];
      expect(documentation).toMatch(/@customfunction/);
      expect(documentation).toMatch(new RegExp(`Example: =${name}\\(`));
      for (const [i, parameter] of parameters.entries()) {
        const isOptional = formula.args[i]?.startsWith("[") ?? false;
        expect(documentation).toMatch(
          new RegExp(`@param \\{[^}]+\\} ${parameter} ${isOptional ? "Optional\\. " : "(?!Optional)"}`),
        );
      }
    },
  );

  test.each(ALL)("of %s show columns by default that there are, and have an example of their own", (name, formula) => {
    for (const column of formula.usualColumns) expect(formula.columns).toContain(column);
    expect(formula.example).toMatch(new RegExp(`^=${name}\\(.*\\)$`));
  });
});
