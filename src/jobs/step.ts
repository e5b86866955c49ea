import type { Charge, ChargeInAll, PaidService } from "../asking/reply";
import { nothingWritten } from "../lists/beside";
import { PAUSE_MS } from "../lists/steady";
import type { ArrivedTurn, Booking } from "../pacing/limiter";
import type { Claim } from "../pacing/turns";
import { isRefused, type Refusal, refusal } from "../result";
import { SLOWEST_ANSWER_MS } from "../service/limits";
import { type OpenSpreadsheet, unlessGoogleFails } from "../sheet/table";
import {
  allowedBy,
  billName,
  type Cost,
  costOf,
  hold,
  type Ledger,
  nameInLedger,
  readStanding,
  type Standing,
  settleBill,
  spentOf,
  writeBill,
  writeStanding,
} from "./credits";
import { unlessGone, whatIsGone } from "./kinds/column";
import { companies } from "./kinds/companies";
import { enrich } from "./kinds/enrich";
import { find } from "./kinds/find";
import type { Kind } from "./kinds/kind";
import { verify } from "./kinds/verify";
import { openAnyService } from "./own-key";
import type { AskRequest, KindName, Question, StepRequest, WriteRequest } from "./protocol";
import {
  isBeingChecked,
  type Job,
  type JobService,
  type KnownJob,
  othersOfColumn,
  readKnown,
  readKnownNow,
  underLock,
  type World,
} from "./record";
import type { Answer, AskReport, StepReport } from "./views";

const KINDS: { [Name in KindName]: Kind<Name> } = { verify, find, enrich, companies };

/** The caller must give it only jobs of this kind. */
export const kindOf = (name: KindName): Kind<KindName> => KINDS[name] as Kind<KindName>;

/** A call that gets no turn within this time comes back. Such long waits show that there are too many lanes. */
const LATEST_START_MS = 30_000;

/** A call may be sent late, and its answer be noted late. An older claim is from an execution that has died. */
const CLAIM_MARGIN_MS = 10_000;
const CLAIM_DIES_AFTER_MS = SLOWEST_ANSWER_MS + CLAIM_MARGIN_MS;

/** The service's limits count the calls of the last minute. */
const ACTIVE_LATELY_MS = 60_000;

/** @param sinceMs a job that was started then may not have asked yet */
export const isActive = ({ state, ledger }: Standing, nowMs: number, sinceMs = 0): boolean =>
  state === "running" && nowMs - Math.max(sinceMs, ledger.atMs) < ACTIVE_LATELY_MS;

/**
 * Both keys would pay for the rows if another job, or a check for new rows, is about to ask the same column. Everybody
 * who begins to ask looks here first, under the document lock.
 */
export const isRunWithOtherKey = (
  properties: Record<string, string>,
  job: Job,
  keyFingerprint: string,
  nowMs: number,
): boolean =>
  othersOfColumn(properties, job).some(({ id, startedMs }) => {
    const standing = readStanding(properties, id);
    if (!standing || standing.keyFingerprint === keyFingerprint) return false;
    return isActive(standing, nowMs, startedMs) || isBeingChecked(properties, id, nowMs);
  });

/** Every call that waits for its turn, for at most 30 s, has time to see the brake. */
const BRAKE_SECONDS = 60;

/** Each epoch has its own brake, so that a late driver does not stop the one that has taken over. */
const brakeName = (jobId: string, epoch: number): string => `brake:${jobId}.${epoch}`;

/** Calls off every question of this epoch that still waits for its turn. */
export function brake({ cache }: World, jobId: string, epoch: number): void {
  cache.putAll({ [brakeName(jobId, epoch)]: "on" }, BRAKE_SECONDS);
}

/** Makes one call of a job's driver. */
export function step(world: World, request: StepRequest): StepReport | Refusal {
  if (request.waitMs > 0) world.clock.sleep(request.waitMs);
  if (request.do === "ask") return ask(world, request);
  if (request.do === "write") return writeAsDriver(world, request);
  const known = readKnownNow(world, request.jobId);
  if (isRefused(known)) return known;
  const { job, standing, properties } = known;
  const over = refusedEpoch(standing, request.epoch);
  if (over) return over;
  if (request.do === "look") return whatIsGone(world, job, properties) ?? { do: "look" };
  const scan = unlessGone(world, job, properties, kindOf(job.choices.kind).scan(world, job, request));
  return isRefused(scan) ? scan : { do: "scan", ...scan };
}

const LONG_WRITE_MS = ACTIVE_LATELY_MS / 2;

