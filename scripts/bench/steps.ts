import { atMost, type Measured, noted } from "./figures";
import type { Google } from "./google";
import { callOfJob, planColumnJob, planFillJob, runColumnJob, runFillJob } from "./jobs";
import { type BenchWorld, companyList, emailList, openBenchWorld, type ServerCall, SHEET } from "./world";

// What the sheet costs at each step of a job, in round trips: calls that wait for its answer.

type Kind = "verify" | "find" | "companies";

const SECOND_MS = 1_000;
/** Enough for several scans and writes, and the length of the list that is undone. */
const ROWS = 600;
/** The rows of a filtered list that are shown: one in so many. */
const SHOWN = 5;
const TRIED = 10;
/** How long Google's calls and the answers take is drawn, and few of them decide when the first result is there. */
const FIRST_RESULT_SEEDS = [1, 2, 3];

const SEARCH = {
  filters: { company_founded: { min: 1900, include_unknown_founded: true } },
  columns: ["name", "website", "industry", "headcount", "founded_in", "location.country", "location.city"],
  pages: ROWS / 25,
};

/** What is promised of the steps that differ from kind to kind: round trips at most, and seconds. */
const GOALS = {
  verify: { firstWrite: 18, laterWrite: 4, undoLook: 4, undo: 12, firstResultS: 20 },
  find: { firstWrite: 34, laterWrite: 7, undoLook: 6, undo: 20, firstResultS: 26 },
  companies: { firstWrite: 18, laterWrite: 5, undoLook: 4, undo: 12, firstResultS: 14 },
} satisfies Record<Kind, object>;
const TRIED_S = { verify: 16, find: 24 };
const MAX_AT_START = 6;
const MAX_OF_A_SCAN = 3;
const MAX_AT_THE_END = 2;
const MAX_PROPERTY_CALLS_AT_THE_END = 4;
const MAX_OF_A_PLAN = 5;
const MAX_OF_A_PLAN_OF_VISIBLE_ROWS = 8;
const MAX_OF_RESUMING = 5;
const MAX_OF_A_CHART = 6;

/** Every step of each kind of job. */
export async function measureSteps(google: Google): Promise<Measured[]> {
  return [...(await ofColumn(google, "verify")), ...(await ofColumn(google, "find")), ...(await ofFill(google))];
}

const listOf = (kind: Kind): string[][] => {
  if (kind === "companies") return [["Notes"]];
  return kind === "find" ? companyList(ROWS) : emailList(ROWS);
};

const openList = (google: Google, kind: Kind, seed = 1): Promise<BenchWorld> =>
  openBenchWorld(google, { rows: listOf(kind), companies: 2 * ROWS, seed });

async function ofColumn(google: Google, kind: "verify" | "find"): Promise<Measured[]> {
  const world = await openList(google, kind);
  try {
    await planColumnJob(world, kind);
    const job = await runColumnJob(world, { kind });
    await lookBack(world, job.id, true);
    return [
      ...stepsOf(world, kind),
      await firstResult(google, kind, job.firstResultMs),
      await firstResultOfATrial(google, kind),
      ...(await planOfVisibleRows(google, kind)),
    ];
  } finally {
    await world.close();
  }
}

async function ofFill(google: Google): Promise<Measured[]> {
  const world = await openList(google, "companies");
  try {
    await planFillJob(world, SEARCH);
    const job = await runFillJob(world, SEARCH);
    await lookBack(world, job.id, false);
    return [...stepsOf(world, "companies"), await firstResult(google, "companies", job.firstResultMs)];
  } finally {
    await world.close();
  }
}

/** The things that people do with a job that has ended. */
async function lookBack(world: BenchWorld, jobId: string, hasChart: boolean): Promise<void> {
  if (hasChart) await callOfJob(world, "insertJobChart", { jobId });
  await callOfJob(world, "resumeJob", { jobId, withOwnKey: false });
  await callOfJob(world, "undoJob", { jobId, do: "look", others: "keep" });
  await callOfJob(world, "undoJob", { jobId, do: "undo", others: "keep" });
}

/** @param firstMs of the job with the first seed, which has run already */
async function firstResult(google: Google, kind: Kind, firstMs: number): Promise<Measured> {
  const [, ...others] = FIRST_RESULT_SEEDS;
  const allMs = [firstMs];
  for (const seed of others) allMs.push(await firstResultMs(google, kind, seed));
  return atMost(`${kind}, a full job: from Start to the first result`, averageS(allMs), GOALS[kind].firstResultS, "s");
}

async function firstResultOfATrial(google: Google, kind: "verify" | "find"): Promise<Measured> {
  const allMs: number[] = [];
  for (const seed of FIRST_RESULT_SEEDS) allMs.push(await firstResultMs(google, kind, seed, TRIED));
  return atMost(`${kind}, ${TRIED} first: from Start to the first result`, averageS(allMs), TRIED_S[kind], "s");
}

async function firstResultMs(google: Google, kind: Kind, seed: number, askAtMost?: number): Promise<number> {
  const world = await openList(google, kind, seed);
  const asked = askAtMost === undefined ? {} : { askAtMost };
  const job = kind === "companies" ? runFillJob(world, SEARCH) : runColumnJob(world, { kind, ...asked });
  return (await job.finally(() => world.close())).firstResultMs;
}

const averageS = (allMs: number[]): number => allMs.reduce((sum, ms) => sum + ms, 0) / allMs.length / SECOND_MS;

