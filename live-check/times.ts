import { formulaShows } from "./assertion";

declare const ECHO_URL: string;

/** The shortest and the longest of a call, in milliseconds, without the most extreme one at each end. */
type Range = [fromMs: number, toMs: number];

const SAMPLES = 10;
const SHEET_SAMPLES = 5;
const PROPERTY = "check-time";

function range(samples: number[]): Range {
  const sorted = [...samples].sort((one, other) => one - other);
  const kept = sorted.length > 2 ? sorted.slice(1, -1) : sorted;
  return [kept[0] ?? 0, kept[kept.length - 1] ?? 0];
}

function timeOf(work: () => unknown): number {
  const startedMs = Date.now();
  work();
  return Date.now() - startedMs;
}

const several = (count: number, work: (index: number) => unknown): number[] =>
  Array.from({ length: count }, (_, index) => timeOf(() => work(index)));

/**
 * Measures Google's calls, by the names that `npm run bench -- --model FILE` takes.
 * @param sheet an empty one
 */
export function measureTimes(sheet: GoogleAppsScript.Spreadsheet.Sheet): Record<string, Range> {
  const properties = PropertiesService.getDocumentProperties();
  const cache = CacheService.getDocumentCache() as GoogleAppsScript.Cache.Cache;
  const lock = LockService.getDocumentLock();
  const rows = Array.from({ length: 100 }, (_, row) => [`row ${row}`, row, "VALID", "", row * 2]);
  const taking: number[] = [];
  const releasing: number[] = [];
  const writing: number[] = [];
  const flushing: number[] = [];
  const starting: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    taking.push(timeOf(() => lock.tryLock(10_000)));
    releasing.push(timeOf(() => lock.releaseLock()));
  }
  for (let sample = 0; sample < SHEET_SAMPLES; sample++) {
    writing.push(timeOf(() => sheet.getRange(1 + sample * 100, 1, 100, 5).setValues(rows)));
    flushing.push(timeOf(() => SpreadsheetApp.flush()));
    const writtenMs = Date.now();
    const [, beganMs] = formulaShows(sheet, `H${sample + 1}`, `=CHECK_MOMENT(${1_000 + sample})`).split(" ");
    starting.push(Math.max(0, Number(beganMs) - writtenMs));
  }
  const times: Record<string, Range> = {
    property: range([
      ...several(SAMPLES, () => properties.getProperty(PROPERTY)),
      ...several(SAMPLES, (index) => properties.setProperty(PROPERTY, String(index))),
    ]),
    cache: range([
      ...several(SAMPLES, () => cache.get(PROPERTY)),
      ...several(SAMPLES, (index) => cache.put(PROPERTY, String(index), 60)),
    ]),
    lock: range(taking),
    unlock: range(releasing),
    bundledWrite: range(writing),
    sheet: range(flushing),
    scriptStart: range(starting),
  };
  properties.deleteProperty(PROPERTY);
  // A question without a key is answered at once: what is left is the way, there and back.
  if (ECHO_URL !== "") {
    const ask = () =>
      UrlFetchApp.fetch(`${ECHO_URL}/account-information`, { method: "post", muteHttpExceptions: true });
    const [fromMs, toMs] = range(several(SHEET_SAMPLES, ask));
    times.arrival = [Math.round(fromMs / 2), Math.round(toMs / 2)];
  }
  return times;
}
