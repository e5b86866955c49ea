import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createSandboxService } from "../../local/service/sandbox-service";
import { createManualClock } from "./support/manual-clock";
import { isRemote } from "./support/service-under-test";

interface Step {
  operation: string;
  body: object;
  key: string;
  fault?: "reset-after" | "reset-before" | "html" | "unavailable";
  waitMs: number;
}

const call = fc.oneof(
  fc.record({
    operation: fc.constant("email-verifier"),
    body: fc.record({ email: fc.constantFrom("a", "b", "c", "d", "e").map((name) => `${name}@firm.example`) }),
  }),
  fc.record({
    operation: fc.constant("domain-search"),
    body: fc.record({
      company: fc.constantFrom(
        "three-emails.example",
        "sixty-five.example",
        "nine-hundred.example",
        "no-emails.example",
      ),
      limit: fc.integer({ min: 1, max: 100 }),
      email_type: fc.constantFrom("all", "generic", "professional"),
    }),
  }),
  fc.record({
    operation: fc.constant("search-company"),
    body: fc.record({
      filters: fc.constant({ company_location_search: ["Nepal"] }),
      page: fc.integer({ min: 1, max: 4 }),
    }),
  }),
);

const step: fc.Arbitrary<Step> = fc
  .record({
    call,
    key: fc.constantFrom("sandbox-key", "sandbox-colleague-key", "free-key", "empty-key"),
    fault: fc.option(fc.constantFrom("reset-after", "reset-before", "html", "unavailable"), {
      freq: 4,
      nil: undefined,
    }),
    // Now and then long enough for credits to renew and purchases to lapse.
    waitMs: fc.oneof({ weight: 20, arbitrary: fc.constant(1_100) }, { weight: 1, arbitrary: fc.constant(2e9) }),
  })
  .map(({ call: { operation, body }, fault, ...rest }) => ({ operation, body, ...rest, ...(fault ? { fault } : {}) }));

const CREDITS = { "sandbox-key": 10_000, "free-key": 100, "empty-key": 0 };
const PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

(isRemote ? describe.skip : describe)("account information", () => {
  test("adds up after any sequence of calls, and agrees with the ledger of the current period @slow", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const clock = createManualClock();
        const began = clock.now();
        const service = createSandboxService({ dataDirectory: null, clock });
        const send = (operation: string, body: object, key: string): Promise<Response> =>
          service.fetch(
            new Request(`https://sandbox.example/${operation}`, {
              method: "POST",
              headers: { "X-KEY": key, "Content-Type": "application/json" },
              body: JSON.stringify(body),
            }),
          );
        for (const { operation, body, key, fault, waitMs } of steps) {
          clock.advance(waitMs);
          if (fault) service.controls.addFault({ kind: fault });
          await send(operation, body, key).catch(() => {});
        }
        clock.advance(1_100);
        const periodStart = began + Math.floor((clock.now() - began) / PERIOD_MS) * PERIOD_MS;
        for (const [key, credits] of Object.entries(CREDITS)) {
          const { response } = (await (await send("account-information", {}, key)).json()) as {
            response: { remaining_credits: number; used_credits: number };
          };
          const team = key.replace("key", "team");
          const charged = service.controls
            .ledger()
            .filter(({ teamId, at }) => teamId === team && at >= periodStart)
            .reduce((halves, entry) => halves + entry.halves, 0);
          expect(response.used_credits + response.remaining_credits).toBe(credits);
          expect(response.used_credits).toBe(Math.ceil(charged / 2));
          expect(response.remaining_credits).toBeGreaterThanOrEqual(0);
        }
        service.close();
      }),
      { seed: 11, numRuns: 40 },
    );
  });
});
