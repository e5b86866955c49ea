import { describe, expect, test } from "@jest/globals";
import { OTHER } from "../../../../sidebar/companies/search/draft";
import { refusedFilters } from "../../../../sidebar/companies/search/refused-filters";

const DRAFT = {
  company_type: "Public",
  "company_funding.stage": ["Seed"],
  "company.names.include": ["Acme"],
  [OTHER]: '{"company": {"company_oids": ["1"]}, "company_size": ["1-10"]}',
};

const refused = (code: string, detail: string) =>
  refusedFilters({ code, message: `What happened. (${detail})` }, DRAFT);

describe("a refused filter", () => {
  test("is found by the name that the service gives", () => {
    expect(Object.keys(refused("INVALID_FILTERS", 'company_funding: "Series Z" is no stage'))).toEqual([
      "company_funding",
    ]);
    expect(Object.keys(refused("INVALID_FILTERS", "company_funding.stage is wrong"))).toEqual(["company_funding"]);
    expect(Object.keys(refused("INVALID_FILTERS", "company.names: too many"))).toEqual(["company.names"]);
  });

  test("is one of the others when the catalogue does not know it", () => {
    expect(Object.keys(refused("INVALID_FILTERS", "company_size is unknown"))).toEqual([OTHER]);
    expect(Object.keys(refused("INVALID_FILTERS", "company.company_oids is internal"))).toEqual([OTHER]);
  });

  test("is told which plan it needs, each its own", () => {
    expect(refused("PLAN_REQUIRED", "company_type (PRO+), company_funding (ENTERPRISE+), company_size (PRO+)")).toEqual(
      {
        company_type: "Needs the plan PRO or a higher one.",
        company_funding: "Needs the plan ENTERPRISE or a higher one.",
        [OTHER]: "Needs the plan PRO or a higher one.",
      },
    );
  });

  test("that nobody names stays above the builder", () => {
    expect(refused("INVALID_FILTERS", "a search made only of exclude filters")).toEqual({});
    expect(refused("INTERNAL_ERROR", "company_type")).toEqual({});
  });

  test("is not taken for another whose name begins alike", () => {
    expect(refused("INVALID_FILTERS", "company_type_of_something")).toEqual({});
  });
});
