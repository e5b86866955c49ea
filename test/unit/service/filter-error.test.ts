import { describe, expect, test } from "@jest/globals";
import { readInvalidError, readPlanError } from "../../../src/service/filters";

describe("what the service says of filters", () => {
  test("a plan that is missing is told at each filter it names", () => {
    expect(readPlanError("company_funding (PRO+), company.names (TEAM GOLD+)")).toEqual([
      { path: "company_funding", plan: "PRO", message: "This filter needs the plan PRO or a higher one." },
      { path: "company.names", plan: "TEAM GOLD", message: "This filter needs the plan TEAM GOLD or a higher one." },
    ]);
    expect(readPlanError("Upgrade.")).toEqual([{ path: null, plan: null, message: "Upgrade." }]);
  });

  test.each([
    ['company_industry: "X" is not an industry.', ["company_industry"], '"X" is not an industry.'],
    [
      "Invalid value for filter company_funding.stage",
      ["company_funding"],
      "Invalid value for filter company_funding.stage",
    ],
    [
      "filters.company.websites.include[3] is wrong",
      ["company.websites"],
      "filters.company.websites.include[3] is wrong",
    ],
    ["company_headcount_range and company_type disagree", ["company_headcount_range", "company_type"], ""],
    ["company_mood: unknown", ["company_mood"], "unknown"],
    ["Something is wrong.", [null], "Something is wrong."],
  ])("%s", (detail, paths, message) => {
    const problems = readInvalidError(detail);
    expect(problems.map(({ path }) => path)).toEqual(paths);
    if (message) expect(problems[0]?.message).toBe(message);
  });

  test("is cut to what can be read beside a filter", () => {
    const [problem] = readInvalidError(`company.names: ${"not a name, ".repeat(500)}`);
    expect(problem).toMatchObject({ path: "company.names", message: expect.stringMatching(/^not a name, .{480,}…$/) });
    expect(problem?.message.length).toBeLessThanOrEqual(500);
  });
});
