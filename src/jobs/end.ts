import { isSheetHeld, whenSheetsAreFree } from "../lists/sheet-lease";
import { widthFor } from "../lists/show-columns";
import { takeOutHelpers } from "../lists/visible-rows";
import { isRefused, type Refusal, refusal } from "../result";
import { resultWords } from "../service/field-words";
import { FREE_AGAIN_MS } from "../service/limits";
import { close, type Ledger, nameInLedger, paidBy, readStanding, type Standing } from "./credits";
import { type ColumnJob, styleAtEnd } from "./kinds/column";
import { forgetLeftOut, readLeftOutAnew, unpinLeftOut } from "./leave-out";
import { awaitWrites, underLock } from "./locks";
import { openAnyService, ownFingerprint } from "./own-key";
import type { EndRequest, JobRequest, KindName, PlaceRequest, ResumeRequest, UndoRequest } from "./protocol";
import {
  changeStanding,
  type Job,
  leaveToOthers,
  listRecords,
  readJob,
  readKnown,
  removeJob,
  type World,
  watchName,
} from "./record";
import { shortStatus, traitsOf } from "./rows";
import { ACTIVE_LATELY_MS, brake, kindOf, spentBy } from "./step";
import type { JobSummary, JobView, LeftToAsk, Scan, ScannedQuestion, StartedJob, ToldPrice, UndoView } from "./views";

/** A page sends these words, and everybody sees them. */
const MAX_REASON_CHARACTERS = 200;

/**
 * Pauses, stops or finishes a job. Nothing of its epoch is asked any more, but answers on their way are written. A
 * driver of an earlier epoch changes nothing.
 */
export function endJob(world: World, { jobId, epoch, state, reason, hasLanded, done }: EndRequest): JobView | Refusal {
  brake(world, jobId, epoch);
  const changed = changeStanding(world, jobId, (standing) => {
    if (standing.epoch !== epoch) return standing;
    const landed = hasLanded ? epoch : standing.landed;
    // Other drivers of the epoch learn only that the job is paused, so the first reason counts.
    const words = (standing.state === state && standing.reason) || reason;
    // The last execution may have finished just before somebody paused.
    const isOver = standing.state === "finished" && state === "paused";
    const ended = isOver ? {} : { state, reason: words.slice(0, MAX_REASON_CHARACTERS) };
    return { ...standing, ...ended, landed, done: done ?? standing.done };
  });
  if (isRefused(changed)) return changed;
  const properties = world.store.all();
  takeOutHelpers(world, properties);
  const { record, standing } = changed;
  const isOwn = standing.epoch === epoch && !standing.isUndoing;
  if (hasLanded && isOwn && record.place) styleAtEnd(world, record as ColumnJob, properties);
  // The driver knows the names of the sheets, and reading them would be the only call to a sheet.
  const nameOf = standing.state === "finished" ? () => "" : undefined;
  return viewOf(world, record, properties, { nameOf });
}

/** The job stays running for the next driver, and nothing of its epoch is on its way. */
export function leaveJob(world: World, { jobId, epoch, hasLanded, done }: EndRequest): JobView | Refusal {
  const changed = changeStanding(world, jobId, (standing) => {
    if (standing.epoch !== epoch) return standing;
    return { ...standing, landed: hasLanded ? epoch : standing.landed, done: done ?? standing.done };
  });
  return isRefused(changed) ? changed : viewOf(world, changed.record, world.store.all());
}

/**
 * Resumes a job and raises its epoch, whoever drove it before. This takes the key that pays, also to raise the limit,
 * or the consent to pay with another one. A list of companies may get more pages.
 * @param epochSeen the call is refused if somebody has resumed the job since
 * @param capNow gives the limit under the document lock, or a reason to refuse; by default it is that of the request
 */
