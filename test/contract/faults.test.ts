import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { contentOf, expectFailure } from "./support/expectations";
import { isRemote, type SandboxUnderTest, startSandbox } from "./support/service-under-test";

const EMAIL = { email: "ada.valid@reliable.example" };

(isRemote ? describe.skip : describe)("faults on request", () => {
  let sandbox: SandboxUnderTest;
  const verify = () => sandbox.call("email-verifier", EMAIL);
  const charges = (): number => sandbox.service.controls.ledger().length;
  const addFault = (fault: object) =>
    sandbox.send("/sandbox/faults", {
      method: "POST",
      body: JSON.stringify(fault),
      headers: { "Content-Type": "application/json" },
    });

  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.close());

  test.each([
    ["rate-limit", 429, "RATE_LIMIT_EXCEEDED"],
    ["unavailable", 400, "SERVICE_TEMPORARILY_UNAVAILABLE"],
    ["internal-error", 400, "INTERNAL_ERROR"],
  ])("%s answers HTTP %d %s once and charges nothing", async (kind, status, code) => {
    await addFault({ kind });
    expectFailure(await verify(), code, status);
    expect(charges()).toBe(0);
    expect(contentOf(await verify()).free).toBe(false);
  });

  test("rate-limit-text is a 429 without JSON (service.too-many-calls)", async () => {
    await addFault({ kind: "rate-limit-text" });
    expect(await verify()).toMatchObject({ status: 429, body: "Too Many Requests" });
  });

  test.each([
    ["reset-before", 0],
    ["reset-after", 1],
  ])("%s drops the connection when %d charges are made", async (kind, expected) => {
    await addFault({ kind });
    await expect(verify()).rejects.toThrow();
    expect(charges()).toBe(expected);
    expect(contentOf(await verify()).free).toBe(expected === 1);
  });

  test("slow answers later, by the service's clock (service.response-times)", async () => {
    await addFault({ kind: "slow", delayMs: 60_000 });
    const before = sandbox.clock.now();
    contentOf(await verify());
    expect(sandbox.clock.now() - before).toBeGreaterThanOrEqual(60_000);
  });

  test("html answers a page instead of JSON, after the charge", async () => {
    await addFault({ kind: "html", status: 503 });
    const answer = await verify();
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(answer.body).toMatch(/^<!doctype html>/);
    expect(charges()).toBe(1);
  });

  test("truncated-json stops in the middle, after the charge", async () => {
    sandbox.service.controls.addFault({ kind: "truncated-json" });
    await expect(verify()).rejects.toThrow(SyntaxError);
    expect(charges()).toBe(1);
  });

  test.each([
    ["email-verifier", EMAIL, (body: { response: { email_status: unknown } }) => body.response.email_status],
    ["email-count", { domain: "reliable.example" }, (body: { response: { count: unknown } }) => body.response.count],
    [
      "domain-search",
      { company: "reliable.example" },
      (body: { response: { email_list: unknown } }) => body.response.email_list,
    ],
    ["search-company", { filters: { company_type: "Public" } }, (body: { results: unknown }) => body.results],
  ])("wrong-type puts another type into a field of %s", async (operation, request, field) => {
    const right = (await sandbox.call(operation, request)).body;
    await addFault({ kind: "wrong-type" });
    const wrong = (await sandbox.call(operation, request)).body;
    const typeOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);
    expect(typeOf(field(wrong))).not.toBe(typeOf(field(right)));
  });

  test("a fault can wait, strike several times, and only one operation or key", async () => {
    await addFault({ kind: "unavailable", operation: "email-verifier", key: "sandbox-key", skip: 1, times: 2 });
    expect((await sandbox.call("email-count", { domain: "reliable.example" })).status).toBe(200);
    const statuses = [];
    for (let call = 0; call < 4; call++) statuses.push((await verify()).status);
    expect(statuses).toEqual([200, 400, 400, 200]);
  });

  test("a fault with a probability strikes about that share of calls, the same ones for the same seed", async () => {
    const strike = async (): Promise<string> => {
      sandbox.service.controls.addFault({ kind: "unavailable", probability: 0.3 });
      let pattern = "";
      for (let call = 0; call < 60; call++) pattern += (await verify()).status === 200 ? "." : "x";
      sandbox.service.controls.clearFaults();
      return pattern;
    };
    const pattern = await strike();
    expect(pattern.match(/x/g)?.length).toBeGreaterThan(8);
    expect(pattern.match(/x/g)?.length).toBeLessThan(30);
    expect((await verify()).status).toBe(200);
    await sandbox.close();
    sandbox = await startSandbox();
    expect(await strike()).toBe(pattern);
  });
});
