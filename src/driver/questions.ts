import type { Entry, Question } from "../jobs/protocol";
import type { Answer, AnswerEntry, Scan, ScannedQuestion, WriteReport } from "../jobs/views";
import { isFault, unfinishedCell } from "../service/errors";
import type { ServiceFailures } from "./failures";
import type { Open, Queue } from "./queue";

/** The wait for a question that somebody else is asking, or that got no turn. */
const UNASKED_WAIT_MS = 4_000;

/** The wait for a question while the service is silent or fails for everything. */
export const OUTAGE_WAIT_MS = 5_000;

type FailedAnswer = Extract<Answer, { state: "failed" }>;

/** Each question is asked once, and its answer goes to the entries. */
export class Questions {
  private readonly open: Open[] = [];
  private readonly asked = new Map<string, Open>();
  /** When true, nothing more is asked, and parts of answers are written as they are. */
  private isInterrupted = false;

  constructor(
    private readonly queue: Queue,
    private readonly entries: Entries,
    private readonly nowMs: () => number,
  ) {}

  private addOne({ row, ...question }: ScannedQuestion): void {
    const { key } = question;
    const known = this.asked.get(key) ?? this.open.find((each) => each.key === key);
    if (known) {
      if (row > 0 && !known.rows.includes(row)) known.rows.push(row);
      return;
    }
    this.open.push({
      ...question,
      attempts: 0,
      rows: row > 0 ? [row] : [],
      notBeforeMs: 0,
      isAlone: false,
      seenAnswers: null,
    });
    this.queue.add(key);
  }

  private putOff(question: Open): void {
    this.open.push(question);
    if (this.isInterrupted) this.writePart(question);
  }

  /** The question is asked again when the job goes on. */
  private writePart({ key, rows, part }: Open): void {
    if (!part) return;
    const cells = part.cells.map((cell) => (typeof cell === "string" ? unfinishedCell(cell) : cell));
    this.entries.add({ ...part, cells, key, rows });
  }

  private retry(question: Open, answer: FailedAnswer, waitMs: number): void {
    // The id belonged to another address, so the address itself is asked.
    const isOther = answer.code === "OTHER_EMAIL";
    this.putOff({
      ...question,
      ...(isOther ? { anonId: "" } : { attempts: question.attempts + 1 }),
      notBeforeMs: this.nowMs() + waitMs,
      isAlone: answer.code === "NO_ANSWER",
    });
  }

  private takeFailure(question: Open, answer: FailedAnswer, service: ServiceFailures): AnswerEntry | null {
    const { entry } = answer;
    const isPassed = answer.retryMs === null && service.isPassing(answer.code, question.seenAnswers);
    const failure = isFault(answer) ? undefined : entry;
    const passed = { ...question, attempts: 0, seenAnswers: service.answers(), failure };
    if (isPassed) this.retry(passed, answer, OUTAGE_WAIT_MS);
    else if (answer.retryMs !== null) this.retry(question, answer, answer.retryMs);
    else {
      this.entries.answer(question.key, question.rows, entry);
      return entry;
    }
    return null;
  }

  /** Everything that is not in the sheet yet, by key: the rows that wait for it. */
  unwritten(): Map<string, Set<number>> {
    const rowsOf = new Map<string, Set<number>>();
    for (const { key, rows } of [...this.open, ...this.asked.values(), ...this.entries.unwritten()])
      rowsOf.set(key, new Set([...(rowsOf.get(key) ?? []), ...rows]));
    return rowsOf;
  }

  /**
   * @param before what waited to be asked or written when the scan began: such rows are no new work
   * @returns the number of questions and entries to be done
   */
  add({ ask, write, mostQuestions }: Scan, before: ReadonlyMap<string, ReadonlySet<number>>): number {
    const isNew = (key: string, rows: number[]): boolean =>
      !this.entries.isUnwritable(key) && !rows.every((row) => before.get(key)?.has(row));
    const toAsk = ask.filter(({ key, row }) => isNew(key, [row]));
    const toWrite = write.filter(({ key, rows }) => isNew(key, rows));
    for (const question of toAsk) {
      const { key, row } = question;
      const answer = this.entries.answerTo(key);
      if (answer) this.entries.add({ ...answer, rows: row > 0 ? [row] : [] });
      else this.addOne(question);
    }
    for (const entry of toWrite) {
      const answer = this.entries.answerTo(entry.key);
      // If the same question was asked for another row, its answer says more.
      this.entries.add(answer ? { ...answer, rows: entry.rows } : entry);
    }
    this.queue.permit(mostQuestions);
    return toAsk.length + toWrite.length;
  }