const longWriteName = (jobId: string): string => `wrote:${jobId}`;

/** A driver that writes for long on a slow Google has no time to ask, and must not be taken for a closed page. */
function writeAsDriver(world: World, request: WriteRequest): StepReport | Refusal {
  const { cache, clock } = world;
  const beganMs = clock.nowMs();
  const report = whileWriting(world, request.jobId, () => write(world, request));
  if (clock.nowMs() - beganMs > LONG_WRITE_MS)
    cache.putAll({ [longWriteName(request.jobId)]: "on" }, ACTIVE_LATELY_MS / 1000);
  return report;
}

export const hasWrittenForLong = ({ cache }: World, jobId: string): boolean =>
  cache.getAll([longWriteName(jobId)])[longWriteName(jobId)] !== undefined;

/**
 * Our own limit: waits for two sheets and locks, and a search's emails and columns on a Google that needs three times its
 * usual times. An older note is from an execution that has died.
 */
const LONGEST_WRITE_MS = 200_000;

const writingPrefix = (id: string): string => `writing:${id}.`;

/** An undo waits until this work has ended. */
function whileWriting<Done>({ store, clock, newId }: OpenSpreadsheet, id: string, work: () => Done): Done {
  const name = writingPrefix(id) + newId();
  // What was bought is written even if the properties are full.
  unlessGoogleFails(() => store.set(name, String(clock.nowMs() + LONGEST_WRITE_MS)));
  try {
    return work();
  } finally {
    unlessGoogleFails(() => store.remove(name));
  }
}

/** Like `whileWriting` for one of several drivers. @returns `null` if another one is writing */
export function whileWritingAlone<Done>(spreadsheet: OpenSpreadsheet, id: string, work: () => Done): Done | null {
  const { store, clock, newId } = spreadsheet;
  const own = writingPrefix(id) + newId();
  const isFree = underLock(spreadsheet, () => {
    const isFree = !isBeingWritten(spreadsheet, id);
    if (isFree) store.set(own, String(clock.nowMs() + LONGEST_WRITE_MS));
    return isFree;
  });
  if (isFree !== true) return null;
  try {
    return work();
  } finally {
    store.remove(own);
  }
}

/** True while an execution writes a job's results, or for some minutes after it died while writing. */
export function isBeingWritten({ store, clock }: OpenSpreadsheet, id: string): boolean {
  const isWritten = ([name, untilMs]: [string, string]): boolean =>
    name.startsWith(writingPrefix(id)) && Number(untilMs) > clock.nowMs();
  return Object.entries(store.all()).some(isWritten);
}

export function awaitWrites(spreadsheet: OpenSpreadsheet, id: string, untilMs = Infinity): void {
  const { clock } = spreadsheet;
  while (isBeingWritten(spreadsheet, id) && clock.nowMs() < untilMs) clock.sleep(PAUSE_MS);
}

/** Writes also what a driver of an earlier epoch has bought, because it is paid for. */
function write(world: World, request: WriteRequest): StepReport | Refusal {
  const known = readKnownNow(world, request.jobId);
  if (isRefused(known)) return known;
  const { job, standing, properties } = known;
  if (standing.isUndoing) return refusal("JOB_STOPPED");
  const report = kindOf(job.choices.kind).write(world, job, request, properties);
  if (isRefused(report)) return report;
  return nothingWritten({ written: null, isBusy: false, stop: null, ...report, do: "write" });
}

/** `null` if the driver may go on. */
function refusedEpoch({ state, epoch }: Standing, own: number): Refusal | null {
  if (state === "paused") return refusal("JOB_PAUSED");
  if (state === "stopped") return refusal("JOB_STOPPED");
  if (state === "finished") return refusal("JOB_FINISHED");
  return epoch === own ? null : refusal("JOB_TAKEN_OVER");
}

/**
 * Asks questions in batches, as many at a time as the pace allows. Each batch waits for a turn of its own: turn,
 * claims, credits and epoch are read in one call and written in another, under one hold of the lock. Touches no sheet.
 */
