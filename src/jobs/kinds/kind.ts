import type { TakenRows } from "../../lists/take-out-rows";
import type { Limiter } from "../../pacing/limiter";
import { type Refusal, refusalOf } from "../../result";
import type { Outcome } from "../../service/client";
import { isAccountFailure } from "../../service/errors";
import type { Operation } from "../../service/operations";
import type { Cost, CostBefore } from "../credits";
import type { JobWish, KindName, Question, ScanRequest, UndoRequest, WishOf, WriteRequest } from "../protocol";
import type { JobOf, ListPlace, PaidService, World } from "../record";
import type { Answer, AskReport, Scan, WriteReport, WrittenView } from "../views";

/** A kind of job: how it finds its questions, asks them and writes the answers. */
export interface Kind<Name extends KindName> {
  operation: Operation;
  /** The most that one question can cost, in half credits. */
  worstHalves(wish: WishOf<Name>): number;
  /** The name of 8 characters by which claims and the ledger know a question of a job. */
  questionId(key: string, jobId: string): string;
  /** Finds what is to be asked in a stretch; free, and nothing is changed. */
  scan(world: World, job: JobOf<Name>, request: Pick<ScanRequest, "stretch" | "stretches">): Scan | Refusal;
  /** Sends questions whose turn has come just now and whose credits are held. Touches no sheet. */
  ask(asking: Asking<Name>): Answer[];
  /** Puts answers into the sheet. One driver writes at a time; written again, they change nothing. */
  write(world: World, job: JobOf<Name>, request: WriteRequest): Partial<WriteReport> | Refusal;
  /** Finds the list that a job appends to, or makes a sheet for it; under the document lock. `null` if it appends none. */
  prepare(world: World, wish: WishOf<Name>, id: string): PreparedList | Refusal | null;
  /** Takes what a job has appended out of its list, or the sheet of the list; `null` if it appends none. */
  takeOut(world: World, job: JobOf<Name>, request: UndoRequest): TakenRows | Refusal | null;
  /** Tells what a job has appended to its list; `null` if it appends none. */
  written(job: JobOf<Name>, properties: Record<string, string>): WrittenView | null;
}

/** A list that was prepared for a job, and how to take it back when the job cannot begin. */
export interface PreparedList {
  list: ListPlace;
  /** The job in a line; the name of its column if it is left out. */
  title?: string;
  /** Properties to be kept along with the record. */
  also?: Record<string, string>;
  /** The wish as it is kept. */
  kept?: JobWish;
  takeBack(): void;
}

/** Questions whose turn has come just now. */
export interface Asking<Name extends KindName> {
  world: World;
  job: JobOf<Name>;
  service: PaidService;
  limiter: Limiter;
  questions: Question[];
  startMs: number;
  /** All properties, as they were read with the turn. */
  properties: Record<string, string>;
  /** Of the driver: it asks again only after its answer. */
  lane: number;
  /** The place to say why the job cannot go on. */
  report: Pick<AskReport, "stop" | "words">;
  before(key: string): CostBefore;
  /** Notes what a question has cost the job in all. What is not noted stays held at the worst. */
  note(key: string, cost: Cost): void;
  /** Keeps more properties of the job along with the costs; what cannot be kept is lost. */
  keep(entries: Record<string, string>): void;
}

/** Slows everybody down after 429s, and stops for what no other call would get past. */
export function noteOutcomes(
  { limiter, report }: Pick<Asking<KindName>, "limiter" | "report">,
  outcomes: Outcome<unknown>[],
): void {
  const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  const refused = errors.filter(({ status }) => status === 429).length;
  if (refused > 0) limiter.noteRefusals(refused);
  report.words = errors.find(({ code }) => code === "NO_ANSWER")?.detail ?? report.words;
  const ofAccount = errors.find(isAccountFailure);
  if (ofAccount) report.stop = refusalOf(ofAccount);
}
