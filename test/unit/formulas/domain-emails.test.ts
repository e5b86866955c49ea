import { describe, expect, test } from "@jest/globals";
import { forgetAnswers } from "../../../src/formulas/answer-cache";
import type { HttpResponse } from "../../../src/service/operations";
import { answerByAddress, emails, ok, type Received, refusal } from "../support/fake-service";
import { createFormulaWorld, type FormulaWorld } from "../support/formula-world";

/** A service that gives at most `perSet` of a company's emails at a time. */
function serveInSets(world: FormulaWorld, total: number, perSet: number, limit = perSet) {
  let [given, size] = [0, perSet];
  world.service.respond = ({ body }: Received) => {
    if (body.search_id === undefined) [given, size] = [0, Math.min(perSet, Number(body.limit))];
    const from = given;
    given = Math.min(total, from + size);
    return ok({
      email_list: emails(from, given),
      meta: {
        search_id: `s${given}`,
        total_emails: total,
        more_results: given < total,
        remaining_emails: total - given,
        domain: "acme.example",
        limit,
      },
    });
  };
}

const list = (world: FormulaWorld, limit: unknown, type: unknown = "", columns: unknown = "email") =>
  world.calculate("DOMAIN_EMAILS", "acme.example", limit, type, columns) as string[][];