function ask(world: World, request: AskRequest): AskReport | Refusal {
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const step = openBatch(world, request, service);
  const { limiter, byId } = step;
  const latestStartMs = world.clock.nowMs() + LATEST_START_MS;
  let report: Omit<AskReport, "do"> = { ...NOTHING_ASKED, batchCalls: limiter.pace.batchCalls };
  /** The last batch's bill, and what its kind keeps, are written with the next turn or at the end. */
  let unwrittenBill: Record<string, string> = {};
  let ids = [...byId.keys()];
  while (ids.length > 0 && report.stop === null) {
    const isFirst = report.spent === null;
    // If Google fails later, the answers of earlier batches are not lost.
    const turn = isFirst
      ? awaitTurn(step, ids, latestStartMs, unwrittenBill)
      : unlessGoogleFails(() => awaitTurn(step, ids, latestStartMs, unwrittenBill));
    if (!turn) break;
    const { granted, calledOff, claimed, isShared, booked } = turn;
    if (granted.length + calledOff.length > 0) unwrittenBill = {};
    report = { ...report, isShared };
    if (isFirst && booked?.refused) {
      // Credits that others have reserved may come back, so the driver decides.
      if (booked.refused.code !== "CAP_REACHED") return booked.refused;
      report = { ...report, stop: booked.refused };
    }
    if (booked?.open && granted.length > 0) {
      const batch = askBatch(step, turn, booked.open);
      const answers = [...report.answers, ...batch.report.answers];
      report = { ...report, ...batch.report, answers, words: batch.report.words || report.words };
      ({ unwrittenBill } = batch);
    } else if (booked?.open && calledOff.length > 0) {
      const charges = calledOff.map((id): [string, Charge] => [id, "undone"]);
      unwrittenBill = billFor(step, booked.open, charges, booked.open.holding(calledOff));
    }
    if (granted.length === 0) break;
    const others = new Set([...granted, ...claimed.map(({ id }) => id)]);
    ids = ids.filter((id) => !others.has(id));
  }
  // The lane's own properties need no lock. If Google fails here, the answers matter more than their cost.
  if (Object.keys(unwrittenBill).length > 0) unlessGoogleFails(() => world.store.setAll(unwrittenBill));
  const told = new Set(report.answers.map(({ key }) => key));
  const unasked = request.questions.filter(({ key }) => !told.has(key));
  const answers = [...report.answers, ...unasked.map(({ key }): Answer => ({ key, state: "unasked" }))];
  return { do: "ask", ...report, answers };
}

const NOTHING_ASKED = { answers: [], isShared: false, words: "", spent: null, askNumber: 0, stop: null };

function openBatch(world: World, request: AskRequest, service: JobService) {
  const { jobId, questions } = request;
  const kind = kindOf(request.kind);
  const idOf = (key: string): string => kind.questionId(key, jobId);
  const byId = new Map(questions.map((question) => [idOf(question.key), question]));
  const nameOf = (id: string): string => nameInLedger(service.fingerprint, id, byId.get(id)?.anonId);
  const wasActive = (properties: Record<string, string>): boolean => {
    const standing = readStanding(properties, jobId);
    return standing?.keyFingerprint === service.fingerprint && isActive(standing, world.clock.nowMs());
  };
  return {
    world,
    request,
    service,
    kind,
    byId,
    idOf,
    nameOf,
    limiter: service.limiterOf(kind.operation, wasActive),
    by: claimant(request),
  };
}
type OpenBatch = ReturnType<typeof openBatch>;

/** One hold of the lock reads and writes this along with the turn. */
interface BookedBatch extends Booking {
  refused: Refusal | null;
  /** `null` if the job may not ask. */
  open: OpenJob | null;
}

interface OpenJob extends KnownJob {
  holding(ids: string[]): Ledger;
}

/** @param unwrittenBill properties that are written with the turn */
function awaitTurn(
  step: OpenBatch,
  ids: string[],
  latestStartMs: number,
  unwrittenBill: Record<string, string>,
): ArrivedTurn<BookedBatch> {
  const { world, request, limiter, by } = step;
  const brakes = brakeName(request.jobId, request.epoch);
  return limiter.awaitTurn(
    { ids, latestStartMs, by },
    {
      book: (wanted, properties) => bookBatch(step, wanted, { ...properties, ...unwrittenBill }, unwrittenBill),
      isWanted: () => world.cache.getAll([brakes])[brakes] === undefined,
    },
  );
}

