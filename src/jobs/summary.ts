import { widthFor } from "../lists/show-columns";
import { isRefused, type Refusal, refusal } from "../result";
import { resultWords } from "../service/field-words";
import { nameInLedger, type Standing, spentOf } from "./credits";
import { ownFingerprint } from "./own-key";
import type { JobRequest } from "./protocol";
import { type Job, readJob, readKnownNow, type World } from "./record";
import { asRoomAllows } from "./row-copies";
import { shortStatus, traitsOf } from "./rows";
import { kindOf } from "./step";
import { viewOf, withDone } from "./view-jobs";
import type { JobSummary, LeftToAsk, ScannedQuestion, ToldPrice } from "./views";

export function summariseJob(world: World, { jobId }: JobRequest): JobSummary | Refusal {
  const known = readKnownNow(world, jobId);
  if (isRefused(known)) return known;
  const { job: record, standing, properties } = known;
  const job = viewOf(world, record, properties);
  if (isRefused(job)) return job;
  const counted = kindOf(record.choices.kind).summarise(world, record);
  if (isRefused(counted)) return counted;
  const { toDo, filledCells = 0, done, ...summary } = counted;
  const left = toDo ? { ...leftToAskOf(world, record, standing, toDo), ...(filledCells > 0 && { filledCells }) } : null;
  return {
    job: withDone(job, done),
    left,
    byStatus: {},
    byVerdict: {},
    failed: 0,
    typedRows: 0,
    leftOutRows: 0,
    waitingRows: 0,
    headingRow: null,
    results: null,
    receipts: [],
    companyColumn: null,
    ahead: null,
    ...summary,
  };
}

/**
 * Counts what a job has left to ask, and what it may spend before a new price is told: the price of its dry run less
 * what it has spent. All are `null` for a list of companies, whose pages were told at the start.
 */
export function leftWithinToldPrice(
  world: World,
  jobId: string,
): { price: ToldPrice | null; mostHalves: number | null; questions: number | null } | Refusal {
  const known = readKnownNow(world, jobId);
  if (isRefused(known)) return known;
  const { job, standing } = known;
  const { choices, toAsk } = job;
  if (choices.kind === "companies") return { price: null, mostHalves: null, questions: null };
  const kind = kindOf(choices.kind);
  const counted = kind.summarise(world, job);
  if (isRefused(counted)) return counted;
  const worst = kind.worstHalves(choices);
  const { open } = standing.ledger;
  const left = namesLeft(world, job, counted.toDo ?? []);
  const held = left.filter(([, name]) => open.has(name));
  const { halves } = spentOf(standing.ledger);
  const mostHalves = Math.max(halves, (toAsk ?? 0) * worst);
  const price: ToldPrice = {
    halves: mostHalves - halves,
    halvesPerQuestion: worst,
    cheaper: new Map(held.map(([key]) => [key, 0])),
  };
  return { price, mostHalves, questions: new Map(left).size };
}

/** Questions that the ledger knows as answered are free for the caller. */
function leftToAskOf(world: World, job: Job, { ledger }: Standing, toDo: ScannedQuestion[]): LeftToAsk {
  const { choices } = job;
  const names = new Map(namesLeft(world, job, toDo));
  const unpaid = [...names.values()].filter((name) => !ledger.open.get(name)?.isAnswered);
  return { questions: names.size, halves: unpaid.length * kindOf(choices.kind).worstHalves(choices) };
}

/** The names by which the ledger knows questions of the caller. */
function namesLeft(world: World, { id, choices }: Job, toDo: ScannedQuestion[]): [key: string, name: string][] {
  const kind = kindOf(choices.kind);
  const fingerprint = ownFingerprint(world) ?? "";
  return toDo.map(({ key, anonId }) => [key, nameInLedger(fingerprint, kind.questionId(key, id), anonId)]);
}

const OTHER_COLOUR = "#9aa0a6";

export function insertChart(world: World, request: JobRequest): { sheetName: string } | Refusal {
  const job = readJob(world.store.all(), request.jobId);
  if (!job) return refusal("JOB_GONE");
  const counted = kindOf(job.choices.kind).summarise(world, job);
  if (isRefused(counted)) return counted;
  const { byStatus = {}, byVerdict = {} } = counted;
  const isJudged = Object.keys(byVerdict).length > 0;
  const counts = new Map<string, { rows: number; why: string[] }>();
  for (const [status, rows] of Object.entries(isJudged ? byVerdict : byStatus)) {
    const name = shortStatus(status);
    const why = status.slice(name.length).replace(/^: /, "");
    const before = counts.get(name) ?? { rows: 0, why: [] };
    counts.set(name, { rows: before.rows + rows, why: why ? [...before.why, why] : before.why });
  }
  const sorted = [...counts].sort(([, a], [, b]) => b.rows - a.rows);
  const traits = job.choices.kind === "companies" ? null : traitsOf(job.choices.kind);
  const header = [traits ? resultWords(isJudged ? "verdict" : traits.statusField).header : "Status", "Rows"];
  const hasReasons = sorted.some(([, { why }]) => why.length > 0);
  const table = [
    [...header, ...(hasReasons ? ["Why"] : [])],
    ...sorted.map(([name, { rows, why }]) => [name, rows, ...(hasReasons ? [why.join("; ")] : [])]),
  ];
  const colours = traits?.chartColours ?? {};
  const widthPx = widthFor(Math.max(...table.map(([name = ""]) => String(name).length)));
  const chart = { table, widthPx, colours: sorted.map(([name]) => colours[name] ?? OTHER_COLOUR) };
  return asRoomAllows(world.book, table, () => ({
    sheetName: world.book.addChartSheet(`Summary of ${job.title}`, chart),
  }));
}