describe("=DOMAIN_EMAILS()", () => {
  test("gives a table with a header row and asks for exactly the limit", () => {
    const world = createFormulaWorld();
    const table = world.calculate("DOMAIN_EMAILS", " acme9.example ", 2, "Professional", "");
    expect(table).toEqual([
      ["email", "first_name", "last_name", "email_type", "verification.status", "email_anon_id"],
      ["person0@acme.example", "Ann", "", "professional", "VALID", "id0"],
      ["person1@acme.example", "Ann", "", "professional", "VALID", "id1"],
    ]);
    expect(world.service.received.map(({ body }) => body)).toEqual([
      { company: "acme9.example", limit: 2, email_type: "professional", company_enrichment: true },
    ]);
  });

  test("asks for 50 when no limit is given", () => {
    const world = createFormulaWorld();
    list(world, undefined);
    expect(world.service.received[0]?.body.limit).toBe(50);
  });

  test("says so when there are none", () => {
    expect(createFormulaWorld().calculate("DOMAIN_EMAILS", "acme0.example", 5, "", "email")).toEqual([
      ["email"],
      ["no emails found"],
    ]);
  });

  test("follows the search while the service gives less than was asked for", () => {
    const world = createFormulaWorld();
    serveInSets(world, 70, 25);
    expect(list(world, 60)).toHaveLength(61);
    expect(world.service.received.map(({ body }) => body.search_id)).toEqual([undefined, "s25", "s50"]);
    expect(list(world, 60)).toHaveLength(61);
    expect(list(world, 10)).toHaveLength(11);
    expect(world.service.received).toHaveLength(3);
  });

  test("pays for no more emails than are wanted, however large the service's sets are", () => {
    const world = createFormulaWorld();
    serveInSets(world, 400, 100);
    expect(list(world, 120)).toHaveLength(121);
    // Two sets of 100 would cost 4 credits, two of 60 cost 3. The first 100 emails come again for nothing.
    expect(world.service.received.map(({ body }) => body.search_id ?? body.limit)).toEqual([120, 60, "s60"]);
  });

  test("knows a followed search also after answers were forgotten", () => {
    const world = createFormulaWorld();
    forgetAnswers(world);
    serveInSets(world, 70, 25);
    list(world, 60);
    list(world, 60);
    expect(world.service.received).toHaveLength(3);
  });

  test("follows it also where the service says that its limit is the one that was asked for", () => {
    const world = createFormulaWorld();
    serveInSets(world, 70, 30, 50);
    expect(list(world, 50)).toHaveLength(51);
    expect(world.service.received.map(({ body }) => body.search_id)).toEqual([undefined, "s30"]);
    expect(list(world, 50)).toHaveLength(51);
    expect(world.service.received).toHaveLength(2);
  });

  test.each([undefined, "", 7, null])(
    "sends no continuation without a usable search_id (%j): it shows what has come, and that more is missing",
    (search_id) => {
      const world = createFormulaWorld();
      serveInSets(world, 70, 30);
      const serve = world.service.respond;
      world.service.respond = (request) => {
        const { status, text } = serve(request) as HttpResponse;
        const answer = JSON.parse(text);
        answer.response.meta.search_id = search_id;
        return { status, text: JSON.stringify(answer) };
      };
      const rows = list(world, 50);
      expect(world.service.received.map(({ body }) => body.search_id)).toEqual([undefined]);
      expect(rows).toHaveLength(32);
      expect(rows[31]?.[0]).toMatch(/^not finished: the service says that there are more/);
      list(world, 50);
      expect(world.service.received).toHaveLength(2);
    },
  );

  test("does not take an empty set for the end when the service says that there are more", () => {
    const world = createFormulaWorld();
    let calls = 0;
    serveInSets(world, 70, 30);
    const serve = world.service.respond;
    world.service.respond = (request) => {
      if (++calls > 1) return serve(request);
      return ok({ email_list: [], meta: { search_id: "s0", more_results: true, remaining_emails: 70, limit: 50 } });
    };
    expect(list(world, 50)).toHaveLength(51);
    // Sets that stay empty end: the formula says so, and asks again when it is calculated again.
    const empty = createFormulaWorld();
    empty.service.respond = () => ok({ email_list: [], meta: { search_id: "s0", more_results: true, limit: 50 } });
    expect(list(empty, 50)[1]?.[0]).toMatch(/^not finished/);
    const { length } = empty.service.received;
    expect(length).toBeLessThan(6);
    list(empty, 50);
    expect(empty.service.received.length).toBeGreaterThan(length);
  });

  test("does not follow a search that gave what was asked for", () => {
    const world = createFormulaWorld();
    list(world, 1);
    expect(world.service.received).toHaveLength(1);
  });

  test("begins anew after a lost continuation, never repeats it, and drops what it has already", () => {
    const world = createFormulaWorld();
    serveInSets(world, 70, 25);
    const serve = world.service.respond;
    let losses = 0;
    world.service.respond = (request) => {
      const response = serve(request);
      return request.body.search_id === "s50" && losses++ === 0 ? "silence" : response;
    };
    const rows = list(world, 100);
    expect(new Set(rows.flat()).size).toBe(71);
    expect(world.service.received.map(({ body }) => body.search_id ?? "new")).toEqual([
      "new",
      "s25",
      "s50",
      "new",
      "s25",
      "s50",
    ]);
  });

  test("shows what is done when continuations keep failing, and that it is not finished", () => {
    const world = createFormulaWorld();
    serveInSets(world, 70, 25);
    const serve = world.service.respond;
    world.service.respond = (request) => (request.body.search_id ? refusal(503) : serve(request));
    const rows = list(world, 60);
    expect(rows).toHaveLength(27);
    expect(rows[26]?.[0]).toMatch(/^not finished: /);
  });

  test("does not advise Finish formulas for more emails than a formula has time for", () => {
    const world = createFormulaWorld();
    serveInSets(world, 700, 25);
    const serve = world.service.respond;
    world.service.respond = (request) => {
      world.clock.pass(2_000);
      return serve(request);
    };
    const rows = list(world, 700);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows[rows.length - 1]?.[0]).toMatch(/^not finished: .*fewer emails, or choose Find emails/);
  });

  test("puts the service's reason into the cell", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(400, "DOMAIN_IS_WEBMAIL");
    expect(list(world, 5)).toBe("error: Webmail provider, not a company. Give the company's own domain.");
  });

  test.each([
    ["", ""],
    ["#REF!", "#REF!"],
    ["Loading...", "Loading..."],
    ["#", "not a company: give its own domain, or a name with letters in it"],
    ["VALID", "not a company"],
    ["ab", "not a company: a name has 3 to 75 characters"],
    ["ann@acme.example; bob@other.example", "not a company: give its own domain or its name, not an email address"],
    [
      "https://www.linkedin.com/company/foo",
      "not a company: give its own domain or its name, not a page on linkedin.com",
    ],
  ])("answers %j without a call", (company, shown) => {
    const world = createFormulaWorld();
    expect(world.calculate("DOMAIN_EMAILS", company, "", "", "")).toBe(shown);
    expect(world.service.received).toEqual([]);
  });

  test.each([
    [{ limit: 0 }, /^error: limit: It has to be a whole number from 1 to 1000, not "0"\. Example: =DOMAIN_EMAILS\(/],
    [{ limit: 99_999_999 }, /^error: limit: It has to be a whole number from 1 to 1000, not "99999999"\./],
    [{ limit: 2.5 }, /^error: limit: It has to be/],
    [{ limit: "many" }, /^error: limit: It has to be/],
    [
      { type: "private" },
      /^error: type: There is no "private"\. Choose from: all, generic, professional\. Example: =DOMAIN_EM/,
    ],
    [{ columns: "mail" }, /^error: columns: There is no "mail"\. Choose from: email, .* Example: =DOMAIN_EMAILS\(/],
    [
      { company: [["a.example"], ["b.example"]] },
      /^error: company: Give one cell, not a range of 2 cells\. Example: =/,
    ],
  ])("refuses %j", (wrong, message) => {
    const given = { company: "acme.example", limit: "", type: "", columns: "", ...wrong };
    expect(
      createFormulaWorld().calculate("DOMAIN_EMAILS", given.company, given.limit, given.type, given.columns),
    ).toMatch(message);
  });

  test("shares its answer with =COMPANY_INFO()", () => {
    const world = createFormulaWorld();
    world.calculate("DOMAIN_EMAILS", "acme9.example", 5, "", "");
    expect(world.calculate("COMPANY_INFO", "ACME9.example", "name, location.country, total_emails")).toEqual([
      ["Acme", "Norway", 9],
    ]);
    expect(world.service.received).toHaveLength(1);
  });
});

