import { afterEach, describe, expect, test } from "@jest/globals";
import { contentOf, expectFailure, TIMESTAMP } from "./support/expectations";
import { isRemote, type SandboxUnderTest, serviceForAll, startSandbox } from "./support/service-under-test";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("account information of any service", () => {
  const service = serviceForAll();

  test("has every field in its type, for an empty body", async () => {
    const account = contentOf(await service.call("account-information"));
    expect(account).toEqual({
      current_plan: expect.any(String),
      remaining_credits: expect.any(Number),
      used_credits: expect.any(Number),
      next_quota_renewal_days: expect.any(Number),
      next_quota_renewal_date: expect.stringMatching(TIMESTAMP),
    });
    for (const field of ["remaining_credits", "used_credits", "next_quota_renewal_days"]) {
      expect(Number.isInteger(account[field])).toBe(true);
    }
  });

  test("takes no parameters (service.account-information)", async () => {
    expectFailure(await service.call("account-information", { domain: "a.example" }), "INVALID_REQUEST");
  });

  test("is free (service.account-information)", async () => {
    const before = contentOf(await service.call("account-information"));
    const after = contentOf(await service.call("account-information"));
    expect(after.remaining_credits).toBe(before.remaining_credits);
  });
});

(isRemote ? describe.skip : describe)("account information of the sandbox", () => {
  let sandbox: SandboxUnderTest;
  const account = async (key?: string) => contentOf(await sandbox.call("account-information", {}, key));
  afterEach(() => sandbox.close());

  test("knows a key of the highest plan, one of the lowest and one without credits", async () => {
    sandbox = await startSandbox();
    expect(await account()).toMatchObject({ current_plan: "ENTERPRISE", remaining_credits: 10_000, used_credits: 0 });
    expect(await account("free-key")).toMatchObject({ current_plan: "FREE", remaining_credits: 100, used_credits: 0 });
    expect(await account("empty-key")).toMatchObject({ remaining_credits: 0, used_credits: 0 });
  });

  test("half a credit used is shown as one used and one fewer left, so that both add up", async () => {
    sandbox = await startSandbox();
    await sandbox.call("email-verifier", { email: "one@reliable.example" });
    expect(await account()).toMatchObject({ remaining_credits: 9_999, used_credits: 1 });
    await sandbox.call("email-verifier", { email: "two@reliable.example" });
    expect(await account()).toMatchObject({ remaining_credits: 9_999, used_credits: 1 });
  });

  test("keys of one team share its credits", async () => {
    sandbox = await startSandbox();
    await sandbox.call("domain-search", { company: "hundred-twenty.example" }, "sandbox-colleague-key");
    expect(await account()).toMatchObject({ remaining_credits: 9_999, used_credits: 1 });
  });

  test("credits renew on the renewal date and not before (service.credit-balance)", async () => {
    sandbox = await startSandbox();
    await sandbox.call("domain-search", { company: "hundred-twenty.example" });
    const before = await account();
    expect(before).toMatchObject({ next_quota_renewal_days: 30, next_quota_renewal_date: "2030-03-31 12:00:00+00:00" });
    sandbox.service.controls.moveClock(30 * DAY_MS - 10_000);
    expect(await account()).toMatchObject({ used_credits: 1, next_quota_renewal_days: 1 });
    sandbox.service.controls.moveClock(10_000);
    const after = await account();
    expect(after).toMatchObject({ used_credits: 0, remaining_credits: 10_000 });
    expect(after).toMatchObject({ next_quota_renewal_days: 30, next_quota_renewal_date: "2030-04-30 12:00:00+00:00" });
  });

  test("several missed renewals lead to the next one to come", async () => {
    sandbox = await startSandbox();
    sandbox.service.controls.moveClock(100 * DAY_MS);
    expect(await account()).toMatchObject({ next_quota_renewal_days: 20 });
  });
});
