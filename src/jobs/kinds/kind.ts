import { type Charge, type ChargeInAll, noteRefusals } from "../../asking/reply";
import { NOTHING_TAKEN } from "../../lists/take-out-rows";
import type { Limiter } from "../../pacing/limiter";
import { nextWaitMs } from "../../pacing/pace";
import type { Refusal } from "../../result";
import type { Outcome } from "../../service/client";
import { failureCell, isAccountFailure, refusalOf, retryReason, type ServiceError } from "../../service/errors";
import type { ServiceCall } from "../../service/operations";
import type { FieldColumn } from "../../sheet/pinned-columns";
import { columnLetter } from "../../sheet/table";
import type {
  ChoicesOf,
  JobChoices,
  KindName,
  PlanRequestOf,
  Question,
  ScanRequest,
  UndoRequest,
  WriteRequest,
} from "../protocol";
import type { ColumnPlace, Job, JobOf, JobService, ListPlace, World } from "../record";
import type {
  Answer,
  AskReport,
  JobOperation,
  JobSummary,
  Plan,
  Scan,
  ScannedQuestion,
  UndoView,
  WriteReport,
  WrittenView,
} from "../views";

/** A kind of job: how it finds its questions, asks them and writes the answers. */
export interface Kind<Name extends KindName> {
  operation: JobOperation;
  /** The most that one question can cost, in half credits. */
  worstHalves(choices: ChoicesOf<Name>): number;
  /** False if the service leaves open whether an answer was free (service.domain-price). */
  tellsCosts: boolean;
  /** The short name by which claims and the ledger know a question of a job. */
  questionId(key: string, jobId: string): string;
  /** The honest dry run: free, and nothing is changed. */
  plan(world: World, request: PlanRequestOf<Name>): Plan | Refusal;
  /** Checks the choices, pins the column of inputs, finds or makes the list to append to; under the document lock. */
  prepare(world: World, choices: ChoicesOf<Name>, id: string): Prepared | Refusal;
  /**
   * The first scan of an epoch, if it differs from later ones: it checks that the places are the planned ones, and does what
   * a start that has died has not done.
   */
  begin?(world: World, job: JobOf<Name>, epoch: number): Scan | Refusal;
  /** Finds what is to be asked in a stretch; free, and nothing is changed. */
  scan(world: World, job: JobOf<Name>, request: ScanPlace): Scan | Refusal;
  /** Sends questions whose turn has come just now and whose credits are held. Touches no sheet. */
  ask(asking: Asking<Name>): Asked;
  /** Puts answers into the sheet. One driver writes at a time; written again, they change nothing. */
  write(
    world: World,
    job: JobOf<Name>,
    request: WriteRequest,
    properties: Record<string, string>,
  ): Partial<WriteReport> | Refusal;
  /** Tells what a job has appended to its list; left out if it appends none. */
  written?(job: JobOf<Name>, properties: Record<string, string>): WrittenView;
  /** Counts the results of a job in the sheet as it is now, and finds what is left to ask. */
  summarise(world: World, job: JobOf<Name>): Counted | Refusal;
  /** Takes away what a job has written, in columns, rows or sheets; or counts it. */
  undo(world: World, job: JobOf<Name>, request: UndoRequest): UndoView | Refusal;
  /** Keeps what has to be known even after the job is forgotten; under the document lock. */
  forget?(world: World, job: JobOf<Name>): void;
}

/** The part of a summary that a kind of job knows. */
export type Counted = Partial<Omit<JobSummary, "job" | "left">> & { toDo?: ScannedQuestion[] };

/** The stretches to be scanned, and for which epoch: after the first one, the driver does not know all answers. */
export type ScanPlace = Pick<ScanRequest, "stretch" | "stretches" | "epoch">;

export interface Prepared {
  /** The job in a line. */
  title: string;
  place?: ColumnPlace;
  list?: ListPlace;
  /** The choices as the record keeps them, if they differ from those given. */
  kept?: JobChoices;
  /** Properties to be kept along with the record. */
  also?: Record<string, string>;
  /** The first scan, by what is known of the sheet in this execution; else the kind begins by itself. */
  begin?(job: Job): Scan | Refusal;
  /** Takes back what was made, when the job cannot begin. */
  takeBack?(): void;
}

/** Where the results of a job stand: "G–J". */
export function resultsIn(outputs: FieldColumn[]): JobSummary["results"] {
  const numbers = outputs.map(({ column }) => column);
  const [column, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length === 0) return null;
  return { column, letters: [...new Set([column, last])].map(columnLetter).join("–") };
}

export const NOTHING_UNDONE: UndoView = {
  ...NOTHING_TAKEN,
  cells: 0,
  removedFields: [],
  clearedFields: [],
  listRows: 0,
};

/** Questions whose turn has come just now. */
export interface Asking<Name extends KindName> {
  world: World;
  job: JobOf<Name>;
  service: JobService;
  limiter: Limiter;
  questions: Question[];
  startMs: number;
  /** All properties, as they were read with the turn. */
  properties: Record<string, string>;
  /** The driver's lane, which asks again only after this answer. */
  lane: number;
}

/** What has come of one question, and what it has cost. */
export interface Answered {
  answer: Answer;
  charge: Charge | ChargeInAll;
}

export interface Asked extends Pick<AskReport, "stop" | "words"> {
  answered: Answered[];
  /** Properties of the job to be kept along with the costs; what cannot be kept is lost. */
  kept: Record<string, string>;
}

/** Sends a call for each question, and tells the limiter of 429s. */
export function askEach<Name extends KindName, Result>(
  { service, limiter, questions }: Pick<Asking<Name>, "service" | "limiter" | "questions">,
  callFor: (question: Question) => ServiceCall<Result>,
  answerTo: (question: Question, outcome: Outcome<Result>) => Answered,
): Asked {
  const outcomes = service.client.askAll(questions.map(callFor));
  noteRefusals(limiter, outcomes);
  const answered = questions.map((question, i) => answerTo(question, outcomes[i] as Outcome<Result>));
  return { answered, kept: {}, ...wordsOf(errorsIn(outcomes)) };
}

const errorsIn = (outcomes: Outcome<unknown>[]): ServiceError[] =>
  outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));

/** What failures say about the job: one of the account, which every other call would meet as well, stops it. */
export function wordsOf(errors: ServiceError[]): Pick<Asked, "stop" | "words"> {
  const ofAccount = errors.find(isAccountFailure);
  return {
    stop: ofAccount ? refusalOf(ofAccount) : null,
    words: errors.find(({ code }) => code === "NO_ANSWER")?.detail ?? "",
  };
}

/** The answer to a question beside whose input the failure is written, unless asking again may help. */
export function failedAnswer({ key, attempts }: Question, error: ServiceError): Answer {
  if (isAccountFailure(error)) return { key, state: "unasked" };
  const retryMs = nextWaitMs(retryReason(error), attempts + 1);
  return { key, state: "failed", code: error.code, entry: { cells: [failureCell(error.code)] }, retryMs };
}
