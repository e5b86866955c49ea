import type { KindName } from "../jobs/protocol";

/** An execution ends after six minutes (google.execution-time); what is on its way then is still written. */
export const RUN_MS = 4.5 * 60_000;

/** Our part of the 90 minutes a day of a consumer account; other scripts may need the rest (google.trigger-time). */
export const MAX_A_DAY_MS = 80 * 60_000;

export const DAY_MS = 24 * 3_600_000;

/** Longer than any execution lives: what one that was killed has taken is free again then. */
export const LEASE_MS = 6.5 * 60_000;

/** A trigger that is later than this was dropped by Google, which tells nobody (google.trigger-delay). */
export const LATEST_MS = 15 * 60_000;

/** Each takes up to 60 KB of the 500 KB that the properties of a document hold, its log included. */
export const MAX_WATCHES = 5;

/** Kinds that overlapping executions share: found emails and pages go below each other, and have to wait for each other. */
export const TOGETHER: KindName[] = ["verify", "enrich"];