export function resumeJob(
  world: World,
  { jobId, withOwnKey, capHalves, pages }: ResumeRequest,
  epochSeen?: number,
  capNow: (capBefore: number | null) => number | null | Refusal = (before) =>
    capHalves === undefined ? before : capHalves,
): StartedJob | Refusal {
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  let stateBefore: Standing["state"] = "paused";
  const resume = (standing: Standing, { choices }: Job): Standing | Refusal => {
    if (epochSeen !== undefined && standing.epoch !== epochSeen) return refusal("JOB_TAKEN_OVER");
    if (standing.state !== "running") stateBefore = standing.state;
    if (standing.isUndoing && isBeingUndone(world, jobId)) return refusal("BUSY");
    const own = paidBy(standing, service.fingerprint);
    if (own !== standing && !withOwnKey) return refusal("OTHER_KEY");
    const cap = capNow(standing.capHalves);
    if (isRefused(cap)) return cap;
    return {
      ...own,
      epoch: standing.epoch + 1,
      landed: standing.landed === standing.epoch ? standing.epoch : standing.landed,
      state: "running",
      reason: "",
      isUndoing: false,
      // Otherwise the job would look abandoned until the new driver asks.
      ledger: { ...ledgerOfToday(standing, choices.kind, world.clock.nowMs()), atMs: world.clock.nowMs() },
      capHalves: cap,
    };
  };
  const changed = changeStanding(world, jobId, resume, (record) => withPages(record, pages));
  if (isRefused(changed)) return changed;
  const scanned = firstScan(world, changed.record, service.fingerprint);
  // Nothing is bought that cannot be written. The scan has found all our sheets, so this costs no search.
  const started = isRefused(scanned) || hasList(world, changed.record) ? scanned : refusal("LIST_GONE");
  if (!isRefused(started)) return started;
  // The job is put back as it was, unless somebody else has resumed it meanwhile.
  const { epoch } = changed.standing;
  changeStanding(world, jobId, (standing) =>
    standing.epoch === epoch ? { ...standing, state: stateBefore, reason: started.message, landed: epoch } : standing,
  );
  return started;
}

/** A page or a trigger drives one resumption for less than a day. */
const LONGEST_RESUMPTION_MS = 24 * 60 * 60 * 1_000;

/** Pages that are no longer free may be paid for twice, so what a lost answer may have cost stays spent. */
function ledgerOfToday({ ledger }: Standing, kind: KindName, nowMs: number): Ledger {
  const isFreeAgain = kind !== "companies" || nowMs - ledger.openSinceMs < FREE_AGAIN_MS - LONGEST_RESUMPTION_MS;
  return isFreeAgain ? ledger : close(ledger);
}

/** An undo that holds no sheet has ended early, and the job may go on. */
function isBeingUndone({ store, clock }: World, jobId: string): boolean {
  const properties = store.all();
  const job = readJob(properties, jobId);
  return job !== null && sheetsOf(job).some((sheetId) => isSheetHeld(properties, sheetId, clock.nowMs()));
}

const hasList = ({ book }: World, { list }: Job): boolean =>
  list === null || (book.pinnedTable(list.sheetId)?.table ?? book.table(list.sheetId)) !== null;

const withPages = (record: Job, pages: number | undefined): Job =>
  pages === undefined || record.choices.kind !== "companies"
    ? record
    : ({ ...record, toAsk: pages, choices: { ...record.choices, pages } } as Job);

/** Finds the first questions. @param begin scans with what this execution has read already */
export function firstScan(
  world: World,
  record: Job,
  fingerprint: string,
  begin?: (job: Job) => Scan | Refusal,
): StartedJob | Refusal {
  const properties = world.store.all();
  const epoch = readStanding(properties, record.id)?.epoch;
  if (epoch === undefined) return refusal("JOB_GONE");
  takeOutHelpers(world, properties);
  // Each start and resumption reads the left-out column anew.
  const leftOut = readLeftOutAnew(world, record, epoch === 1);
  if (isRefused(leftOut)) return leftOut;
  const kind = kindOf(record.choices.kind);
  const scan =
    begin?.(record) ??
    kind.begin?.(world, record, epoch) ??
    kind.scan(world, record, { stretch: 0, stretches: 1, epoch });
  if (isRefused(scan)) return scan;
  // The scan has found the sheets.
  const job = viewOf(world, record, properties, { fingerprint });
  return isRefused(job) ? job : { job: withDone(job, scan.done), scan };
}

/** The driver books what was counted with its next call. */
const withDone = (job: JobView, counted = 0): JobView => ({ ...job, done: Math.max(job.done, counted) });

/** More stretches than any list has. */
const ALL_STRETCHES = 1_000_000;

