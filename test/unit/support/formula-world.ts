import { createHash } from "node:crypto";
import type { FormulaEnvironment } from "../../../src/formulas/ask";
import { openDailyCredits } from "../../../src/formulas/daily-credits";
import { answerFormula, type FormulaName } from "../../../src/formulas/definitions";
import type { Store } from "../../../src/google";
import { createLimiter } from "../../../src/pacing/limiter";
import { paceFor } from "../../../src/pacing/turns";
import { ServiceError } from "../../../src/service/errors";
import { RATE_LIMITS } from "../../../src/service/limits";
import { createServiceClient } from "../../../src/service/operations";
import { USUAL_SWITCHES, type VerdictSwitches } from "../../../src/service/verdict";
import { createFakeCache, type FakeCache } from "./fake-cache";
import { createFakeClock, type FakeClock } from "./fake-clock";
import { createFakeService, type FakeService } from "./fake-service";

/** A document with its formulas, in memory. */
export interface FormulaWorld {
  clock: FakeClock;
  cache: FakeCache;
  service: FakeService;
  properties: Map<string, string>;
  apiKey: string;
  /** The most that formulas may spend a day. */
  capCredits: number | null;
  /** Counts the readings of the key. */
  opened: number;
  verdictSwitches: VerdictSwitches;
  /** A new execution. */
  formula(): FormulaEnvironment;
  /** A formula in a cell, in an execution of its own. */
  calculate(name: FormulaName, ...args: unknown[]): unknown;
}

export function createFormulaWorld(): FormulaWorld {
  const clock = createFakeClock();
  const cache = createFakeCache(clock.nowMs);
  const properties = new Map<string, string>();
  const service = createFakeService(clock.nowMs, clock.pass);
  let ids = 0;
  const world: FormulaWorld = {
    clock,
    cache,
    service,
    properties,
    apiKey: "secret-key",
    capCredits: null,
    opened: 0,
    verdictSwitches: USUAL_SWITCHES,
    calculate: (name, ...args) => answerFormula(world.formula(), name, args),
    formula: () => ({
      clock,
      startedMs: clock.nowMs(),
      cache,
      sha256: (text) => createHash("sha256").update(text).digest("base64url"),
      newId: () => (++ids).toString(36),
      verdictSwitches: () => world.verdictSwitches,
      openService() {
        world.opened++;
        if (world.apiKey === "") throw new ServiceError("NO_API_KEY");
        return {
          client: createServiceClient(service, "https://service.example", world.apiKey),
          limiterOf: (operation) =>
            createLimiter({
              clock,
              lock: { tryLock: () => true, release: () => {} },
              name: operation,
              properties: {
                all: () => Object.fromEntries(properties),
                setAll(entries) {
                  for (const [name, text] of Object.entries(entries)) properties.set(name, text);
                },
              },
              cache,
              pace: paceFor(RATE_LIMITS[operation]),
            }),
          credits: openDailyCredits(world.apiKey.slice(0, 3), world.capCredits, clock.nowMs),
          fingerprint: world.apiKey.slice(0, 3),
          cacheEntries: { "formula-key": "fingerprint" },
        };
      },
    }),
  };
  return world;
}

export const storeOf = (map: Map<string, string>): Pick<Store, "get" | "set"> => ({
  get: (name) => map.get(name) ?? null,
  set: (name, text) => {
    map.set(name, text);
  },
});
