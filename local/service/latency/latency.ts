import type { OperationName } from "../operations/operation";
import type { Random } from "./random";

/** How long the service takes for a call, in milliseconds. */
export type Latency = (operation: OperationName, random: Random, body: Record<string, unknown>) => number;

/** A lognormal distribution given by its mean: many short answers, a few long ones. */
function lognormal(random: Random, meanMs: number, sigma: number, longestMs: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(longestMs, meanMs * Math.exp(sigma * normal - sigma ** 2 / 2));
}

/** A name has no dot; resolving it takes the service longer (4.5). */
const NAME_RESOLUTION_MS = 1_200;
const ENRICHMENT_MS = 150;

/** The response times of 8.4; where it gives none, those of a quick lookup. */
export const realisticLatency: Latency = (operation, random, body) => {
  switch (operation) {
    case "email-verifier":
      return lognormal(random, 2_000, 0.6, 10_000);
    case "domain-search": {
      const byName = typeof body.company === "string" && !body.company.includes(".");
      const extra = (byName ? NAME_RESOLUTION_MS : 0) + (body.company_enrichment === true ? ENRICHMENT_MS : 0);
      return Math.min(5_000, lognormal(random, 250, 0.8, 5_000) + extra);
    }
    case "search-company":
      return lognormal(random, 400, 0.5, 3_000);
    default:
      return lognormal(random, 120, 0.4, 500);
  }
};

export const LATENCIES: Record<"none" | "realistic", Latency> = { none: () => 0, realistic: realisticLatency };