  waiting(): number {
    return this.open.length;
  }

  askable(): number {
    return this.queue.askable(this.open).length;
  }

  areAllAmong(keys: ReadonlySet<string>): boolean {
    return this.queue.askable(this.open).every(({ key }) => keys.has(key));
  }

  untold(): number {
    return this.queue.untold(this.open);
  }

  isBehind(): boolean {
    return this.queue.isBehind(this.entries.unwritten(), this.open, this.asked.size);
  }

  /** @param beyondCap keys of questions that were refused because the cap was reached */
  nextBatch(most: number, beyondCap: ReadonlySet<string>): { questions: Question[]; waitMs: number } {
    const now = this.nowMs();
    this.queue.sort(this.open, beyondCap);
    const wanted = this.queue.askable(this.open);
    const [first] = wanted;
    if (!first) return { questions: [], waitMs: 0 };
    const ready = wanted.filter(
      ({ isAlone, notBeforeMs }) => !isAlone && notBeforeMs <= Math.max(now, first.notBeforeMs),
    );
    const batch = first.isAlone ? [first] : ready.slice(0, most);
    for (const question of batch) {
      this.open.splice(this.open.indexOf(question), 1);
      this.asked.set(question.key, question);
      this.queue.asked(question);
    }
    const questions = batch.map(({ key, text, anonId, attempts }) => ({ key, text, anonId, attempts }));
    return { questions, waitMs: Math.ceil(Math.max(0, first.notBeforeMs - now)) };
  }

  /** @param service tells failures that are not the question's own @returns `null` if the question is asked again */
  take(answer: Answer, service: ServiceFailures): AnswerEntry | null {
    const question = this.asked.get(answer.key);
    if (!question) return null;
    this.asked.delete(answer.key);
    if (answer.state === "answered") {
      this.entries.answer(question.key, question.rows, answer.entry);
      this.queue.answered(answer.key, answer.isNothing === true);
      for (const key of answer.next ?? []) this.addOne({ key, text: "", anonId: "", row: 0 });
      return answer.entry;
    }
    const part = fullerOf(question.part, answer.entry);
    if (part?.emails) question.part = part;
    if (answer.state === "failed")
      return this.takeFailure(question, { ...answer, entry: part ?? answer.entry }, service);
    this.putOff({ ...question, notBeforeMs: this.nowMs() + UNASKED_WAIT_MS });
    return null;
  }

  giveUp(): Map<string, AnswerEntry> {
    const given = new Map<string, AnswerEntry>();
    if (this.queue.hasPages || this.asked.size > 0 || !this.open.every(({ failure }) => failure)) return given;
    for (const { key, rows, failure } of this.open.splice(0)) {
      this.entries.answer(key, rows, failure as AnswerEntry);
      given.set(key, failure as AnswerEntry);
    }
    return given;
  }

  /** Called once the driver ends. Writes the parts of answers that have come, and later those that are put off. */
  interrupt(): void {
    this.isInterrupted = true;
    for (const question of this.open) this.writePart(question);
  }

  /** Puts back the questions of a lost call. Asking again is free if the service had answered. */
  giveBack(keys: string[]): void {
    for (const key of keys) {
      const question = this.asked.get(key);
      this.asked.delete(key);
      if (question) this.putOff(question);
    }
  }
}

const fullerOf = (before: AnswerEntry | undefined, now: AnswerEntry | undefined): AnswerEntry | undefined =>
  (before?.emails?.length ?? 0) > (now?.emails?.length ?? 0) ? before : now;

