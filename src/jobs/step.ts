import type { PaidService } from "../asking/paid-service";
import type { Clock } from "../google";
import { nothingWritten } from "../lists/beside";
import type { ArrivedTurn } from "../pacing/limiter";
import type { Claim, TurnRequest } from "../pacing/turns";
import { isRefused, type Refusal, refusal } from "../result";
import {
  allowedBy,
  billName,
  type Cost,
  type CostBefore,
  costInAll,
  costOf,
  heldBefore,
  hold,
  type Ledger,
  nameInLedger,
  readStanding,
  type Spent,
  type Standing,
  settle,
  spentOf,
  writeBill,
  writeStanding,
} from "./credits";
import { whatIsGone } from "./kinds/column";
import { companies } from "./kinds/companies";
import { enrich } from "./kinds/enrich";
import { find } from "./kinds/find";
import type { Kind } from "./kinds/kind";
import { verify } from "./kinds/verify";
import type { AskRequest, KindName, Question, StepRequest, WriteRequest } from "./protocol";
import { type Job, openAnyService, readJob, type World, whileWriting } from "./record";
import type { Answer, AskReport, StepReport } from "./views";

const KINDS: { [Name in KindName]: Kind<Name> } = { verify, find, enrich, companies };

/** The kind of a job, to be given only jobs of this kind. */
export const kindOf = (name: KindName): Kind<KindName> => KINDS[name] as Kind<KindName>;

/** Tells what a job has spent: as a maximum where the service leaves open whether an answer was free. */
export function spentBy(name: KindName, ledger: Ledger): Spent {
  const spent = spentOf(ledger);
  const isTold = spent.halves === 0 || kindOf(name).tellsCosts;
  return { ...spent, isExact: spent.isExact && isTold, isSettledExact: spent.isSettledExact && isTold };
}

/** A call that gets no turn by then comes back: so long waits show that there are too many lanes. */
const LATEST_START_MS = 30_000;

/** An answer comes 10 s after its turn at the latest: whoever has been asking for longer than this is dead. */
const CLAIM_DIES_AFTER_MS = 20_000;

/** Calls of the last minute count against the service's limits. */
export const ACTIVE_LATELY_MS = 60_000;

/** Long enough for every call that waits for its turn, 30 s at most, to see the brake. */
const BRAKE_SECONDS = 60;

/** Each epoch has its own brake: a late driver does not stop the one that has taken over. */
const brakeName = (jobId: string, epoch: number): string => `brake:${jobId}.${epoch}`;

/** Calls off what waits for its turn: nothing of this epoch is sent any more. */
export function brake({ cache }: World, jobId: string, epoch: number): void {
  cache.putAll({ [brakeName(jobId, epoch)]: "on" }, BRAKE_SECONDS);
}

/** One call of a job's driver: it looks, scans for questions, asks some, or writes what has come. */
export function step(world: World, request: StepRequest): StepReport | Refusal {
  const { store, clock } = world;
  if (request.waitMs > 0) clock.sleep(request.waitMs);
  if (request.do === "ask") return ask(world, request);
  if (request.do === "write") return whileWriting(world, request.jobId, () => write(world, request));
  const properties = store.all();
  const job = readJob(properties, request.jobId);
  const standing = readStanding(properties, request.jobId);
  if (!job || !standing) return refusal("JOB_GONE");
  const kind = kindOf(job.wish.kind);
  const over = refusedEpoch(standing, request.epoch);
  if (over) return over;
  if (request.do === "look") return whatIsGone(world, job, properties) ?? { do: "look" };
  const scan = kind.scan(world, job, request);
  return isRefused(scan) ? scan : { do: "scan", ...scan };
}

/** Writes also what a driver of an earlier epoch has bought: it is paid for. */
function write(world: World, request: WriteRequest): StepReport | Refusal {
  const properties = world.store.all();
  const job = readJob(properties, request.jobId);
  const standing = readStanding(properties, request.jobId);
  if (!job || !standing) return refusal("JOB_GONE");
  if (standing.isUndoing) return refusal("JOB_STOPPED");
  const report = kindOf(job.wish.kind).write(world, job, request, properties);
  if (isRefused(report)) return report;
  return { ...nothingWritten(), written: null, isBusy: false, stop: null, ...report, do: "write" };
}

