/** The time of host calls on Google, in ms; calls that are not named compute where they are. */
export function platformLatencyMs(callName: string, random: () => number): number {
  if (callName.startsWith("CacheService.")) return 60;
  if (callName.startsWith("PropertiesService.")) return 80;
  if (callName === "LockService.tryLock") return 50 + 250 * random();
  if (callName === "LockService.releaseLock") return 110;
  if (/^(?:Range|Sheet|Spreadsheet|SpreadsheetApp)\./.test(callName)) return 100 + 700 * random();
  return 0;
}

/** The delay of an execution's start, in ms. */
export const scriptStartMs = (random: () => number): number => 300 + 500 * random();

/** The most calls that reached the service within any window of this length. */
export function mostWithin(calls: { atMs: number }[], windowMs: number): number {
  const times = calls.map(({ atMs }) => atMs).sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  times.forEach((time, last) => {
    while (time - (times[first] ?? 0) >= windowMs) first++;
    most = Math.max(most, last - first + 1);
  });
  return most;
}
