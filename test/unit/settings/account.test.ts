import { describe, expect, test } from "@jest/globals";
import type { AccountInformation } from "../../../src/service/responses";
import { accountView } from "../../../src/settings/account-view";
import { whoseKeyFormulasUse } from "../../../src/settings/formula-key";
import { keyFingerprint } from "../../../src/settings/key-fingerprint";
import { lastFour } from "../../../src/settings/key-view";
import { readAccountView } from "../../../src/settings/read-account";
import { ACCOUNT, createFakeParts } from "./support/fake-parts";

const NOTHING = { yours: 0, others: 0 };

describe("the account as the sidebar gets it", () => {
  test("is asked with the user's own key before the organisation's", () => {
    const parts = createFakeParts();
    parts.script.set("API_KEY", "organisation-key");
    parts.user.set("API_KEY", "good-key-7f3a");
    parts.spent.set(keyFingerprint("good-key-7f3a", parts.keyedHash), 5);
    parts.spent.set(keyFingerprint("colleague-key-1111", parts.keyedHash), 2);
    expect(readAccountView(parts)).toEqual({
      ok: true,
      data: {
        plan: "PRO",
        creditsLeft: 950,
        creditsUsed: 50,
        renewsInDays: 12,
        renewsAt: "2026-12-03T00:00:00+00:00",
        formulaKey: "unknown",
        formulasToday: { yours: 2.5, others: 1 },
      },
    });
    expect(parts.askedWith).toEqual(["good-key-7f3a"]);
  });

  test("is not asked for without a key", () => {
    const parts = createFakeParts();
    expect(readAccountView(parts)).toMatchObject({ ok: false, code: "NO_API_KEY", message: "No API key is set." });
    expect(parts.askedWith).toEqual([]);
  });

  test("shows nothing that the service did not give in its type", () => {
    const odd = {
      current_plan: { toString: "PRO" },
      remaining_credits: "950",
      used_credits: -3,
      next_quota_renewal_days: null,
      next_quota_renewal_date: "soon",
    };
    expect(accountView(odd as unknown as AccountInformation, "unknown", NOTHING)).toEqual({
      plan: "",
      creditsLeft: null,
      creditsUsed: null,
      renewsInDays: null,
      renewsAt: null,
      formulaKey: "unknown",
      formulasToday: NOTHING,
    });
  });

  test("cuts a plan name that is no name", () => {
    expect(accountView({ ...ACCOUNT, current_plan: "P".repeat(500) }, "yours", NOTHING).plan).toHaveLength(60);
  });
});

describe("whose key the formulas of a sheet use", () => {
  test.each([
    ["unknown", null],
    ["yours", "good-key-7f3a"],
    ["another", "colleague-key-1111"],
  ])("is %s when formulas left the fingerprint of %s", (said, keyOfFormulas) => {
    const parts = createFakeParts();
    parts.mark.value = keyOfFormulas && keyFingerprint(keyOfFormulas, parts.keyedHash);
    expect(whoseKeyFormulasUse(parts, "good-key-7f3a")).toBe(said);
  });
});

test("a short key does not show half of itself", () => {
  expect([lastFour("abcdefg"), lastFour("abcdefgh")]).toEqual(["…", "efgh"]);
});
