import { describe, expect, test } from "@jest/globals";
import { refusal } from "../support/fake-service";
import { createFormulaWorld } from "../support/formula-world";

describe("=VERIFY_EMAIL()", () => {
  test("gives the status of one cell", () => {
    const world = createFormulaWorld();
    expect(world.calculate("VERIFY_EMAIL", "valid@acme.example", undefined)).toBe("VALID");
  });

  test("gives a row when several columns are asked for", () => {
    const world = createFormulaWorld();
    expect(
      world.calculate("VERIFY_EMAIL", "bad@acme.example", "email_status, mx_record_list, email_sub_status"),
    ).toEqual([["INVALID", "mx.acme.example (10)", ""]]);
  });

  test("gives a range in its own shape, asking each distinct address once", () => {
    const world = createFormulaWorld();
    const range = [
      ["valid@acme.example", " VALID@acme.example\u200b"],
      ["", "bad@acme.example\u00a0"],
    ];
    expect(world.calculate("VERIFY_EMAIL", range, "")).toEqual([
      ["VALID", "VALID"],
      ["", "INVALID"],
    ]);
    expect(world.service.received.map(({ body }) => body.email)).toEqual(["valid@acme.example", "bad@acme.example"]);
  });

  test("asks an address once, in whatever form its letters are written", () => {
    const world = createFormulaWorld();
    const forms = ["valid@m\u00fcnchen.example", "valid@mu\u0308nchen.example", "valid@xn--mnchen-3ya.example"];
    world.calculate("VERIFY_EMAIL", [forms], "");
    expect(world.calculate("VERIFY_EMAIL", forms[2], "")).toBe("VALID");
    expect(world.service.received).toHaveLength(1);
  });

  test("says what the first cell of a range is if it names the column, and asks nothing of it", () => {
    const world = createFormulaWorld();
    const range = [["Work e-mail"], ["valid@acme.example"], ["Email"]];
    expect(world.calculate("VERIFY_EMAIL", range, "")).toEqual([
      ["not an email address: this looks like the header of the column"],
      ["VALID"],
      ["not an email address"],
    ]);
    expect(world.calculate("VERIFY_EMAIL", "Email", "")).toBe("not an email address");
    expect(world.service.received).toHaveLength(1);
  });

  test("shows the verdict by the owner's switches, also of an answer that was kept", () => {
    const world = createFormulaWorld();
    const verdict = () => world.calculate("VERIFY_EMAIL", "valid@acme.example", "verdict, verdict_reason");
    world.verdictSwitches = { ...world.verdictSwitches, roleIsRisky: false };
    expect(verdict()).toEqual([["OK to send", "the address exists"]]);
    expect(world.calculate("VERIFY_EMAIL", "bad@acme.example", "verdict")).toBe("Do not send");
    expect(world.calculate("VERIFY_EMAIL", "bad@acme.example", "verdict")).toBe("Do not send");
    expect(world.service.received).toHaveLength(2);
    expect(world.calculate("VERIFY_EMAIL", "valid@gmial.com", "email_status, verdict")).toEqual([["VALID", "Risky"]]);
  });

  test("asks an address as mail programs and links write it as the address itself", () => {
    const world = createFormulaWorld();
    const range = [
      ["Doe, Ann <valid@acme.example>", "mailto:Valid@acme.example?subject=Hello"],
      ["valid@acme.example", "<valid@acme.example>"],
      ["bad@acme.example <bad@acme.example>", '"Bad" <mailto:bad@acme.example>'],
      ["Ann <valid@acme.example>, Bob <bob@acme.example>", "bad (at) acme.example."],
    ];
    expect(world.calculate("VERIFY_EMAIL", range, "")).toEqual([
      ["VALID", "VALID"],
      ["VALID", "VALID"],
      ["INVALID", "INVALID"],
      ["VALID", "INVALID"],
    ]);
    expect(world.service.received.map(({ body }) => body.email)).toEqual(["valid@acme.example", "bad@acme.example"]);
  });

  test.each([
    "ann@acme.example <bob@acme.example>",
    "mailto:ann@acme.example?cc=bob@acme.example",
    "Ann <ann at acme.example>",
    "Ann ann@acme.example",
    "Ann <ann@acme.example> or her desk",
  ])("asks nothing of a text from which it is not clear which address is meant: %s", (text) => {
    const world = createFormulaWorld();
    expect(world.calculate("VERIFY_EMAIL", text, "")).toBe("not an email address");
    expect(world.service.received).toEqual([]);
  });

  test("passes blanks, errors, loading cells and what is no address on, without a call or a look at the key", () => {
    const world = createFormulaWorld();
    world.apiKey = "";
    const range = [[""], ["   "], ["#N/A"], ["Loading..."], ["Chargement…"], ["acme.example"], [42], [null], [true]];
    expect(world.calculate("VERIFY_EMAIL", range, undefined)).toEqual([
      [""],
      [""],
      ["#N/A"],
      ["Loading..."],
      ["Chargement…"],
      ["not an email address"],
      ["not an email address"],
      [""],
      ["not an email address"],
    ]);
    expect(world.opened).toBe(0);
    expect(world.service.received).toEqual([]);
  });

  test("puts the reason of one failed address into its own cell", () => {
    const world = createFormulaWorld();
    const usual = world.service.respond;
    world.service.respond = (request) =>
      request.body.email === "odd@acme.example" ? refusal(400, "INVALID_REQUEST") : usual(request);
    expect(
      world.calculate("VERIFY_EMAIL", [["valid@acme.example"], ["odd@acme.example"]], "email_status, domain"),
    ).toEqual([
      ["VALID", ""],
      ["error: The service could not use the request. Check the value that was given.", ""],
    ]);
  });

  test("takes the header that a job writes for the name of a column", () => {
    const world = createFormulaWorld();
    expect(world.calculate("VERIFY_EMAIL", "valid@acme.example", "Email status")).toBe("VALID");
    const two = world.calculate("VERIFY_EMAIL", "valid@acme.example", "Email status, Email type");
    expect(two).toEqual(world.calculate("VERIFY_EMAIL", "valid@acme.example", "email_status, type"));
  });

  test("lists the right columns when one is wrong", () => {
    const world = createFormulaWorld();
    expect(world.calculate("VERIFY_EMAIL", "valid@acme.example", "status")).toMatch(
      /^error: columns: There is no "status"\. Choose from: free, email, .*Example: =VERIFY_EMAIL\(/,
    );
  });

  test("refuses several columns for a range of several columns", () => {
    const world = createFormulaWorld();
    expect(world.calculate("VERIFY_EMAIL", [["a@b.example", "c@d.example"]], "email, domain")).toMatch(
      /^error: emails: Several columns .* range of one column only\. .* Example: =VERIFY_EMAIL/,
    );
  });

  test("says what to do when there is no key", () => {
    const world = createFormulaWorld();
    world.apiKey = "";
    expect(world.calculate("VERIFY_EMAIL", "valid@acme.example", undefined)).toMatch(
      /^not finished: .*Settings .* paste yours.* owner\. Then choose Extensions ▸ Sheetscout ▸ Finish formulas\.$/,
    );
  });

  test("says so when the key is refused, and asks no further", () => {
    const world = createFormulaWorld();
    world.service.respond = () => refusal(400, "INVALID_API_KEY");
    const range = Array.from({ length: 30 }, (_, i) => [`valid${i}@acme.example`]);
    expect(world.calculate("VERIFY_EMAIL", range, undefined)).toMatch(/^not finished: The API key was refused/);
    expect(world.service.batches).toEqual([10]);
    expect(world.calculate("VERIFY_EMAIL", range, undefined)).toMatch(/^not finished: The API key was refused/);
    expect(world.service.batches).toEqual([10]);
    world.clock.pass(10_000);
    expect(world.calculate("VERIFY_EMAIL", range, undefined)).toMatch(/^not finished: The API key was refused/);
    expect(world.service.batches).toEqual([10, 10]);
  });

  test.each([302, 403, 404, 408])("is not finished where a bare status %i came, and asks again", (status) => {
    const world = createFormulaWorld();
    const usual = world.service.respond;
    world.service.respond = () => ({ status, text: "<html>Not now</html>" });
    const verify = () => world.calculate("VERIFY_EMAIL", "valid@acme.example", undefined);
    expect(verify()).toMatch(new RegExp(`^not finished: .*\\(status ${status}\\).* Finish formulas\\.$`));
    world.service.respond = usual;
    world.clock.pass(1_000);
    expect(verify()).toBe("VALID");
  });

  test("takes a bare status 400 for the service's own refusal", () => {
    const world = createFormulaWorld();
    world.service.respond = () => ({ status: 400, text: "" });
    expect(world.calculate("VERIFY_EMAIL", "valid@acme.example", undefined)).toBe(
      "error: The service refused the request (status 400). Check the value that was given.",
    );
  });

  test.each([404, 422])("takes a refusal in the service's own form for its answer, with status %i too", (status) => {
    const world = createFormulaWorld();
    world.service.respond = () => ({ status, text: JSON.stringify({ error: true, message: "Malformed." }) });
    expect(world.calculate("VERIFY_EMAIL", "valid@acme.example", undefined)).toMatch(
      /^error: The service could not use/,
    );
  });
});
