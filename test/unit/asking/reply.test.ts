import { describe, expect, test } from "@jest/globals";
import { verificationCall, verificationReply } from "../../../src/asking/reply";
import { ServiceError } from "../../../src/service/errors";
import type { EmailVerification } from "../../../src/service/operations";

const byAddress = { key: "ann@acme.example", text: "Ann@acme.example", anonId: "" };
const byId = { ...byAddress, anonId: "id7" };

const answer = (part: Partial<EmailVerification>) => ({
  ok: true as const,
  result: { free: false, email: "ann@acme.example", email_status: "VALID", email_sub_status: null, ...part },
});
const failure = (code: Uppercase<string>, status: number | null) => ({
  ok: false as const,
  error: new ServiceError(code, status),
});

describe("an address", () => {
  test("is verified through its id where there is one", () => {
    expect(verificationCall(byAddress).body).toEqual({ email: "Ann@acme.example" });
    expect(verificationCall(byId).body).toEqual({ email_anon_id: "id7" });
    expect(verificationCall({ key: "id7", text: "id7", anonId: "" }).body).toEqual({ email_anon_id: "id7" });
  });

  test("costs half a credit unless the service says that it was free", () => {
    expect(verificationReply(byId, answer({}))).toMatchObject({ state: "answered", charge: 1 });
    expect(verificationReply(byId, answer({ free: true }))).toMatchObject({ state: "answered", charge: 0 });
  });

  test("is asked by itself when its id leads to another address, or to none", () => {
    const others = [answer({ email: "bob@acme.example" }), answer({ email: undefined as never })];
    for (const outcome of others)
      expect(verificationReply(byId, outcome)).toEqual({ state: "otherAddress", charge: 1 });
    expect(verificationReply(byId, failure("INVALID_REQUEST", 400))).toEqual({
      state: "otherAddress",
      charge: "undone",
    });
  });

  test.each([
    [failure("HTTP_429", 429), "undone"],
    [failure("HTTP_503", 503), "unknown"],
    [failure("NO_ANSWER", null), "unknown"],
    [failure("INSUFFICIENT_CREDITS", 400), "undone"],
    [failure("NO_API_KEY", null), "unknown"],
    [failure("INTERNAL_ERROR", 400), "undone"],
  ])("keeps its id when the failure is not the id's: %#", (outcome, charge) => {
    expect(verificationReply(byId, outcome)).toMatchObject({ state: "failed", error: outcome.error, charge });
  });

  test("fails when it is refused itself", () => {
    expect(verificationReply(byAddress, failure("INVALID_REQUEST", 400))).toMatchObject({ state: "failed" });
  });
});
