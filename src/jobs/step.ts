import { nothingWritten } from "../lists/beside";
import { type Claim, questionId } from "../pacing/turns";
import { isRefused, type Refusal, refusal } from "../result";
import {
  allowedBy,
  type Cost,
  costOfNothing,
  heldBefore,
  hold,
  type Ledger,
  noteName,
  readStanding,
  type Standing,
  spentOf,
  writeNote,
  writeStanding,
} from "./credits";
import { companies } from "./kinds/companies";
import { find } from "./kinds/find";
import type { Kind } from "./kinds/kind";
import { verify } from "./kinds/verify";
import type { AskRequest, KindName, Question, StepRequest } from "./protocol";
import { type Job, openAnyService, type PaidService, readJob, type World } from "./record";
import type { Answer, AskReport, StepReport } from "./views";

const KINDS: { [Name in KindName]: Kind<Name> } = { verify, find, companies };

/** The kind of a job, to be given only jobs of this kind. */
export const kindOf = (name: KindName): Kind<KindName> => KINDS[name] as Kind<KindName>;

/** A call that gets no turn by then comes back: so long waits show that there are too many lanes. */
const LATEST_START_MS = 30_000;

/** Whoever was given a turn so long ago has its answer, 10 s later at the latest, or is dead. */
const CLAIM_DIES_AFTER_MS = 20_000;

/** Calls of the last minute count against the service's limits. */
const ACTIVE_LATELY_MS = 60_000;

/** A brake is told to the calls that wait for their turn: 30 s at most. */
const BRAKE_SECONDS = 60;

/** Of its own for each epoch: a late driver does not release the brake of another. */
const brakeName = (jobId: string, epoch: number): string => `brake:${jobId}.${epoch}`;

/** Calls off what waits for its turn: nothing of this epoch is sent any more. */
export function brake({ cache }: World, jobId: string, epoch: number): void {
  cache.putAll({ [brakeName(jobId, epoch)]: "on" }, BRAKE_SECONDS);
}

