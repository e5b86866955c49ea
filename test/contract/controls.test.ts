import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { maskKey } from "../../local/service/ledger/accounts";
import { contentOf, TIMESTAMP } from "./support/expectations";
import { isRemote, type SandboxUnderTest, startSandbox } from "./support/service-under-test";

(isRemote ? describe.skip : describe)("controls over HTTP", () => {
  let sandbox: SandboxUnderTest;
  const post = (path: string, body: object, contentType = "application/json") =>
    sandbox.send(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": contentType } });
  const account = async (key: string) => contentOf(await sandbox.call("account-information", {}, key));

  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.close());

  test("the clock can be moved", async () => {
    const before = (await account("free-key")).next_quota_renewal_days;
    await post("/sandbox/clock", { moveMs: 5 * 24 * 60 * 60 * 1000 });
    expect((await account("free-key")).next_quota_renewal_days).toBe(before - 5);
  });

  test("credits and plan can be set, and what was used stays used", async () => {
    await sandbox.call("domain-search", { company: "reliable.example" }, "free-key");
    await post("/sandbox/account", { key: "free-key", credits: 7.5, plan: "PRO" });
    expect(await account("free-key")).toMatchObject({ current_plan: "PRO", remaining_credits: 7, used_credits: 1 });
  });

  test.each([
    ["/sandbox/account", { key: "no-such-key", credits: 1 }],
    ["/sandbox/account", { key: "free-key", plan: "GOLD" }],
    ["/sandbox/account", { key: "free-key", credits: 0.3 }],
    ["/sandbox/faults", { kind: "earthquake" }],
    ["/sandbox/faults", { kind: "slow", times: 0 }],
    ["/sandbox/faults", { kind: "html", status: 204 }],
    ["/sandbox/clock", { moveMs: "1" }],
    ["/sandbox/clock", { moveMs: 1e300 }],
    ["/sandbox/clock", { moveMs: -1 }],
    ["/sandbox/account", { key: "free-key", credits: 1e300 }],
  ])("%s refuses %j with a reason", async (path, body) => {
    expect(await post(path, body)).toMatchObject({ status: 400, body: { error: true, message: expect.any(String) } });
  });

  test("faults can be taken back", async () => {
    await post("/sandbox/faults", { kind: "unavailable", times: 9 });
    await sandbox.send("/sandbox/faults", { method: "DELETE" });
    expect((await sandbox.call("account-information")).status).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", ""])(
    "a change that says %j of its kind, as any page can send it, is refused",
    async (contentType) => {
      expect(await post("/sandbox/account", { key: "free-key", credits: 0 }, contentType)).toMatchObject({
        status: 415,
      });
      expect((await account("free-key")).remaining_credits).toBe(100);
    },
  );

  test("a large body is refused before it is read", async () => {
    const answer = await post("/sandbox/account", { key: "k".repeat(100_000), credits: 1 });
    expect(answer).toMatchObject({ status: 413, body: { error: true } });
  });

  test("the clock moves by a hundred years in all, and the service goes on answering", async () => {
    const century = 100 * 365 * 24 * 60 * 60 * 1000;
    expect(await post("/sandbox/clock", { moveMs: century })).toMatchObject({ status: 200 });
    expect(await post("/sandbox/clock", { moveMs: 1 })).toMatchObject({ status: 400 });
    expect((await account("free-key")).next_quota_renewal_date).toMatch(TIMESTAMP);
  });

  test("the call log tells of every call what came in, what went out and which fault struck", async () => {
    await sandbox.call("email-count", { domain: "reliable.example" });
    await sandbox.call("email-count", { domain: "reliable.example" }, "wrong-key");
    sandbox.service.controls.addFault({ kind: "reset-before" });
    await sandbox.call("email-count", { domain: "lost.example" }).catch(() => {});
    const { body } = await sandbox.send("/sandbox/calls", { method: "GET" });
    const request = '{"domain":"reliable.example"}';
    expect(body.calls).toMatchObject([
      { operation: "email-count", key: maskKey("sandbox-key"), status: 200, errorCode: null, fault: null, request },
      { operation: "email-count", key: maskKey("wrong-key"), status: 400, errorCode: "INVALID_API_KEY", fault: null },
      { operation: "email-count", status: 0, fault: "reset-before", request: '{"domain":"lost.example"}' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/sandbox-key|wrong-key/);
    expect(body.calls[0].endedAt).toBeGreaterThanOrEqual(body.calls[0].at);
  });

  test("the ledger tells of every charge who paid how much for what", async () => {
    await sandbox.call("email-verifier", { email: "ada.valid@reliable.example" });
    await sandbox.call("domain-search", { company: "sixty-five.example", limit: 100 }, "free-key");
    const { body } = await sandbox.send("/sandbox/ledger", { method: "GET" });
    expect(body.ledger).toMatchObject([
      { operation: "email-verifier", key: maskKey("sandbox-key"), subject: "ada.valid@reliable.example", halves: 1 },
      { operation: "domain-search", key: maskKey("free-key"), subject: "sixty-five.example", halves: 4 },
    ]);
  });

  test("without controls there is nothing under /sandbox", async () => {
    const plain = await startSandbox({ controls: false });
    expect(await plain.send("/sandbox/ledger", { method: "GET" })).toMatchObject({ status: 400 });
    const init = { method: "POST", headers: { "X-KEY": plain.key }, body: "{}" };
    expect(await plain.send("/sandbox/clock", init)).toMatchObject({ status: 404 });
    await plain.close();
  });
});
