import { describe, expect, test } from "@jest/globals";
import { openAnswerCache } from "../../../src/formulas/answer-cache";
import { FORMULAS } from "../../../src/formulas/definitions";
import { VERIFICATION } from "../../../src/formulas/questions";
import { searchColumns } from "../../../src/jobs/rows";
import { answerByAddress, ok, type Received, refusal } from "../support/fake-service";
import { createFormulaWorld, type FormulaWorld } from "../support/formula-world";

const ID = "h7Kq2fXw0aZ9-bC3";
const OTHER_ID = "H7kq2fXw0aZ9-bC3";

/** A service that verifies ids, too, and knows whose they are. */
function knowIds(world: FormulaWorld, addresses: Record<string, string>): void {
  world.service.respond = (request: Received) => {
    const { email_anon_id: id } = request.body;
    if (request.operation !== "email-verifier" || id === undefined) return answerByAddress(request);
    const email = addresses[String(id)];
    return email ? ok({ email, email_status: "CATCH_ALL", free: true }) : refusal(400, "INVALID_REQUEST");
  };
}

const asked = ({ service }: FormulaWorld) =>
  service.received.filter(({ operation }) => operation === "email-verifier").map(({ body }) => body);

test.each([["COMPANY_INFO"], ["EMAIL_COUNT"]] as const)("%s asks once for all spellings of a company", (name) => {
  const world = createFormulaWorld();
  const spellings = ["acme.example", "https://acme.example/x", "WWW.acme.example", "acme.example/about"];
  world.calculate(
    name,
    spellings.map((each) => [each]),
  );
  expect(world.service.received).toHaveLength(1);
});

describe("an address that =DOMAIN_EMAILS() has found", () => {
  test.each([["each by itself"], ["as a range"]])("is verified through its id, %s", (how) => {
    const world = createFormulaWorld();
    knowIds(world, { id0: "person0@acme.example", id1: "person1@acme.example" });
    world.calculate("DOMAIN_EMAILS", "acme2.example", 2, "", "");
    const addresses = ["Person0@acme.example", "person1@acme.example"];
    const shown =
      how === "as a range"
        ? (
            world.calculate(
              "VERIFY_EMAIL",
              addresses.map((each) => [each]),
            ) as string[][]
          ).flat()
        : addresses.map((each) => world.calculate("VERIFY_EMAIL", each));
    expect(shown).toEqual(["CATCH_ALL", "CATCH_ALL"]);
    expect(asked(world)).toEqual([{ email_anon_id: "id0" }, { email_anon_id: "id1" }]);
  });

  test("is asked as an address when its id is no longer its own, or is refused", () => {
    const world = createFormulaWorld();
    knowIds(world, { id0: "somebody.else@acme.example" });
    world.calculate("DOMAIN_EMAILS", "acme2.example", 2, "", "");
    expect(world.calculate("VERIFY_EMAIL", [["person0@acme.example"], ["person1@acme.example"]])).toEqual([
      ["INVALID"],
      ["INVALID"],
    ]);
    expect(asked(world).slice(2)).toEqual([{ email: "person0@acme.example" }, { email: "person1@acme.example" }]);
  });

  test("is an address like any other after answers were forgotten for six hours", () => {
    const world = createFormulaWorld();
    world.calculate("DOMAIN_EMAILS", "acme2.example", 2, "", "");
    world.clock.pass(6 * 3_600_000);
    world.calculate("VERIFY_EMAIL", "person0@acme.example");
    expect(asked(world)).toEqual([{ email: "person0@acme.example" }]);
  });
});

test("the sidebar finds ids and what is known of addresses in a table with the usual columns", () => {
  expect(searchColumns([...FORMULAS.DOMAIN_EMAILS.usualColumns])).toMatchObject({ anonId: 6, foundStatus: 5 });
});

