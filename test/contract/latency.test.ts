import { describe, expect, test } from "@jest/globals";
import { createRandom } from "../../local/random";
import { realisticLatency } from "../../local/service/latency/latency";
import { contentOf } from "./support/expectations";
import { isRemote, startSandbox } from "./support/service-under-test";

describe("realistic response times", () => {
  const times = (operation: Parameters<typeof realisticLatency>[0], body = {}): number[] => {
    const random = createRandom(3);
    return Array.from({ length: 5_000 }, () => realisticLatency(operation, random, body));
  };
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

  test("a verification takes about 2 seconds on average and up to 10", () => {
    const verifier = times("email-verifier");
    expect(mean(verifier)).toBeGreaterThan(1_900);
    expect(mean(verifier)).toBeLessThan(2_100);
    expect(Math.max(...verifier)).toBeGreaterThan(8_000);
    expect(Math.max(...verifier)).toBeLessThanOrEqual(10_000);
  });

  test("a domain search takes about 250 ms on average and up to 5 seconds, a name longer", () => {
    const domains = times("domain-search", { company: "reliable.example" });
    expect(mean(domains)).toBeGreaterThan(235);
    expect(mean(domains)).toBeLessThan(265);
    expect(Math.max(...domains)).toBeLessThanOrEqual(5_000);
    expect(mean(times("domain-search", { company: "Reliable Tools" }))).toBeGreaterThan(1_000);
    expect(mean(times("domain-search", { company: "a.example", company_enrichment: true }))).toBeGreaterThan(
      mean(domains),
    );
  });

  test("an email count takes at most 500 ms", () => {
    expect(Math.max(...times("email-count"))).toBeLessThanOrEqual(500);
  });

  (isRemote ? test.skip : test)("the service waits by the clock it was given", async () => {
    const sandbox = await startSandbox({ latency: "realistic" });
    const before = sandbox.clock.now();
    for (let turn = 0; turn < 50; turn++) {
      contentOf(await sandbox.call("email-verifier", { email: `p${turn}@reliable.example` }));
    }
    const waited = sandbox.clock.now() - before - 50 * 1_100;
    expect(waited / 50).toBeGreaterThan(1_300);
    expect(waited / 50).toBeLessThan(2_700);
    await sandbox.close();
  });
});