/** Finds what a finished job would ask or write now, with its left-out column read anew. Free; changes nothing. */
export function scanAnew(world: World, jobId: string): Scan | Refusal {
  const properties = world.store.all();
  const known = readKnown(properties, jobId);
  if (isRefused(known)) return known;
  const { job, standing } = known;
  forgetLeftOut(world, job);
  const place = { stretch: 0, stretches: ALL_STRETCHES, epoch: standing.epoch + 1 };
  return kindOf(job.choices.kind).scan(world, job, place);
}

/** The youngest job comes first. */
export function listJobs(world: World): JobView[] {
  const properties = world.store.all();
  return viewJobs(world, listRecords(properties), properties);
}

export function viewJob(world: World, jobId: string): JobView | Refusal {
  const properties = world.store.all();
  const record = readJob(properties, jobId);
  return record ? viewOf(world, record, properties) : refusal("JOB_GONE");
}

const viewOf = (world: World, record: Job, properties: Record<string, string>, how?: ViewOptions): JobView | Refusal =>
  viewJobs(world, [record], properties, how)[0] ?? refusal("JOB_GONE");

interface ViewOptions {
  /** The fingerprint of the caller's key; `null` without a key. */
  fingerprint?: string | null;
  nameOf?: ((sheetId: number) => string) | undefined;
}

/** The sidebar opens only when this has come, so all properties are read in one call. */
export function viewJobs(
  world: World,
  records: Job[],
  properties: Record<string, string>,
  { fingerprint = ownFingerprint(world), nameOf = world.book.sheetName }: ViewOptions = {},
): JobView[] {
  return records.flatMap((record): JobView[] => {
    const standing = readStanding(properties, record.id);
    if (!standing) return [];
    const { id, choices, title, startedMs, toAsk, place, list } = record;
    const { epoch, state, reason, capHalves, keyFingerprint, done, ledger } = standing;
    const nowMs = world.clock.nowMs();
    const kind = kindOf(choices.kind);
    const sheetId = place?.sheetId ?? list?.sheetId ?? 0;
    return [
      {
        id,
        kind: choices.kind,
        operation: kind.operation,
        epoch,
        state,
        isActive: state === "running" && nowMs - ledger.atMs < ACTIVE_LATELY_MS,
        reason,
        startedMs,
        title,
        sheetId,
        sheetName: nameOf(sheetId),
        list: list && { sheetId: list.sheetId, sheetName: nameOf(list.sheetId) },
        fields: choices.kind === "companies" ? choices.columns : choices.fields,
        find:
          choices.kind === "find"
            ? { limit: choices.limit, emailType: choices.emailType, enrichment: choices.enrichment }
            : null,
        capHalves,
        halvesPerQuestion: kind.worstHalves(choices),
        spent: spentBy(choices.kind, ledgerOfToday(standing, choices.kind, nowMs)),
        isYourKey: fingerprint === keyFingerprint,
        isWatch: watchName(id) in properties,
        toAsk,
        done,
        written: kind.written?.(record, properties) ?? null,
      },
    ];
  });
}