function bookBatch(
  { world, request, service, kind, nameOf }: OpenBatch,
  ids: string[],
  properties: Record<string, string>,
  unwrittenBill: Record<string, string>,
): BookedBatch {
  const { jobId, done } = request;
  const nowMs = world.clock.nowMs();
  const known = readKnown(properties, jobId);
  const isDead = (claim: Claim): boolean => isDeadClaim(claim, request, properties, nowMs);
  const nothing = { allowed: [], take: () => ({}), isDead };
  const refused = isRefused(known) ? known : whyNot(known, request, service, nowMs);
  if (isRefused(known) || refused) return { ...nothing, refused, open: null };
  const { job, standing } = known;
  const worstHalves = kind.worstHalves(job.choices);
  const caps = [standing.capHalves, request.together?.mostHalves ?? null].filter((cap) => cap !== null);
  const capHalves = caps.length > 0 ? Math.min(...caps) : null;
  const allowed = new Set(allowedBy({ ...standing, capHalves }, ids.map(nameOf), worstHalves));
  if (allowed.size === 0) return { ...nothing, refused: refusal("CAP_REACHED"), open: null };
  const holding = (held: string[]): Ledger => hold(standing.ledger, held.map(nameOf), worstHalves, nowMs);
  return {
    allowed: ids.filter((id) => allowed.has(nameOf(id))),
    take: (taken) => ({
      ...unwrittenBill,
      // Each of several executions counts only what it has done itself, in addition to what was there when it came.
      ...writeStanding(jobId, { ...standing, done: Math.max(standing.done, done ?? 0), ledger: holding(taken) }),
    }),
    isDead,
    refused: null,
    open: { ...known, holding },
  };
}

/** Executions that drive a job together have a name each. */
const claimant = ({ jobId, epoch, together }: AskRequest): string =>
  `${jobId}.${epoch}${together ? `.${together.seat}` : ""}`;

/** True if a claim no longer counts: its answer has come or is lost. */
function isDeadClaim(
  { by, startMs }: Claim,
  request: AskRequest,
  properties: Record<string, string>,
  nowMs: number,
): boolean {
  if (startMs <= nowMs - CLAIM_DIES_AFTER_MS) return true;
  // This driver knows what it is asking.
  if (by === claimant(request)) return true;
  const [otherJob = "", otherEpoch = ""] = by.split(".");
  if (otherJob === "") return false;
  const standing = readStanding(properties, otherJob);
  return standing === null || standing.landed >= Number(otherEpoch);
}

function askBatch(step: OpenBatch, turn: ArrivedTurn<BookedBatch>, open: OpenJob) {
  const { world, request, service, kind, limiter, byId, idOf } = step;
  const { granted, calledOff, startMs } = turn;
  const { job, properties } = open;
  const questions = granted.map((id) => byId.get(id) as Question);
  const { lane } = request;
  const asked = kind.ask({ world, job, service, limiter, questions, startMs, properties, lane });
  const ledger = open.holding([...granted, ...calledOff]);
  const charges = [
    ...asked.answered.map(({ answer, charge }): [string, Charge | ChargeInAll] => [idOf(answer.key), charge]),
    ...calledOff.map((id): [string, Charge] => [id, "undone"]),
  ];
  const bill = billFor(step, open, charges, ledger);
  const { stop, words, kept } = asked;
  return {
    report: {
      answers: asked.answered.map(({ answer }) => answer),
      stop,
      words,
      // The driver learns of the answers together with their cost.
      spent: spentOf(Object.values(bill).reduce(settleBill, ledger), kindOf(request.kind).tellsCosts),
      askNumber: ledger.askNumber,
    },
    unwrittenBill: { ...bill, ...kept },
  };
}

/** Questions without a bill stay held at their worst case. */
function billFor(
  { request: { jobId, epoch, lane }, nameOf }: OpenBatch,
  { standing }: OpenJob,
  charges: [id: string, charge: Charge | ChargeInAll][],
  ledger: Ledger,
): Record<string, string> {
  const costs = charges.flatMap(([id, charge]): [string, Cost][] => {
    const cost = costOf(standing.ledger.open.get(nameOf(id)), charge);
    return cost ? [[nameOf(id), cost]] : [];
  });
  return costs.length > 0 ? { [billName(jobId, epoch, lane)]: writeBill(ledger.askNumber, costs) } : {};
}

function whyNot(
  { job, standing, properties }: KnownJob,
  { epoch, kind }: AskRequest,
  { fingerprint }: PaidService,
  nowMs: number,
): Refusal | null {
  if (job.choices.kind !== kind) return refusal("BAD_REQUEST");
  const over = refusedEpoch(standing, epoch);
  if (over) return over;
  if (standing.keyFingerprint !== fingerprint) return refusal("OTHER_KEY");
  // While this page slept, somebody may have begun to work on its column.
  const mayBeTaken =
    !isActive(standing, nowMs, job.startedMs) && isRunWithOtherKey(properties, job, fingerprint, nowMs);
  return mayBeTaken ? refusal("COLUMN_TAKEN") : null;
}