/** One call of a job's driver: it scans for questions, asks some, or writes what has come. */
export function step(world: World, request: StepRequest): StepReport | Refusal {
  const { store, clock } = world;
  if (request.waitMs > 0) clock.sleep(request.waitMs);
  if (request.do === "ask") return ask(world, request);
  const properties = store.all();
  const job = readJob(properties, request.jobId);
  const standing = readStanding(properties, request.jobId);
  if (!job || !standing) return refusal("JOB_GONE");
  const kind = kindOf(job.wish.kind);
  if (request.do === "write") {
    // Also what a driver of an earlier epoch has bought: it is paid for.
    const report = kind.write(world, job, request);
    if (isRefused(report)) return report;
    return { ...nothingWritten(), written: null, isBusy: false, stop: null, ...report, do: "write" };
  }
  const over = refusedEpoch(standing, request.epoch);
  if (over) return over;
  const scan = kind.scan(world, job, request);
  return isRefused(scan) ? scan : { do: "scan", ...scan };
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
 * Waits for the turn of as many questions as go together, and asks them: turn, claims, credits and epoch are read in
 * one call and written in another, under one hold of the lock. Touches no sheet.
 */
function ask(world: World, request: AskRequest): AskReport | Refusal {
  const { clock, cache, store } = world;
  const { jobId, epoch, lane, questions, done } = request;
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const kind = kindOf(request.kind);
  const report: AskReport = {
    do: "ask",
    answers: [],
    waitedMs: 0,
    batchCalls: 0,
    isShared: false,
    words: "",
    spent: null,
    stop: null,
  };
  const idOf = (key: string): string => kind.questionId(key, jobId);
  const byId = new Map(questions.map((question) => [idOf(question.key), question]));
  // The service charges once for an address, once for an id of a domain search, and another team once more.
  const nameOf = (id: string): string => questionId(service.fingerprint, id + (byId.get(id)?.anonId ?? ""));
  let reserved = null as Reserved | null;
  let refused = null as Refusal | null;
  let properties: Record<string, string> = {};

  const allow = (ids: string[], all: Record<string, string>): string[] => {
    properties = all;
    const job = readJob(all, jobId);
    const standing = readStanding(all, jobId);
    refused = whyNot(job, standing, request, service);
    if (refused || !job || !standing) return [];
    reserved = { job, standing, ledger: standing.ledger };
    const worst = kind.worstHalves(job.wish);
    const allowed = new Set(allowedBy(standing, ids.map(nameOf), worst));
    if (allowed.size === 0) refused = refusal("CAP_REACHED");
    return ids.filter((id) => allowed.has(nameOf(id)));
  };
  const take = (ids: string[]): Record<string, string> => {
    const { job, standing } = reserved as Reserved;
    const ledger = hold(standing.ledger, ids.map(nameOf), kind.worstHalves(job.wish), clock.nowMs());
    (reserved as Reserved).ledger = ledger;
    return writeStanding(jobId, { ...standing, done: done ?? standing.done, ledger });
  };
  const wasActive = (): boolean => (reserved?.standing.ledger.atMs ?? 0) > clock.nowMs() - ACTIVE_LATELY_MS;
  const limiter = service.limiterOf(kind.operation, wasActive);
  const askedMs = clock.nowMs();
  const turn = limiter.awaitTurn(
    { ids: [...byId.keys()], latestStartMs: askedMs + LATEST_START_MS, by: `${jobId}.${epoch}` },
    {
      reserve: { allow, take, isDead: (claim) => isDead(claim, { jobId, epoch, properties, nowMs: clock.nowMs() }) },
      isWanted: () => cache.getAll([brakeName(jobId, epoch)])[brakeName(jobId, epoch)] === undefined,
    },
  );
  // Credits that others have reserved may come back: the driver decides.
  if (refused && refused.code !== "CAP_REACHED") return refused;
  report.stop = turn.granted.length === 0 ? refused : null;
  report.waitedMs = clock.nowMs() - askedMs;
  report.batchCalls = limiter.pace.batchCalls;
  report.isShared = turn.isShared;
  const asked = turn.granted.map((id) => byId.get(id) as Question);
  const costs = new Map<string, Cost>();
  const kept: Record<string, string> = {};
  if (reserved && asked.length > 0) {
    const { job, standing } = reserved;
    report.spent = spentOf(reserved.ledger);
    const before = (key: string) => heldBefore(standing.ledger, nameOf(idOf(key)));
    report.answers = kind.ask({
      world,
      job: job,
      service,
      limiter,
      questions: asked,
      startMs: turn.startMs,
      properties,
      lane,
      report,
      before,
      note: (key, cost) => costs.set(nameOf(idOf(key)), cost),
      keep: (entries) => Object.assign(kept, entries),
    });
  }
  if (reserved) {
    const { standing, ledger } = reserved;
    for (const id of turn.calledOff) costs.set(nameOf(id), costOfNothing(heldBefore(standing.ledger, nameOf(id))));
    // Its own property needs no lock. What cannot be noted stays held at the worst.
    if (costs.size > 0) kept[noteName(jobId, epoch, lane)] = writeNote(ledger.asking, [...costs]);
    if (Object.keys(kept).length > 0) keep(store, kept);
  }
  const told = new Set(report.answers.map(({ key }) => key));
  const unasked = questions.filter(({ key }) => !told.has(key));
  return { ...report, answers: [...report.answers, ...unasked.map(({ key }): Answer => ({ key, state: "unasked" }))] };
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

/** A question that others are asking is left to them until its answer must have come or is lost. */
function isDead(
  { by, startMs }: Claim,
  own: { jobId: string; epoch: number; properties: Record<string, string>; nowMs: number },
): boolean {
  if (startMs <= own.nowMs - CLAIM_DIES_AFTER_MS) return true;
  const [jobId = "", epoch = ""] = by.split(".");
  // This driver knows what it is asking.
  if (jobId === own.jobId && Number(epoch) === own.epoch) return true;
  if (jobId === "") return false;
  const standing = readStanding(own.properties, jobId);
  return standing === null || standing.landed >= Number(epoch);
}