export function summariseJob(world: World, { jobId }: JobRequest): JobSummary | Refusal {
  const record = readJob(world.store.all(), jobId);
  const job = viewJob(world, jobId);
  if (!record || isRefused(job)) return refusal("JOB_GONE");
  const counted = kindOf(record.choices.kind).summarise(world, record);
  if (isRefused(counted)) return counted;
  const { toDo, filledCells = 0, done, ...summary } = counted;
  const left = toDo ? { ...leftToAskOf(world, record, toDo), ...(filledCells > 0 && { filledCells }) } : null;
  return {
    job: withDone(job, done),
    left,
    byStatus: {},
    byVerdict: {},
    failed: 0,
    typedRows: 0,
    leftOutRows: 0,
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
export function leftAsTold(
  world: World,
  jobId: string,
): { price: ToldPrice | null; mostHalves: number | null; questions: number | null } | Refusal {
  const properties = world.store.all();
  const known = readKnown(properties, jobId);
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
  const { halves } = spentBy(choices.kind, standing.ledger);
  const mostHalves = Math.max(halves, (toAsk ?? 0) * worst);
  const price: ToldPrice = {
    halves: mostHalves - halves,
    halvesPerQuestion: worst,
    cheaper: new Map(held.map(([key]) => [key, 0])),
  };
  return { price, mostHalves, questions: new Map(left).size };
}

/** Questions that the ledger knows as answered are free for the caller. */
function leftToAskOf(world: World, job: Job, toDo: ScannedQuestion[]): LeftToAsk {
  const { id, choices } = job;
  const open = readStanding(world.store.all(), id)?.ledger.open;
  const names = new Map(namesLeft(world, job, toDo));
  const unpaid = [...names.values()].filter((name) => !open?.get(name)?.isAnswered);
  return { questions: names.size, halves: unpaid.length * kindOf(choices.kind).worstHalves(choices) };
}

/** The names by which the ledger knows questions of the caller. */
function namesLeft(world: World, { id, choices }: Job, toDo: ScannedQuestion[]): [key: string, name: string][] {
  const kind = kindOf(choices.kind);
  const fingerprint = ownFingerprint(world) ?? "";
  return toDo.map(({ key, anonId }) => [key, nameInLedger(fingerprint, kind.questionId(key, id), anonId)]);
}

export function bringForward({ book }: World, { sheetId, column, rows = [] }: PlaceRequest): null | Refusal {
  const table = book.table(sheetId);
  if (!table) return refusal("SHEET_GONE");
  // Rows may have been deleted since they were counted.
  const there = rows.filter(({ from, to }) => from > 0 && from <= to && table.hasCell(to, column ?? 1));
  table.bringForward(column !== null && table.hasCell(1, column) ? column : null, there);
  return null;
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
  const sheetName = world.book.addChartSheet(`Summary of ${job.title}`, {
    table,
    widthPx: widthFor(Math.max(...table.map(([name = ""]) => String(name).length))),
    colours: sorted.map(([name]) => colours[name] ?? OTHER_COLOUR),
  });
  return { sheetName };
}

/**
 * Deletes the columns and sheets that a job has made, and clears its rows elsewhere. Cells that people have filled are
 * counted first, and stay unless the request says otherwise. Spent credits do not come back.
 */
export function undoJob(world: World, request: UndoRequest): UndoView | Refusal {
  const properties = world.store.all();
  const job = readJob(properties, request.jobId);
  if (!job) return refusal("JOB_GONE");
  if (request.do === "look")
    return withEndedChecks(kindOf(job.choices.kind).undo(world, job, request), properties, job);
  takeOutHelpers(world, properties);
  const stopped = changeStanding(world, job.id, (standing) => {
    brake(world, job.id, standing.epoch);
    const state = standing.state === "finished" ? "finished" : "stopped";
    return { ...standing, state, epoch: standing.epoch + 1, isUndoing: true };
  });
  // If the job is gone here, an execution died while it forgot the job: the rest goes now.
  if (isRefused(stopped) && stopped.code !== "JOB_GONE") return stopped;
  awaitWrites(world, job.id);
  return whenSheetsAreFree(world, sheetsOf(job), (held) => takeOut(held, request));
}

const sheetsOf = ({ place, list }: Job): number[] => [...new Set([place, list].flatMap((each) => each?.sheetId ?? []))];

/** The sheets are held. Somebody may have undone or resumed the job before that. */
function takeOut(world: World, request: UndoRequest): UndoView | Refusal {
  const { store } = world;
  const properties = store.all();
  const job = readJob(properties, request.jobId);
  if (!job) return refusal("JOB_GONE");
  if (readStanding(properties, job.id)?.isUndoing === false) return refusal("JOB_TAKEN_OVER");
  const kind = kindOf(job.choices.kind);
  const undone = kind.undo(world, job, request);
  if (isRefused(undone)) return undone;
  const forgotten = underLock(world, () => {
    kind.forget?.(world, job);
    unpinLeftOut(world, job);
    leaveToOthers(store, job, undone.removedFields);
    removeJob(store, job.id);
  });
  if (isRefused(forgotten)) return forgotten;
  for (const { id } of undone.removesSheet ? checksOf(properties, job) : []) store.remove(watchName(id));
  return withEndedChecks(undone, properties, job);
}

/** These jobs check for new rows in the sheet of the job's list. */
const checksOf = (properties: Record<string, string>, { list }: Job): Job[] =>
  listRecords(properties).filter(
    ({ id, place }) => list !== null && place?.sheetId === list.sheetId && watchName(id) in properties,
  );

const withEndedChecks = (
  undone: UndoView | Refusal,
  properties: Record<string, string>,
  job: Job,
): UndoView | Refusal =>
  isRefused(undone) || !undone.removesSheet ? undone : { ...undone, endedChecks: checksOf(properties, job).length };