describe("=VERIFY_EMAIL() of ids", () => {
  test("verifies through them, and keeps apart ids that differ by the case of a letter", () => {
    const world = createFormulaWorld();
    knowIds(world, { [ID]: "ann@acme.example", [OTHER_ID]: "bob@acme.example" });
    expect(world.calculate("VERIFY_EMAIL", [[ID], [OTHER_ID], [""], [ID]], "email, email_status")).toEqual([
      ["ann@acme.example", "CATCH_ALL"],
      ["bob@acme.example", "CATCH_ALL"],
      ["", ""],
      ["ann@acme.example", "CATCH_ALL"],
    ]);
    expect(asked(world)).toEqual([{ email_anon_id: ID }, { email_anon_id: OTHER_ID }]);
  });

  const SHAPES = [
    "1234567890123456",
    "a+b/c12345678==",
    "x1",
    "abcdefghijklmnop",
    "AbC123.defGHI456",
    "urn:id:12345678abc",
  ];

  test.each(SHAPES)("verifies through %j, which is an argument of its own", (id) => {
    const world = createFormulaWorld();
    knowIds(world, { [id]: "ann@acme.example" });
    expect(world.calculate("VERIFY_EMAIL", id)).toBe("CATCH_ALL");
    expect(asked(world)).toEqual([{ email_anon_id: id }]);
  });

  test("verifies through whatever a domain search has sent, also in a range beside what is none", () => {
    const world = createFormulaWorld();
    const ids = [...SHAPES, "7", "acme.example", "Ann"];
    const addresses = ids.map((_, i) => `person${i}@acme.example`);
    knowIds(world, Object.fromEntries(ids.map((id, i) => [id, addresses[i] ?? ""])));
    const range = [...ids, "Bob", "8", "other.example"].map((each) => [each]);
    expect((world.calculate("VERIFY_EMAIL", range) as string[][]).flat()).toEqual(
      range.map(() => "not an email address"),
    );
    expect(asked(world)).toEqual([]);
    const respond = world.service.respond;
    world.service.respond = (request) =>
      request.operation === "domain-search"
        ? ok({ email_list: ids.map((id, i) => ({ email: addresses[i], email_anon_id: id })), meta: {} })
        : respond(request);
    world.calculate("DOMAIN_EMAILS", "acme.example");
    expect((world.calculate("VERIFY_EMAIL", range, "email") as string[][]).flat()).toEqual([
      ...addresses,
      ...["not an email address", "not an email address", "not an email address"],
    ]);
    expect(asked(world)).toEqual(ids.map((email_anon_id) => ({ email_anon_id })));
  });

  test("asks an id that is refused only once", () => {
    const world = createFormulaWorld();
    knowIds(world, {});
    world.calculate("DOMAIN_EMAILS", "acme2.example", 2);
    expect(world.calculate("VERIFY_EMAIL", "id1")).toMatch(/^error: /);
    expect(asked(world)).toEqual([{ email_anon_id: "id1" }]);
  });

  test("shows the service's word on an id that it does not know", () => {
    const world = createFormulaWorld();
    knowIds(world, {});
    expect(world.calculate("VERIFY_EMAIL", ID)).toMatch(/^error: Neither an email address nor an id/);
  });

  test.each(["Ann Smith", "unknown", "0123456789012", "2026-01-01 12:00", "acme.example", "Straße1234567"])(
    "takes %j for no id",
    (text) => {
      const world = createFormulaWorld();
      expect(world.calculate("VERIFY_EMAIL", text)).toBe("not an email address");
      expect(world.service.received).toEqual([]);
    },
  );
});

describe("answers of another version", () => {
  test("are not read: their columns would stand in each other's places", () => {
    const world = createFormulaWorld();
    const before = openAnswerCache(world.formula(), { ...VERIFICATION, fields: ["email_status", "email"] }, false);
    before.read(["valid@acme.example"]);
    before.keep(new Map([["valid@acme.example", ["x", "y"]]]), {});
    expect(world.calculate("VERIFY_EMAIL", "valid@acme.example")).toBe("VALID");
    expect(asked(world)).toHaveLength(1);
  });
});

describe("=ACCOUNT_INFO()", () => {
  test("never shows the account of a former key", () => {
    const world = createFormulaWorld();
    expect(world.calculate("ACCOUNT_INFO", "remaining_credits")).toBe(41);
    world.apiKey = "another-key";
    world.service.respond = () => ok({ current_plan: "Small", remaining_credits: 7 });
    expect(world.calculate("ACCOUNT_INFO", "remaining_credits")).toBe(7);
    world.apiKey = "";
    expect(world.calculate("ACCOUNT_INFO", "remaining_credits")).toMatch(/No API key is set/);
  });
});

describe("a column that reaches to the end of the sheet", () => {
  test("gives no more rows than its list has", () => {
    const world = createFormulaWorld();
    const column = Array.from({ length: 50_000 }, (_, i) => [i === 0 || i === 2 ? `valid${i}@acme.example` : ""]);
    expect(world.calculate("VERIFY_EMAIL", column)).toEqual([["VALID"], [""], ["VALID"]]);
    expect(world.calculate("EMAIL_COUNT", [[""], [""]])).toEqual([[""]]);
  });
});

test("the type that a search tells is not taken from the column of a verification, which is named alike", () => {
  expect(searchColumns(["Email", "Email type", "Type when found"]).foundType).toBe(3);
  expect(searchColumns(["email", "email_type"]).foundType).toBe(2);
});
