import { describe, expect, test } from "@jest/globals";
import { refusal } from "../support/fake-service";
import { createFormulaWorld } from "../support/formula-world";

describe("=EMAIL_COUNT()", () => {
  test("counts for domains and websites, and says what is no domain", () => {
    const world = createFormulaWorld();
    const range = [
      ["acme.example", "https://acme.example/team?x=1", ""],
      ["Acme", "ann@acme.example; bob@other.example", "acme"],
    ];
    expect(world.calculate("EMAIL_COUNT", range)).toEqual([
      [12, 12, ""],
      ["not a domain", "not a domain: give the company's own, not an email address", "not a domain"],
    ]);
    expect(world.service.received).toHaveLength(1);
  });

  test("says what the first cell of a range is if it names the column", () => {
    const world = createFormulaWorld();
    expect(world.calculate("EMAIL_COUNT", [["Website"], ["acme.example"], ["Website"]])).toEqual([
      ["not a domain: this looks like the header of the column"],
      [12],
      ["not a domain"],
    ]);
  });

  test("tells the service's reason", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(400, "INVALID_DOMAIN_NAME");
    expect(world.calculate("EMAIL_COUNT", "acme.example")).toMatch(/^error: No reachable domain/);
  });
});

test.each([
  ...["Firmenname", "Firmen", "Unternehmensname", "Kundenname", "Name der Firma", "Raison sociale"],
  ...["Sociétés", "Socie\u0301te\u0301", "Bedrijfsnaam", "company_name", "Email"],
])("=COMPANY_INFO() asks no company named %s at the top of a range", (header) => {
  const world = createFormulaWorld();
  const [first] = world.calculate("COMPANY_INFO", [[header], ["acme.example"]], "name") as unknown[][];
  expect(first).toEqual(["not a company: this looks like the header of the column"]);
  expect(world.service.received).toHaveLength(1);
});

describe("=ACCOUNT_INFO()", () => {
  test("gives a table with the time of its figures, or one field", () => {
    const world = createFormulaWorld();
    const table = world.calculate("ACCOUNT_INFO", undefined) as unknown[][];
    expect(table[0]).toEqual([
      "current_plan",
      "remaining_credits",
      "used_credits",
      "next_quota_renewal_days",
      "next_quota_renewal_date",
      "as_of",
    ]);
    expect(table[1]).toEqual(["Top", 41, 9, 3, "", "2023-11-14 22:13:22+00:00"]);
    expect(world.calculate("ACCOUNT_INFO", "Remaining_Credits")).toBe(41);
    expect(world.service.received).toHaveLength(1);
  });

  test("asks again after a minute, and leaves the key's fingerprint for longer", () => {
    const world = createFormulaWorld();
    world.calculate("ACCOUNT_INFO", "");
    world.clock.pass(61_000);
    expect(world.cache.getAll(["formula-key"])).toEqual({ "formula-key": "fingerprint" });
    world.calculate("ACCOUNT_INFO", "");
    expect(world.service.received).toHaveLength(2);
  });

  test("says so when the key is refused, and lists its fields when one is wrong", () => {
    const world = createFormulaWorld();
    expect(world.calculate("ACCOUNT_INFO", "credits")).toMatch(/Choose from: current_plan, /);
    expect(world.calculate("ACCOUNT_INFO", [["ann@acme.example"], ["bob@acme.example"]])).toMatch(
      /^error: field: Give one field, not a range of 2 cells\. Example: =ACCOUNT_INFO/,
    );
    world.service.respond = () => refusal(400, "INVALID_API_KEY");
    expect(world.calculate("ACCOUNT_INFO", "")).toMatch(/paste it again/);
  });
});