/** Says why a driver may not go on; `null` when it may. */
function refusedEpoch({ state, epoch }: Standing, own: number): Refusal | null {
  if (state === "paused") return refusal("JOB_PAUSED");
  if (state === "stopped") return refusal("JOB_STOPPED");
  if (state === "finished") return refusal("JOB_FINISHED");
  return epoch === own ? null : refusal("JOB_TAKEN_OVER");
}

/** Everything that is read and reserved in one hold of the lock. */
interface Reserved {
  job: Job;
  /** As it stood before. */
  standing: Standing;
  /** With the questions held. */
  ledger: Ledger;
}

/**
 * Asks questions, as many at a time as go together. Each batch waits for a turn of its own: turn, claims, credits and
 * epoch are read in one call and written in another, under one hold of the lock. Touches no sheet.
 */
function ask(world: World, request: AskRequest): AskReport | Refusal {
  const { clock, cache, store } = world;
  const { jobId, epoch, lane, questions } = request;
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const kind = kindOf(request.kind);
  const idOf = (key: string): string => kind.questionId(key, jobId);
  const byId = new Map(questions.map((question) => [idOf(question.key), question]));
  const nameOf = (id: string): string => nameInLedger(service.fingerprint, id, byId.get(id)?.anonId);
  const { seen, ...reserve } = reserveFor(request, service, nameOf, clock);
  const wasActive = (): boolean => (seen.reserved?.standing.ledger.atMs ?? 0) > clock.nowMs() - ACTIVE_LATELY_MS;
  const limiter = service.limiterOf(kind.operation, wasActive);
  const brakes = brakeName(jobId, epoch);
  const isWanted = (): boolean => cache.getAll([brakes])[brakes] === undefined;
  const report: AskReport = {
    do: "ask",
    answers: [],
    batchCalls: limiter.pace.batchCalls,
    isShared: false,
    words: "",
    spent: null,
    asking: 0,
    stop: null,
  };
  const latestStartMs = clock.nowMs() + LATEST_START_MS;
  let ids = [...byId.keys()];
  while (ids.length > 0 && report.stop === null) {
    const isFirst = report.spent === null;
    const turn = awaitTurn({ ids, latestStartMs, by: `${jobId}.${epoch}` });
    if (!turn) break;
    const { reserved, refused, properties } = seen;
    // Written along with the turn.
    if (turn.granted.length + turn.calledOff.length > 0) seen.unkept = {};
    // Credits that others have reserved may come back: the driver decides.
    if (isFirst && refused && refused.code !== "CAP_REACHED") return refused;
    report.isShared = turn.isShared;
    if (isFirst && turn.granted.length === 0) report.stop = refused;
    if (!reserved) break;
    const { job, standing, ledger } = reserved;
    const costs = new Map<string, Cost>();
    const before = (id: string): CostBefore => heldBefore(standing.ledger, nameOf(id));
    const bill = (id: string, cost: Cost): void => void costs.set(nameOf(id), cost);
    if (turn.granted.length > 0) {
      report.spent = spentBy(request.kind, ledger);
      report.asking = ledger.asking;
      const answers = kind.ask({
        world,
        job,
        service,
        limiter,
        questions: turn.granted.map((id) => byId.get(id) as Question),
        startMs: turn.startMs,
        properties,
        lane,
        report,
        charge: (key, halves) => bill(idOf(key), costOf(before(idOf(key)), halves)),
        chargeInAll: (key, cost) => bill(idOf(key), costInAll(before(idOf(key)), cost)),
        keep: (entries) => Object.assign(seen.unkept, entries),
      });
      report.answers.push(...answers);
    }
    for (const id of turn.calledOff) bill(id, costOf(before(id), null));
    // What has no bill stays held at the worst.
    if (costs.size > 0) {
      const written = writeBill(ledger.asking, [...costs]);
      seen.unkept[billName(jobId, epoch, lane)] = written;
      // What has come is told together with what it has cost.
      if (report.spent) report.spent = spentBy(request.kind, settle(ledger, written));
    }
    if (turn.granted.length === 0) break;
    const others = new Set([...turn.granted, ...turn.claimed.map(({ id }) => id)]);
    ids = ids.filter((id) => !others.has(id));
  }
  // These properties are the lane's own, and need no lock.
  if (Object.keys(seen.unkept).length > 0) keep(store, seen.unkept);
  const told = new Set(report.answers.map(({ key }) => key));
  const unasked = questions.filter(({ key }) => !told.has(key));
  return { ...report, answers: [...report.answers, ...unasked.map(({ key }): Answer => ({ key, state: "unasked" }))] };

  /** `null` when Google has failed: the answers to an earlier batch are not lost with the next one. */
  function awaitTurn(wanted: TurnRequest): ArrivedTurn | null {
    try {
      return limiter.awaitTurn(wanted, { reserve, isWanted });
    } catch (thrown) {
      if (report.spent === null) throw thrown;
      return null;
    }
  }
}

