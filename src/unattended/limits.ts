import type { KindName } from "../jobs/protocol";

/** An execution ends after six minutes (google.execution-time). The rest is for writing what is on its way. */
export const RUN_MS = 4.5 * 60_000;

/** Our part of the 90 minutes a day of a consumer account. Other scripts may need the rest (google.trigger-time). */
export const MAX_A_DAY_MS = 80 * 60_000;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Google ends every execution sooner. What a killed one held is free after this time. */
export const RUN_LEASE_MS = 6.5 * 60_000;

/**
 * A job outlasts an outage of this length, then it pauses and says why. Google may refuse all calls of the service for a
 * day (google.fetches-a-day).
 */
export const OUTAGE_PATIENCE_MS = DAY_MS + 2 * HOUR_MS;

/** The next try comes after this many times as long as the last one took: half a minute, or some minutes if calls wait. */
export const OUTAGE_PAUSE_FACTOR = 20;

/** A pause also lasts a tenth of the outage so far, so that an outage of a day takes half an hour of Google's time. */
export const OUTAGE_PAUSE_SHARE = 0.1;

/** In an outage, a trigger shows so often that Google still runs it. */
export const SHOWN_EVERY_MS = 5 * MINUTE_MS;

/** A trigger that is later than this was dropped by Google, which tells nobody (google.trigger-delay). */
export const LATEST_MS = 15 * 60_000;

/** Each watch takes up to 60 KB, with its log, of the 500 KB that the properties of a document hold. */
export const MAX_WATCHES = 5;

/** Other kinds append to one list, so their executions would have to wait for each other. */
export const TOGETHER: KindName[] = ["verify", "enrich"];
