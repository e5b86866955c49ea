import { expect, test } from "@jest/globals";
import { createVirtualClock } from "../../local/clock/virtual-clock";
import { createSandboxService } from "../../local/service/sandbox-service";

/** Forty callers at once, each a few verifications after another. @returns the log and how long it took them */
async function rush(): Promise<{ log: string[]; tookMs: number }> {
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock, latency: "realistic", randomSeed: 5 });
  const startedAt = clock.now();
  const caller = async (turn: number): Promise<void> => {
    for (let call = 0; call < 5; call++) {
      await clock.sleep(turn * 110);
      const request = new Request("https://sandbox.sheetscout.example/email-verifier", {
        method: "POST",
        headers: { "X-KEY": "sandbox-key", "Content-Type": "application/json" },
        body: JSON.stringify({ email: `person.${turn}.${call}@firm${turn % 7}.com` }),
      });
      await (await service.fetch(request)).text();
    }
  };
  await Promise.all(Array.from({ length: 40 }, (_, turn) => clock.task(() => caller(turn))));
  const log = service.controls
    .calls()
    .map(({ at, endedAt, request, status }) => `${at} ${endedAt} ${status} ${request}`);
  const tookMs = clock.now() - startedAt;
  service.close();
  return { log, tookMs };
}

test("in virtual time simultaneous calls happen in the same order every time", async () => {
  const first = await rush();
  const second = await rush();
  expect(first.log).toHaveLength(200);
  expect(second).toEqual(first);
  expect(first.tookMs).toBeGreaterThan(20_000);
});
