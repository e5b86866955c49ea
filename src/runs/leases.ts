import { parse } from "./run-record";

/** The cache that a document's executions share; entries may vanish at any time (facts 2.4). */
export interface TextCache {
  getAll(keys: string[]): Record<string, string>;
  putAll(entries: Record<string, string>, lifetimeSeconds: number): void;
}

/** Who works on which chunks of rows, until when. */
type Leases = Record<string, { chunks: number[]; untilMs: number }>;

/** A driver that lives renews at every slice, every 1.4 s: what is silent for longer is gone. */
const LEASE_MS = 15_000;

const nameOf = (runId: string): string => `lease:${runId}`;

/** The chunks that other drivers hold. */
export function leasedByOthers(cache: TextCache, runId: string, driverId: string, nowMs: number): Set<number> {
  const others = Object.entries(read(cache, runId)).filter(([id, { untilMs }]) => id !== driverId && untilMs > nowMs);
  return new Set(others.flatMap(([, { chunks }]) => chunks));
}

/**
 * Says which chunks a driver holds. Two that write at the same moment may lose one of the two leases: both then do the
 * same rows, which the limiter's claims and the service's memory make free.
 */
export function renewLease(cache: TextCache, runId: string, driverId: string, chunks: number[], nowMs: number): void {
  const alive = Object.entries(read(cache, runId)).filter(([id, { untilMs }]) => id !== driverId && untilMs > nowMs);
  const leases: Leases = Object.fromEntries(alive);
  if (chunks.length > 0) leases[driverId] = { chunks, untilMs: nowMs + LEASE_MS };
  cache.putAll({ [nameOf(runId)]: JSON.stringify(leases) }, Math.ceil(LEASE_MS / 1_000));
}

function read(cache: TextCache, runId: string): Leases {
  return parse<Leases>(cache.getAll([nameOf(runId)])[nameOf(runId)] ?? null) ?? {};
}
