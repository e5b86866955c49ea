import { afterEach, describe, expect, test } from "@jest/globals";
import { RATE_MODELS, type RateCounter } from "../../local/service/limits/rate-limits";
import { isRemote, type SandboxUnderTest, startSandbox } from "./support/service-under-test";

const START_MS = 1_000_000_000_000;

/** Counts the calls at these times that go through. */
function admitted(counter: RateCounter, times: number[]): number {
  let count = 0;
  for (const time of times) {
    if (!counter.allows(START_MS + time)) continue;
    counter.count(START_MS + time);
    count++;
  }
  return count;
}

const at = (time: number, calls: number): number[] => Array(calls).fill(time);

describe("ways to count calls (service.rate-limits names the limits, not the method)", () => {
  const limit = { calls: 10, perMs: 1_000 };

  test("a sliding window never lets more through than the limit, wherever a stretch of its length begins", () => {
    const counter = RATE_MODELS.sliding(limit);
    expect(admitted(counter, [...at(500, 10), ...at(999, 5), ...at(1_499, 1)])).toBe(10);
    expect(admitted(counter, at(1_500, 11))).toBe(10);
  });

  test("a fixed window begins anew with every piece of the clock", () => {
    const counter = RATE_MODELS.fixed(limit);
    expect(admitted(counter, at(900, 12))).toBe(10);
    expect(admitted(counter, at(1_000, 12))).toBe(10);
    expect(admitted(counter, at(1_999, 1))).toBe(0);
  });

  test("a token bucket starts full, fills evenly and never overflows", () => {
    const counter = RATE_MODELS.bucket(limit);
    expect(admitted(counter, at(0, 12))).toBe(10);
    expect(admitted(counter, at(99, 1))).toBe(0);
    expect(admitted(counter, at(100, 2))).toBe(1);
    expect(admitted(counter, at(60_000, 12))).toBe(10);
  });

  test.each(["sliding", "fixed", "bucket"] as const)("%s: refused calls are not counted", (model) => {
    const counter = RATE_MODELS[model](limit);
    admitted(counter, at(0, 500));
    expect(admitted(counter, at(1_000, 10))).toBe(10);
  });
});

(isRemote ? describe.skip : describe)("rate limits of the sandbox", () => {
  let sandbox: SandboxUnderTest;
  afterEach(() => sandbox.close());

  /** @returns how many of the given number of calls at this moment are not refused with 429 */
  async function burst(operation: string, body: object, calls: number, key = "sandbox-key"): Promise<number> {
    let count = 0;
    for (let call = 0; call < calls; call++) {
      const init = { method: "POST", headers: { "X-KEY": key, "Content-Type": "application/json" } };
      const request = new Request(`${sandbox.address}/${operation}`, { ...init, body: JSON.stringify(body) });
      if ((await sandbox.service.fetch(request)).status !== 429) count++;
    }
    return count;
  }
  const EMAIL = { email: "ada.valid@reliable.example" };
  const COMPANY = { company: "no-emails.example" };

  test.each([
    ["email-verifier", EMAIL, 10],
    ["domain-search", COMPANY, 50],
  ] as const)("%s: in one second %j at most %d calls", async (operation, body, perSecond) => {
    sandbox = await startSandbox();
    expect(await burst(operation, body, perSecond + 5)).toBe(perSecond);
    sandbox.clock.advance(999);
    expect(await burst(operation, body, 1)).toBe(0);
    sandbox.clock.advance(1);
    expect(await burst(operation, body, perSecond + 5)).toBe(perSecond);
  });

  test.each([
    ["email-verifier", EMAIL, 10, 400],
    ["domain-search", COMPANY, 50, 1_000],
  ] as const)("%s: in one minute %j, %d a second, at most %d calls", async (operation, body, perSecond, perMinute) => {
    sandbox = await startSandbox();
    let count = 0;
    for (let second = 0; second < 50; second++) {
      count += await burst(operation, body, perSecond);
      sandbox.clock.advance(1_000);
    }
    expect(count).toBe(perMinute);
    sandbox.clock.advance(10_000);
    expect(await burst(operation, body, 1)).toBe(1);
  });

  test("each key and each operation has limits of its own, the other operations at least 5 a second", async () => {
    sandbox = await startSandbox();
    expect(await burst("email-verifier", EMAIL, 12)).toBe(10);
    expect(await burst("email-verifier", EMAIL, 12, "sandbox-colleague-key")).toBe(10);
    expect(await burst("email-count", { domain: "reliable.example" }, 5)).toBe(5);
    expect(await burst("account-information", {}, 5)).toBe(5);
    expect(await burst("search-company", { filters: { company_type: "Public" } }, 5)).toBe(5);
  });

  test("a refused call is HTTP 429, with JSON or without (service.too-many-calls)", async () => {
    sandbox = await startSandbox();
    await burst("email-verifier", EMAIL, 10);
    const init = {
      method: "POST",
      headers: { "X-KEY": sandbox.key, "Content-Type": "application/json" },
      body: JSON.stringify(EMAIL),
    };
    const answer = await sandbox.send("/email-verifier", init);
    expect(answer).toMatchObject({ status: 429, body: { error: true, error_code: "RATE_LIMIT_EXCEEDED" } });
    await sandbox.close();
    sandbox = await startSandbox({ refusalBody: "text" });
    await burst("email-verifier", EMAIL, 10);
    expect(await sandbox.send("/email-verifier", init)).toMatchObject({ status: 429, body: "Too Many Requests" });
  });

  test("limits and the way of counting can be chosen", async () => {
    sandbox = await startSandbox({ rateModel: "bucket", rateLimits: { "email-count": [{ calls: 2, perMs: 1_000 }] } });
    expect(await burst("email-count", { domain: "reliable.example" }, 9)).toBe(2);
    sandbox.clock.advance(500);
    expect(await burst("email-count", { domain: "reliable.example" }, 9)).toBe(1);
  });
});