/**
 * Reserves the credits of a batch along with its turn.
 * @param nameOf gives the ledger's name of a question by its id
 */
function reserveFor(request: AskRequest, service: PaidService, nameOf: (id: string) => string, clock: Clock) {
  const { jobId, epoch, kind, done } = request;
  const seen = {
    /** `null` unless the job may ask. */
    reserved: null as Reserved | null,
    refused: null as Refusal | null,
    properties: {} as Record<string, string>,
    /** The bill of the batch before, and what its kind keeps: written with the next turn, or at the end. */
    unkept: {} as Record<string, string>,
  };
  const worstOf = ({ wish }: Job): number => kindOf(kind).worstHalves(wish);
  return {
    seen,
    allow(ids: string[], kept: Record<string, string>): string[] {
      const properties = { ...kept, ...seen.unkept };
      const job = readJob(properties, jobId);
      const standing = readStanding(properties, jobId);
      seen.properties = properties;
      seen.reserved = null;
      seen.refused = whyNot(job, standing, request, service);
      if (seen.refused || !job || !standing) return [];
      seen.reserved = { job, standing, ledger: standing.ledger };
      const allowed = new Set(allowedBy(standing, ids.map(nameOf), worstOf(job)));
      if (allowed.size === 0) seen.refused = refusal("CAP_REACHED");
      return ids.filter((id) => allowed.has(nameOf(id)));
    },
    take(ids: string[]): Record<string, string> {
      const { reserved } = seen;
      if (!reserved) return {};
      const { job, standing } = reserved;
      reserved.ledger = hold(standing.ledger, ids.map(nameOf), worstOf(job), clock.nowMs());
      const changed = writeStanding(jobId, { ...standing, done: done ?? standing.done, ledger: reserved.ledger });
      return { ...seen.unkept, ...changed };
    },
    /** A question that others are asking is left to them until its answer must have come or is lost. */
    isDead({ by, startMs }: Claim): boolean {
      if (startMs <= clock.nowMs() - CLAIM_DIES_AFTER_MS) return true;
      const [otherJob = "", otherEpoch = ""] = by.split(".");
      // This driver knows what it is asking.
      if (otherJob === jobId && Number(otherEpoch) === epoch) return true;
      if (otherJob === "") return false;
      const standing = readStanding(seen.properties, otherJob);
      return standing === null || standing.landed >= Number(otherEpoch);
    },
  };
}

function keep(store: World["store"], entries: Record<string, string>): void {
  try {
    store.setAll(entries);
  } catch {
    // The answers are worth more than knowing exactly what they have cost.
  }
}

function whyNot(
  job: ReturnType<typeof readJob>,
  standing: Standing | null,
  { epoch, kind }: AskRequest,
  { fingerprint }: PaidService,
): Refusal | null {
  if (!job || !standing) return refusal("JOB_GONE");
  if (job.wish.kind !== kind) return refusal("BAD_REQUEST");
  const over = refusedEpoch(standing, epoch);
  return over ?? (standing.keyFingerprint === fingerprint ? null : refusal("OTHER_KEY"));
}
