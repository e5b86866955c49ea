/** An execution ends after six minutes (google.execution-time); what is on its way then is still written. */
export const RUN_MS = 4.5 * 60_000;

/** Of the 90 minutes of a consumer account, in which other scripts may have a part (google.trigger-time). */
export const MOST_A_DAY_MS = 80 * 60_000;
