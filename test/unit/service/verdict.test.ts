import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { NOT_KNOWN } from "../../../src/service/result-words";
import { USUAL_SWITCHES, verdictOf, verdictOfStatus } from "../../../src/service/verdict";

const VALID = {
  email_status: "VALID",
  email_sub_status: "",
  type: "professional",
  disposable: false,
  gibberish: false,
};

describe("the verdict on an address", () => {
  test.each([
    [{}, "OK to send", "the address exists"],
    [{ email_status: "INVALID" }, "Do not send", "the address does not exist"],
    [{ email_status: "INVALID", email_sub_status: "no_mx_records" }, "Do not send", "its domain takes no mail"],
    [{ email_status: "INVALID", email_sub_status: "smtp_timed_out" }, "Not known", "the mail server did not answer"],
    [{ email_status: "" }, "Not known", "the service gave no status"],
    [{ email_status: "CATCH_ALL" }, "Risky", "its domain takes any address"],
    [{ domain: "gmial.com" }, "Risky", "its mail provider is probably misspelt"],
    [{ domain: "gmail.com" }, "OK to send", "the address exists"],
    [{ domain: "gmial.com", email_status: "INVALID" }, "Do not send", "the address does not exist"],
    [{ domain: "gmial.com", disposable: true }, "Do not send", "a throw-away address"],
    [{ gibberish: true }, "Risky", "looks like random characters"],
    [{ type: "generic" }, "Risky", "a role's address, such as info@"],
    [{ disposable: true }, "Do not send", "a throw-away address"],
    [{ email_status: "CATCH_ALL", disposable: true }, "Do not send", "a throw-away address"],
    [{ catch_all: true, catch_all_recovery: true }, "OK to send", "the address exists"],
  ])("%j is %s: %s", (changes, verdict, reason) => {
    expect(verdictOf({ ...VALID, ...changes }, USUAL_SWITCHES)).toMatchObject({ verdict, reason });
  });

  test.each([
    [{ type: "generic" }, { roleIsRisky: false }, "OK to send"],
    [{ disposable: true }, { disposableIsOut: false }, "OK to send"],
    [{ catch_all_recovery: true }, { recoveredIsRisky: true }, "Risky"],
  ])("%j with %j is %s", (changes, switches, verdict) => {
    expect(verdictOf({ ...VALID, ...changes }, { ...USUAL_SWITCHES, ...switches }).verdict).toBe(verdict);
  });

  test("is never Do not send for a mail server that did not answer", () => {
    const facts = fc.record({
      email_status: fc.constant("INVALID"),
      email_sub_status: fc.constantFrom("dns_timed_out", "smtp_timed_out", "smtp_unknown_response"),
      type: fc.constantFrom("generic", "professional", "personal"),
      disposable: fc.boolean(),
      gibberish: fc.boolean(),
      catch_all: fc.boolean(),
      catch_all_recovery: fc.boolean(),
    });
    const switches = fc.record({
      roleIsRisky: fc.boolean(),
      recoveredIsRisky: fc.boolean(),
      disposableIsOut: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, switches, (each, on) => verdictOf(each, on).verdict === "Not known"),
      { seed: 36 },
    );
  });

  test.each([
    ["VALID", "OK to send"],
    ["VALID long ago", "Risky"],
    ["not an email address", "Do not send"],
    [NOT_KNOWN, "Not known"],
    ["error: The service did not answer (NO_ANSWER)", "Not known"],
  ])("beside the status %s, without an answer, is %s", (status, verdict) => {
    expect(verdictOfStatus(status).verdict).toBe(verdict);
  });

  test.each([
    [{}, USUAL_SWITCHES, "OK to send", "its domain search calls it VALID"],
    [{ type: "generic" }, USUAL_SWITCHES, "Risky", "a role's address, such as info@"],
    [{ type: "generic" }, { ...USUAL_SWITCHES, roleIsRisky: false }, "OK to send", "its domain search calls it VALID"],
    [{ email: "ann@gmial.com" }, USUAL_SWITCHES, "Risky", "its mail provider is probably misspelt"],
  ])("beside VALID of a search that says %j, with %j, is %s: %s", (found, switches, verdict, reason) => {
    expect(verdictOfStatus("VALID", found, switches)).toMatchObject({ verdict, reason });
  });
});
