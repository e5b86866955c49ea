import { DAILY_QUOTAS } from "../../local/apps-script/stores/daily-quota";
import { RATE_LIMITS } from "../../src/service/limits";
import { atLeast, atMost, exactly, type Measured, noted } from "./figures";
import type { Google, Model } from "./google";
import { type RowChoice, runColumnJob, startColumnJob } from "./jobs";
import { compareWith, FINDING_WAYS, VERIFYING_WAYS } from "./other-ways";
import { companyList, emailList, type HostCounts, openBenchWorld, SHEET } from "./world";

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** The shares of the permitted speed, and the seconds from the last answer to *Done*, promised on each model of Google. */
const VERIFYING_SHARE: Record<Model, number> = { documented: 98, slow: 97, serialised: 97, measured: 90 };
const FINDING_SHARE: Record<Model, number> = { documented: 95, slow: 85, serialised: 75, measured: 75 };
const DONE_AFTER_S: Record<Model, number> = { documented: 5, slow: 10, serialised: 10, measured: 10 };

/** The promised speed and, on the documented Google, what the list takes otherwise. */
export async function verifyDistinct(google: Google, rows: number): Promise<Measured[]> {
  const world = await openBenchWorld(google, { rows: emailList(rows) });
  const job = await runColumnJob(world, { kind: "verify" }).finally(() => world.close());
  const permitted = RATE_LIMITS["email-verifier"].callsPerMinute;
  const perMinute = (rows / job.ms) * MINUTE_MS;
  const figures = [
    atLeast(`share of ${permitted} a minute`, (perMinute / permitted) * 100, VERIFYING_SHARE[google.model], "%"),
    noted("emails a minute", perMinute),
    noted("from Start pressed to the last result", job.ms / MINUTE_MS, "min"),
    noted("until the first question", job.startMs / SECOND_MS, "s"),
    noted("after the last question", job.endMs / SECOND_MS, "s"),
    atMost("from the last answer to Done", job.doneMs / SECOND_MS, DONE_AFTER_S[google.model], "s"),
    exactly("calls", job.calls, rows),
    exactly("refused as too fast (429)", job.refused, 0),
    ...costOf(world.counts, rows),
  ];
  if (google.model !== "documented") return figures;
  return [...figures, ...(await compareWith(google, VERIFYING_WAYS, emailList(rows), perMinute))];
}

/** The cost of questions at Google, and how many of them its daily quotas allow. */
function costOf({ propertyCalls, propertyCallsInHold, heldMs, sheetCalls }: HostCounts, questions: number): Measured[] {
  const aDay = (quotas: (typeof DAILY_QUOTAS)["consumer"]): number =>
    Math.min(quotas.fetchesPerDay, quotas.propertyCallsPerDay / (propertyCalls / questions));
  return [
    atMost("Properties calls per 10 questions", (propertyCalls / questions) * 10, 4),
    atMost("Properties calls per 10 questions, in the hold of the lock", (propertyCallsInHold / questions) * 10, 3),
    noted("lock held per 10 questions", (heldMs / questions) * 10, "ms"),
    noted("sheet calls per 10 questions", (sheetCalls / questions) * 10),
    noted("questions a day within a consumer's quotas", Math.floor(aDay(DAILY_QUOTAS.consumer))),
    noted("questions a day within a Workspace account's quotas", Math.floor(aDay(DAILY_QUOTAS.workspace))),
  ];
}

/** Whichever way the service counts calls, it refuses none. */
export async function verifyByLimits(google: Google, rows: number): Promise<Measured[]> {
  const figures: Measured[] = [];
  for (const rateModel of ["sliding", "fixed", "bucket"] as const) {
    for (const seed of [2, 3, 4]) {
      const world = await openBenchWorld(google, { rows: emailList(rows), seed, rateModel });
      const { refused } = await runColumnJob(world, { kind: "verify" }).finally(() => world.close());
      figures.push(exactly(`refused as too fast (429): ${rateModel}, seed ${seed}`, refused, 0));
    }
  }
  return figures;
}

