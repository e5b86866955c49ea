/** Waits before the second, third … attempt, in ms, by the reason of the failure. After the last there is none. */
const WAITS_MS: Record<string, number[]> = {
  // Too fast although paced: another document or a colleague uses the same key.
  rate: [2_000, 4_000, 8_000],
  unavailable: [1_000, 3_000, 6_000],
  server: [1_000, 3_000, 6_000],
  silence: [500, 2_000, 5_000],
};

/**
 * How long to wait before the next attempt.
 * @param attempts how many have failed
 * @returns `null` when another attempt is no use
 */
export function nextWaitMs(reason: string | null, attempts: number): number | null {
  return (reason === null ? null : WAITS_MS[reason]?.[attempts - 1]) ?? null;
}
