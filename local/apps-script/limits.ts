/** How long an execution may run (google.execution-time). */
export const RUN_LIMIT_MS = 6 * 60 * 1000;
export const FORMULA_LIMIT_MS = 30_000;
export const SIMPLE_TRIGGER_LIMIT_MS = 30_000;