async function planOfVisibleRows(google: Google, kind: "verify" | "find"): Promise<Measured[]> {
  const world = await openList(google, kind);
  const { keyboard } = world.user;
  keyboard.paste(SHEET, "T1", [
    ["Wanted"],
    ...Array.from({ length: ROWS }, (_, i) => [i % SHOWN === 0 ? "yes" : "no"]),
  ]);
  keyboard.filter(SHEET, `A1:T${ROWS + 1}`, (row) => row[19] === "yes");
  try {
    // The page looks at all rows before anybody can choose the visible ones.
    const before = await planColumnJob(world, kind);
    await planColumnJob(world, kind, { kind: "visible" }, before);
  } finally {
    await world.close();
  }
  return costOf(`${kind}, dry run of visible rows`, world.serverCalls.slice(1), MAX_OF_A_PLAN_OF_VISIBLE_ROWS);
}

function stepsOf({ serverCalls, service }: BenchWorld, kind: Kind): Measured[] {
  const goals = GOALS[kind];
  const firstQuestionMs = service.controls.calls()[0]?.at ?? 0;
  const called = (name: string, what?: string): ServerCall[] =>
    serverCalls.filter((call) => call.name === name && (what === undefined || whatOf(call) === what));
  const [firstAsk] = called("stepJob", "ask");
  // The columns of a search stand in two sheets, and are made at the same time.
  const writes = called("stepJob", "write");
  const preparing = writes.filter(({ request }) => (request as { entries: unknown[] }).entries.length === 0);
  const firstWrites = preparing.length > 0 ? preparing : writes.slice(0, 1);
  const laterWrites = writes.filter((write) => !firstWrites.includes(write));
  // A sheet that is full gets many rows at once, so this is rare.
  const addingRows = laterWrites.filter(({ hasInserted }) => hasInserted);
  const ordinary = laterWrites.filter(({ hasInserted }) => !hasInserted);
  const start = serverCalls.filter(
    (call) => call.name !== "planJob" && (call === firstAsk || (call.answeredMs ?? Infinity) <= firstQuestionMs),
  );
  const scans = called("stepJob", "scan");
  const [chart] = called("insertJobChart");
  return [
    ...costOf(`${kind}, dry run`, called("planJob"), MAX_OF_A_PLAN),
    atMost(`${kind}, Start before the first question: round trips`, sum(start), MAX_AT_START),
    noted(
      `${kind}, Start before the first question`,
      (firstQuestionMs - (called("startJob")[0]?.calledMs ?? 0)) / SECOND_MS,
      "s",
    ),
    atMost(`${kind}, first write: round trips`, sum(firstWrites), goals.firstWrite),
    noted(`${kind}, first write`, longestS(firstWrites), "s"),
    noted(
      `${kind}, first write: round trips that read or flush`,
      firstWrites.reduce((total, { readsAndFlushes }) => total + readsAndFlushes, 0),
    ),
    ...costOf(`${kind}, later write`, ordinary, goals.laterWrite),
    ...(addingRows.length > 0
      ? costOf(`${kind}, later write that adds rows to the sheet`, addingRows, goals.laterWrite + 1)
      : []),
    ...(scans.length > 0 ? costOf(`${kind}, scan of a stretch`, scans, MAX_OF_A_SCAN) : []),
    ...ofEnd(kind, called("endJob")),
    ...(chart ? costOf(`${kind}, chart`, [chart], MAX_OF_A_CHART) : []),
    ...costOf(`${kind}, Resume`, called("resumeJob"), MAX_OF_RESUMING),
    ...costOf(`${kind}, look before the undo of ${ROWS} rows`, called("undoJob", "look"), goals.undoLook),
    ...costOf(`${kind}, undo of ${ROWS} rows`, called("undoJob", "undo"), goals.undo),
    noted(
      `${kind}, undo of ${ROWS} rows: round trips that read or flush`,
      most(called("undoJob", "undo").map((call) => call.readsAndFlushes)),
    ),
  ];
}

/** Nothing if the last write has ended the job: then it counts as a later write. */
function ofEnd(kind: Kind, calls: ServerCall[]): Measured[] {
  if (calls.length === 0) return [];
  const propertyCalls = most(calls.map((call) => call.propertyCalls));
  return [
    ...costOf(`${kind}, Done`, calls, MAX_AT_THE_END),
    atMost(`${kind}, Done: Properties calls`, propertyCalls, MAX_PROPERTY_CALLS_AT_THE_END),
  ];
}

const whatOf = ({ request }: ServerCall): unknown => (request as { do?: unknown } | undefined)?.do;
const most = (numbers: number[]): number => Math.max(0, ...numbers);
const sum = (calls: ServerCall[]): number => calls.reduce((total, { roundTrips }) => total + roundTrips, 0);

/** The dearest of some calls of one sort: its round trips, and the time until the page has its answer. */
function costOf(name: string, calls: ServerCall[], goal: number): Measured[] {
  return [
    atMost(`${name}: round trips`, calls.length === 0 ? null : most(calls.map((call) => call.roundTrips)), goal),
    noted(name, longestS(calls), "s"),
  ];
}

const longestS = (calls: ServerCall[]): number =>
  most(calls.map(({ calledMs, answeredMs }) => (answeredMs ?? calledMs) - calledMs)) / SECOND_MS;
