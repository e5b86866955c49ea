import { describe, expect, test } from "@jest/globals";
import type { AccountInformation } from "../../../src/service/operations";
import { keyFingerprint, lastFour, whoseKeyFormulasUse } from "../../../src/settings/key";
import { accountView, readAccount } from "../../../src/settings/settings";
import { ACCOUNT, createFakeSettings } from "./support/fake-settings";

describe("the account as the sidebar gets it", () => {
  test("is asked with the user's own key before the organisation's", () => {
    const world = createFakeSettings();
    world.scriptStore.set("API_KEY", "organisation-key");
    world.userStore.set("API_KEY", "good-key-7f3a");
    world.spent.set(keyFingerprint("good-key-7f3a", world.keyedHash), 5);
    world.spent.set(keyFingerprint("colleague-key-1111", world.keyedHash), 2);
    expect(readAccount(world)).toEqual({
      plan: "PRO",
      creditsLeft: 950,
      creditsUsed: 50,
      renewsInDays: 12,
      renewsAt: "2026-12-03T00:00:00+00:00",
      formulaKey: "unknown",
      formulasToday: { yours: 2.5, others: 1 },
    });
    expect(world.askedWith).toEqual(["good-key-7f3a"]);
  });

  test("is not asked for without a key", () => {
    const world = createFakeSettings();
    expect(readAccount(world)).toMatchObject({ ok: false, code: "NO_API_KEY", message: "No API key is set." });
    expect(world.askedWith).toEqual([]);
  });

  test("shows nothing that the service did not give in its type", () => {
    const odd = {
      current_plan: { toString: "PRO" },
      remaining_credits: "950",
      used_credits: -3,
      next_quota_renewal_days: null,
      next_quota_renewal_date: "soon",
    };
    expect(accountView(createFakeSettings(), "good-key-7f3a", odd as unknown as AccountInformation)).toEqual({
      plan: "",
      creditsLeft: null,
      creditsUsed: null,
      renewsInDays: null,
      renewsAt: null,
      formulaKey: "unknown",
      formulasToday: { yours: 0, others: 0 },
    });
  });

  test("cuts a plan name that is no name", () => {
    expect(
      accountView(createFakeSettings(), "good-key-7f3a", { ...ACCOUNT, current_plan: "P".repeat(500) }).plan,
    ).toHaveLength(60);
  });
});

describe("whose key the formulas of a sheet use", () => {
  test.each([
    ["unknown", null],
    ["yours", "good-key-7f3a"],
    ["another", "colleague-key-1111"],
  ])("is %s when formulas left the fingerprint of %s", (said, keyOfFormulas) => {
    const world = createFakeSettings();
    world.leaveKey(keyOfFormulas && keyFingerprint(keyOfFormulas, world.keyedHash));
    expect(whoseKeyFormulasUse(world, "good-key-7f3a")).toBe(said);
  });
});

test("what formulas have spent today tells whose key they use when nothing else does", () => {
  const world = createFakeSettings();
  const fingerprintOf = (key: string) => keyFingerprint(key, world.keyedHash);
  world.spent.set(fingerprintOf("good-key-7f3a"), 718);
  expect(whoseKeyFormulasUse(world, "good-key-7f3a")).toBe("yours");
  // Its own key may be a new one.
  expect(whoseKeyFormulasUse(world, "colleague-key-1111")).toBe("unknown");
  world.spent.set(fingerprintOf("colleague-key-1111"), 2);
  expect(whoseKeyFormulasUse(world, "good-key-7f3a")).toBe("unknown");
});

test("a short key does not show half of itself", () => {
  expect([lastFour("abcdefg"), lastFour("abcdefgh")]).toEqual(["…", "efgh"]);
});
