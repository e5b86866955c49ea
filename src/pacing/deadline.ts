/** Google ends a custom function 30 s after its start without running `finally` (facts 1.4); this leaves room to answer. */
const ANSWER_WITHIN_MS = 26_000;

/** An operation may take so long (specification 8.4): calls start early enough to be answered in time. */
const LATEST_START_MS: Record<string, number> = {
  // up to 10 s
  "email-verifier": 15_000,
  // up to 5 s
  "domain-search": 20_000,
};
const LATEST_START_OF_OTHERS_MS = 20_000;

/** When a formula's execution has to be done with what. */
export interface Deadline {
  /** No call of this operation starts later. */
  latestStartMs(operation: string): number;
  /** Nothing is waited for after this. */
  answerByMs: number;
}

/** The deadline of a formula that started at `startedMs`. */
export const formulaDeadline = (startedMs: number): Deadline => ({
  latestStartMs: (operation) => startedMs + (LATEST_START_MS[operation] ?? LATEST_START_OF_OTHERS_MS),
  answerByMs: startedMs + ANSWER_WITHIN_MS,
});
