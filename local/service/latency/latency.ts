import type { Random } from "../../random";
import type { OperationName } from "../operations/operation";

/** The time that the service takes for a call, in milliseconds. */
export type Latency = (operation: OperationName, random: Random, body: Record<string, unknown>) => number;

/** A lognormal distribution given by its mean: many short answers, a few long ones. */
function lognormal(random: Random, { meanMs, sigma, longestMs }: AnsweringTime): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(longestMs, meanMs * Math.exp(sigma * normal - sigma ** 2 / 2));
}

/** Answering times, drawn from a lognormal distribution and cut off at the longest. */
interface AnsweringTime {
  meanMs: number;
  /** Of the logarithm. */
  sigma: number;
  longestMs: number;
  source: string;
}

const SPECIFIED = "the service's specification";

/** The time that the service takes, by operation; `quick` is for those of which the specification says nothing. */
export const SERVICE_TIMES = {
  "email-verifier": { meanMs: 2_000, sigma: 0.6, longestMs: 10_000, source: SPECIFIED },
  "domain-search": { meanMs: 250, sigma: 0.8, longestMs: 5_000, source: SPECIFIED },
  "search-company": { meanMs: 400, sigma: 0.5, longestMs: 3_000, source: SPECIFIED },
  quick: { meanMs: 120, sigma: 0.4, longestMs: 500, source: "assumed: a quick lookup" },
} satisfies Record<string, AnsweringTime>;

/** A name has no dot; resolving it takes the service longer (service.company-name). */
const NAME_RESOLUTION_MS = 1_200;
const ENRICHMENT_MS = 150;

/** The response times (service.response-times); those of a quick lookup where none is published. */
export const realisticLatency: Latency = (operation, random, body) => {
  const time =
    operation in SERVICE_TIMES ? SERVICE_TIMES[operation as keyof typeof SERVICE_TIMES] : SERVICE_TIMES.quick;
  const drawnMs = lognormal(random, time);
  if (operation !== "domain-search") return drawnMs;
  const byName = typeof body.company === "string" && !body.company.includes(".");
  const extraMs = (byName ? NAME_RESOLUTION_MS : 0) + (body.company_enrichment === true ? ENRICHMENT_MS : 0);
  return Math.min(time.longestMs, drawnMs + extraMs);
};

export const LATENCIES: Record<"none" | "realistic", Latency> = { none: () => 0, realistic: realisticLatency };