describe("=COMPANY_INFO()", () => {
  test("asks for as little as possible and gives a row for each company", () => {
    const world = createFormulaWorld();
    expect(world.calculate("COMPANY_INFO", [["acme9.example"], [""], ["x"]], "name, domain")).toEqual([
      ["Acme", "acme9.example"],
      ["", ""],
      ["not a company: a name has 3 to 75 characters", ""],
    ]);
    expect(world.service.received[0]?.body).toMatchObject({ limit: 1, company_enrichment: true });
  });

  test("does not ask about the header of a range", () => {
    const world = createFormulaWorld();
    expect(world.calculate("COMPANY_INFO", [["Company name"], ["acme9.example"]], "name")).toEqual([
      ["not a company: this looks like the header of the column"],
      ["Acme"],
    ]);
    expect(world.service.received).toHaveLength(1);
    world.calculate("COMPANY_INFO", "Website", "name");
    world.calculate("COMPANY_INFO", [["Account Atlas"], ["Company"]], "name");
    expect(world.service.received).toHaveLength(4);
  });

  test("resolves names one at a time, domains together", () => {
    const world = createFormulaWorld();
    world.calculate("COMPANY_INFO", [["Acme Anvils"], ["a.example"], ["Bolt Brothers"], ["b.example"]], "name");
    expect(world.service.batches.sort()).toEqual([1, 1, 2]);
  });

  test("does not answer =DOMAIN_EMAILS() with less than it asks for", () => {
    const world = createFormulaWorld();
    world.service.respond = answerByAddress;
    world.calculate("COMPANY_INFO", "acme9.example", "name");
    expect(world.calculate("DOMAIN_EMAILS", "acme9.example", 5, "", "email")).toHaveLength(6);
    expect(world.service.received).toHaveLength(2);
  });
});
