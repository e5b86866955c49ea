import { type Charge, type ChargeInAll, tellRefusals } from "../../asking/reply";
import { columnNumber } from "../../lists/rows";
import { NOTHING_TAKEN } from "../../lists/take-out-rows";
import type { Limiter } from "../../pacing/limiter";
import { nextWaitMs } from "../../pacing/turns";
import type { Refusal } from "../../result";
import { failureCell, isAccountFailure, refusalOf, retryReason, type ServiceError } from "../../service/errors";
import type { Outcome, ServiceCall } from "../../service/operations";
import type { FieldColumn } from "../../sheet/pinned-columns";
import { columnLetter, spansOf } from "../../sheet/table";
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

export interface Kind<Name extends KindName> {
  operation: JobOperation;
  /** The most that one question can cost. */
  worstHalves(choices: ChoicesOf<Name> | PlanRequestOf<Name>): number;
  /** False if the service does not tell whether an answer was free (service.domain-price). */
  tellsCosts: boolean;
  /** The short name of a question among claims. The ledger's name is made of it (`nameInLedger`). */
  questionId(key: string, jobId: string): string;
  /** The dry run is free and changes nothing. */
  plan(world: World, request: PlanRequestOf<Name>): Plan | Refusal;
  /** Checks the choices, pins the inputs, and finds or makes the list. Called under the document lock. */
  prepare(world: World, choices: ChoicesOf<Name>, id: string): Prepared | Refusal;
  /**
   * The first scan of an epoch, left out if it is like later ones. It checks that the places are the planned ones, and
   * completes a start that has died.
   */
  begin?(world: World, job: JobOf<Name>, epoch: number): Scan | Refusal;
  /** Finds what to ask in a stretch. Free; nothing is changed. */
  scan(world: World, job: JobOf<Name>, request: ScanPlace): Scan | Refusal;
  /** Sends questions whose turn has come and whose credits are held. Touches no sheet. */
  ask(step: AskBatch<Name>): Asked;
  /** Puts answers into the sheet. One driver writes at a time. Answers that are written again change nothing. */
  write(
    world: World,
    job: JobOf<Name>,
    request: WriteRequest,
    properties: Record<string, string>,
  ): Partial<WriteReport> | Refusal;
  /** Left out if the kind appends to no list. */
  written?(job: JobOf<Name>, properties: Record<string, string>): WrittenView;
  summarise(world: World, job: JobOf<Name>): Counted | Refusal;
  /** Takes away what a job has written, or only counts it. */
  undo(world: World, job: JobOf<Name>, request: UndoRequest): UndoView | Refusal;
  /** Keeps what has to be known even after the job is forgotten. Called under the document lock. */
  forget?(world: World, job: JobOf<Name>): void;
}

export type Counted = Partial<Omit<JobSummary, "job" | "left">> &
  Pick<Scan, "done"> & { toDo?: ScannedQuestion[]; filledCells?: number };

/** The stretches of one scan. After epoch 1 the driver does not know all answers. */
export interface ScanPlace extends Pick<ScanRequest, "stretch" | "stretches" | "epoch"> {
  /** True if a job goes on: a page that was closed has not counted its last write. */
  isToCount?: boolean;
}

export interface Prepared {
  title: string;
  place?: ColumnPlace;
  list?: ListPlace;
  /** Present if the record keeps other choices than those given. */
  kept?: JobChoices;
  also?: Record<string, string>;
  /** The first scan, with what this execution knows of the sheet. By default, the kind's `begin` or `scan` makes it. */
  begin?(job: Job): Scan | Refusal;
  takeBack?(): void;
}

/** The columns with the results of a job, such as "G–J". @param hidden nobody sees this column between others */
export function resultsIn(outputs: FieldColumn[], hidden: number | null): JobSummary["results"] {
  const columns = outputs.map(columnNumber);
  const isBetween = hidden !== null && hidden > Math.min(...columns) && hidden < Math.max(...columns);
  const spans = spansOf(isBetween ? [...columns, hidden] : columns);
  const [first] = spans;
  const lettersOf = ({ from, to }: (typeof spans)[number]): string =>
    [...new Set([from, to])].map(columnLetter).join("–");
  return first ? { column: first.from, letters: spans.map(lettersOf).join(", ") } : null;
}

export const NOTHING_UNDONE: UndoView = {
  ...NOTHING_TAKEN,
  cells: 0,
  rows: 0,
  headers: {},
  removedFields: [],
  clearedFields: [],
  endedWatches: 0,
  endedJobs: 0,
};

export interface AskBatch<Name extends KindName> {
  world: World;
  job: JobOf<Name>;
  service: JobService;
  limiter: Limiter;
  questions: Question[];
  startMs: number;
  /** As they were read with the turn. */
  properties: Record<string, string>;
  /** The driver asks again in this lane only after this answer. */
  lane: number;
}

export interface Answered {
  answer: Answer;
  charge: Charge | ChargeInAll;
}

export interface Asked extends Pick<AskReport, "stop" | "words"> {
  answered: Answered[];
  /** Properties that are kept along with the costs. What cannot be kept is lost. */
  kept: Record<string, string>;
}

/** Sends a call for each question, and tells the limiter of answers with status 429. */
export function askEach<Name extends KindName, Result>(
  { service, limiter, questions }: Pick<AskBatch<Name>, "service" | "limiter" | "questions">,
  callFor: (question: Question) => ServiceCall<Result>,
  answerTo: (question: Question, outcome: Outcome<Result>) => Answered,
): Asked {
  const outcomes = service.client.askAll(questions.map(callFor));
  tellRefusals(limiter, outcomes);
  const answered = questions.map((question, i) => answerTo(question, outcomes[i] as Outcome<Result>));
  return { answered, kept: {}, ...stopAndWords(errorsIn(outcomes)) };
}

const errorsIn = (outcomes: Outcome<unknown>[]): ServiceError[] =>
  outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));

/** A failure of the account stops the job, because every other call would fail as well. */
export function stopAndWords(errors: ServiceError[]): Pick<Asked, "stop" | "words"> {
  const ofAccount = errors.find(isAccountFailure);
  return {
    stop: ofAccount ? refusalOf(ofAccount) : null,
    words: errors.find(({ code }) => code === "NO_ANSWER")?.detail ?? "",
  };
}

/** The failure is written beside the input, unless asking again may help. */
export function failedAnswer({ key, attempts }: Question, error: ServiceError): Answer {
  if (isAccountFailure(error)) return { key, state: "unasked" };
  const retryMs = nextWaitMs(retryReason(error), attempts + 1);
  return { key, state: "failed", code: error.code, entry: { cells: [failureCell(error.code)] }, retryMs };
}