/**
 * Such a request stays below two megabytes and takes seconds. With fewer emails at once, searches would wait for their
 * writes where Google is slow, since there the number of calls counts.
 */
const MAX_OF_A_WRITE = { rows: 400, emails: 7_500, pages: 24 };

/** A write that failed may have been too much for one execution, so the next ones are smaller, down to this share. */
const LEAST_SHARE = 1 / 20;

/** After so many writes an entry is given up. */
export const MAX_WRITES = 5;

type Entries = ReturnType<typeof createEntries>;

/** Answers on their way into the sheet, with the rows that wait for them. */
export function createEntries(queue: Queue) {
  /** All answers, so that one can be written again when a later scan finds it missing. */
  const answers = new Map<string, Entry>();
  const toWrite = new Map<string, Entry>();
  const writing = new Map<string, Entry>();
  const attempts = new Map<string, number>();
  const unwritable = new Set<string>();
  let shareAtOnce = 1;
  const takeLessAtOnce = (): void => {
    shareAtOnce = Math.max(LEAST_SHARE, shareAtOnce / 2);
  };

  function add(entry: Entry): void {
    const before = toWrite.get(entry.key);
    const rows = [...new Set([...(before?.rows ?? []), ...entry.rows])];
    toWrite.set(entry.key, { ...before, ...entry, rows });
  }

  return {
    /** Adds a part of an answer, or a status that needed no question. */
    add,
    answer(key: string, rows: number[], answer: AnswerEntry): void {
      const entry: Entry = { ...answer, key, rows };
      answers.set(key, entry);
      add(entry);
    },
    answerTo: (key: string): Entry | undefined => answers.get(key),
    isUnwritable: (key: string): boolean => unwritable.has(key),
    unwritable: () => unwritable.size,
    unwritten: (): Entry[] => [...toWrite.values(), ...writing.values()],
    writableRows: () =>
      queue.writable(toWrite).reduce((sum, { rows, page }) => sum + (page ? page.companies.length : rows.length), 0),

    next(): Entry[] {
      const entries = firstOf(queue.writable(toWrite), shareAtOnce);
      for (const entry of entries) {
        toWrite.delete(entry.key);
        writing.set(entry.key, entry);
      }
      return entries;
    },

    wrote({ writtenKeys, lostKeys, leftKeys }: WriteReport): void {
      // Where many cells refuse, each has to be tried alone.
      if (leftKeys.length > 0) takeLessAtOnce();
      else shareAtOnce = 1;
      const done = new Set([...writtenKeys, ...lostKeys].filter((key) => writing.has(key)));
      for (const [key, entry] of writing) {
        if (!done.has(key) && !leftKeys.includes(key)) continue;
        writing.delete(key);
        const count = (attempts.get(key) ?? 0) + 1;
        attempts.set(key, count);
        if (done.has(key)) {
          attempts.delete(key);
          // The emails are in the sheet now. Another row of the same company gets only the status.
          if (queue.hasPages) answers.delete(key);
          else answers.set(key, { key, cells: entry.cells, rows: [], day: entry.day });
        } else if (count < MAX_WRITES) add(entry);
        else unwritable.add(key);
      }
      queue.written(done);
    },

    /**
     * Takes back the entries of a lost write. Writing them again leaves alone what is there already.
     * @param hasWaited true if they were not too much at once, but waited for a sheet in vain
     */
    putBack(entries: Entry[], hasWaited = false): void {
      if (!hasWaited) takeLessAtOnce();
      for (const entry of entries) {
        writing.delete(entry.key);
        add(entry);
      }
    },
  };
}

function firstOf(all: Entry[], mostShare: number): Entry[] {
  const entries: Entry[] = [];
  let [rows, emails, pages] = [0, 0, 0];
  for (const entry of all) {
    rows += entry.rows.length;
    emails += entry.emails?.length ?? 0;
    pages += entry.page ? 1 : 0;
    const share = Math.max(rows / MAX_OF_A_WRITE.rows, emails / MAX_OF_A_WRITE.emails, pages / MAX_OF_A_WRITE.pages);
    if (share > mostShare && entries.length > 0) break;
    entries.push(entry);
  }
  return entries;
}
