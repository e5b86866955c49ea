import { createHash } from "node:crypto";
import type { FormulaEnvironment } from "../../../src/formulas/environment";
import { createLimiter, type TextStore } from "../../../src/pacing/limiter";
import { paceFor } from "../../../src/pacing/pace";
import { createServiceClient } from "../../../src/service/client";
import { ServiceError } from "../../../src/service/errors";
import { RATE_LIMITS } from "../../../src/service/rate-limits";
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
  /** How often the key was read. */
  opened: number;
  /** A new execution. */
  formula(): FormulaEnvironment;
}

export function createFormulaWorld(): FormulaWorld {
  const clock = createFakeClock();
  const cache = createFakeCache(clock.nowMs);
  const properties = new Map<string, string>();
  const service = createFakeService(clock.nowMs, clock.pass);
  const world: FormulaWorld = {
    clock,
    cache,
    service,
    properties,
    apiKey: "secret-key",
    opened: 0,
    formula: () => ({
      clock,
      startedMs: clock.nowMs(),
      cache,
      sha256: (text) => createHash("sha256").update(text).digest("base64url"),
      openService() {
        world.opened++;
        if (world.apiKey === "") throw new ServiceError({ code: "NO_API_KEY", status: null, detail: "" });
        return {
          client: createServiceClient({
            transport: service,
            baseUrl: "https://service.example",
            apiKey: world.apiKey,
          }),
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
              cache: { get: () => null, set: () => {} },
              pace: paceFor(RATE_LIMITS[operation]),
              wasActiveLately: () => false,
            }),
          cacheMarks: { "formula-key": "fingerprint" },
        };
      },
    }),
  };
  return world;
}

export const storeOf = (map: Map<string, string>): TextStore => ({
  get: (name) => map.get(name) ?? null,
  set: (name, text) => {
    map.set(name, text);
  },
});
