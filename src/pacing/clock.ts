/** Time as an execution sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Blocks the execution. */
  sleep(ms: number): void;
}