/** Each email is asked once, in however many rows it stands. */
export async function verifyRepeated(google: Google, rows: number, distinct: number): Promise<Measured[]> {
  const world = await openBenchWorld(google, { rows: emailList(rows, distinct) });
  const job = await runColumnJob(world, { kind: "verify" }).finally(() => world.close());
  return [
    exactly(`calls for ${rows} rows with ${distinct} different emails`, job.calls, distinct),
    noted("rows a minute", (rows / job.ms) * MINUTE_MS),
  ];
}

/** The first questions of a short and of a long list: their cost must not grow with the list. */
export async function compareLengths(google: Google, lengths: [number, number], asked: number): Promise<Measured[]> {
  const figures: Measured[] = [];
  const costs: number[] = [];
  for (const rows of lengths) {
    const world = await openBenchWorld(google, { rows: emailList(rows) });
    await runColumnJob(world, { kind: "verify", askAtMost: asked }).finally(() => world.close());
    const { sheetCalls, sheetMs } = world.counts;
    costs.push(sheetMs);
    figures.push(
      noted(`sheet calls per 10 questions, of ${rows} rows`, (sheetCalls / asked) * 10),
      noted(`time in sheet calls per 10 questions, of ${rows} rows`, (sheetMs / asked) * 10, "ms"),
    );
  }
  const [short = 0, long = 0] = costs;
  return [...figures, atMost("  the long list to the short one", long / short, 1.15)];
}

/** The speed of finding emails and, on the documented Google, what the list takes otherwise. */
export async function findEmails(google: Google, companies: number): Promise<Measured[]> {
  const world = await openBenchWorld(google, { rows: companyList(companies) });
  const job = await runColumnJob(world, { kind: "find" }).finally(() => world.close());
  const permitted = RATE_LIMITS["domain-search"].callsPerMinute;
  const perMinute = (companies / job.ms) * MINUTE_MS;
  const share = (ms: number): number => ((job.calls / ms) * MINUTE_MS * 100) / permitted;
  const whileAsking = `share of ${permitted} a minute, while it asks`;
  const shareWhileAsking = share(job.ms - job.startMs - job.endMs);
  const figures = [
    atLeast(`share of ${permitted} a minute, start and end included`, share(job.ms), FINDING_SHARE[google.model], "%"),
    google.model === "documented"
      ? atLeast(whileAsking, shareWhileAsking, 98, "%")
      : noted(whileAsking, shareWhileAsking, "%"),
    noted("companies a minute", perMinute),
    noted("until the first question", job.startMs / SECOND_MS, "s"),
    noted("after the last question", job.endMs / SECOND_MS, "s"),
    exactly("calls", job.calls, companies),
    exactly("refused as too fast (429)", job.refused, 0),
    noted("emails found", job.emails),
    exactly("emails found and not written", job.emails - job.emailsWritten, 0),
    ...costOf(world.counts, companies),
  ];
  if (google.model !== "documented") return figures;
  return [...figures, ...(await compareWith(google, FINDING_WAYS, companyList(companies), perMinute))];
}

/** The filtered column stands beside all that the job makes. */
const FILTERED = { letter: "T", number: 20 };

/**
 * Starts a job for every fifth row, which a filter shows, and one for some selected rows: more calls are for the
 * filter.
 */
export async function findVisibleRows(google: Google, rows: number): Promise<Measured[]> {
  const visible = await callsToStart(google, rows, { kind: "visible" });
  const selected = await callsToStart(google, rows, { kind: "selected", spans: [{ from: 2, to: 11 }] });
  const more = visible === null || selected === null ? null : visible - selected;
  return [atMost(`calls to Google for ${rows / 5} visible rows of ${rows}`, more, 10)];
}

/** @returns `null` when the start fails, as one does that Google ends after 6 minutes */
async function callsToStart(google: Google, rows: number, choice: RowChoice): Promise<number | null> {
  const world = await openBenchWorld(google, { rows: emailList(rows) });
  const { keyboard } = world.user;
  const cells = Array.from({ length: rows }, (_, i) => [i % 5 === 0 ? "yes" : "no"]);
  keyboard.paste(SHEET, `${FILTERED.letter}1`, [["Wanted"], ...cells]);
  keyboard.filter(SHEET, `A1:${FILTERED.letter}${rows + 1}`, (row) => row[FILTERED.number - 1] === "yes");
  world.clearCounts();
  try {
    await startColumnJob(world, "verify", choice);
    return world.counts.calls;
  } catch {
    return null;
  } finally {
    await world.close();
  }
}
