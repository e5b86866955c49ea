import type { Question } from "../jobs/protocol";
import type { Answer, AnswerEntry, Scan, ScannedQuestion } from "../jobs/views";
import { unfinishedCell } from "../service/errors";
import type { Entries } from "./entries";
import type { ServiceFailures } from "./failures";
import type { Open, Queue } from "./queue";

/** Questions that others are asking, or that had no turn. */
const UNASKED_WAIT_MS = 4_000;

/** While the service is silent or fails for everything, nothing fails for good. */
export const OUTAGE_WAIT_MS = 5_000;

type FailedAnswer = Extract<Answer, { state: "failed" }>;

export type Questions = ReturnType<typeof createQuestions>;

/** The questions of a job that are not answered yet: each is asked once, and its answer goes to the entries. */
export function createQuestions(queue: Queue, entries: Entries, nowMs: () => number) {
  const waiting: Open[] = [];
  const asked = new Map<string, Open>();
  /** Nothing more is asked: parts of answers are written as they are. */
  let isInterrupted = false;

  function open({ row, ...question }: ScannedQuestion): void {
    const { key } = question;
    const known = asked.get(key) ?? waiting.find((each) => each.key === key);
    if (known) {
      if (row > 0 && !known.rows.includes(row)) known.rows.push(row);
      return;
    }
    waiting.push({
      ...question,
      attempts: 0,
      rows: row > 0 ? [row] : [],
      notBeforeMs: 0,
      isAlone: false,
      seenAnswers: null,
    });
    queue.add(key);
  }

  /** Lets a question wait; if nothing more is asked, what has come of it is written. */
  function putOff(question: Open): void {
    waiting.push(question);
    if (isInterrupted) writePart(question);
  }

  /** Writes the part of an answer; its question is asked again when the job goes on. */
  function writePart({ key, rows, part }: Open): void {
    if (!part) return;
    const cells = part.cells.map((cell) => (typeof cell === "string" ? unfinishedCell(cell) : cell));
    entries.add({ ...part, cells, key, rows });
  }

  function retry(question: Open, answer: FailedAnswer, waitMs: number): void {
    // The id was another address's: the address itself is asked.
    const isOther = answer.code === "OTHER_EMAIL";
    putOff({
      ...question,
      ...(isOther ? { anonId: "" } : { attempts: question.attempts + 1 }),
      notBeforeMs: nowMs() + waitMs,
      isAlone: answer.code === "NO_ANSWER",
    });
  }

  /** @returns its result; `null` if it is asked again */
  function takeFailure(question: Open, answer: FailedAnswer, service: ServiceFailures): AnswerEntry | null {
    const { entry } = answer;
    const isPassed = answer.retryMs === null && service.isPassing(answer.code, question.seenAnswers);
    const passed = { ...question, attempts: 0, seenAnswers: service.answers(), failure: entry };
    if (isPassed) retry(passed, answer, OUTAGE_WAIT_MS);
    else if (answer.retryMs !== null) retry(question, answer, answer.retryMs);
    else {
      entries.settle(question.key, question.rows, entry);
      return entry;
    }
    return null;
  }

  return {
    /** Takes in what a scan has found. @returns how much there is to be done */
    add({ ask, write, mostQuestions }: Scan): number {
      const toAsk = ask.filter(({ key }) => !entries.isUnwritable(key));
      const toWrite = write.filter(({ key }) => !entries.isUnwritable(key));
      for (const question of toAsk) {
        const { key, row } = question;
        const answer = entries.answerTo(key);
        if (answer) entries.add({ ...answer, rows: row > 0 ? [row] : [] });
        else open(question);
      }
      for (const entry of toWrite) {
        const answer = entries.answerTo(entry.key);
        // If it was asked for another row, the answer says more.
        entries.add(answer ? { ...answer, rows: entry.rows } : entry);
      }
      queue.permit(mostQuestions);
      return toAsk.length + toWrite.length;
    },

    waiting: () => waiting.length,
    /** The number of those that may be asked. */
    askable: () => queue.askable(waiting).length,
    areAllAmong: (keys: ReadonlySet<string>) => queue.askable(waiting).every(({ key }) => keys.has(key)),
    untold: () => queue.untold(waiting),
    /** True if too much is bought and not written: nothing more is asked. */
    isBehind: () => queue.isBehind(entries.unwritten(), waiting, asked.size),

    /**
     * Hands out the next batch.
     * @param most questions of it
     * @param beyondCap keys that were refused for want of credits
     */
    nextBatch(most: number, beyondCap: ReadonlySet<string>): { questions: Question[]; waitMs: number } {
      const now = nowMs();
      queue.sort(waiting, beyondCap);
      const wanted = queue.askable(waiting);
      const [first] = wanted;
      if (!first) return { questions: [], waitMs: 0 };
      const ready = wanted.filter(
        ({ isAlone, notBeforeMs }) => !isAlone && notBeforeMs <= Math.max(now, first.notBeforeMs),
      );
      const batch = first.isAlone ? [first] : ready.slice(0, most);
      for (const question of batch) {
        waiting.splice(waiting.indexOf(question), 1);
        asked.set(question.key, question);
        queue.asked(question.key);
      }
      const questions = batch.map(({ key, text, anonId, attempts }) => ({ key, text, anonId, attempts }));
      return { questions, waitMs: Math.ceil(Math.max(0, first.notBeforeMs - now)) };
    },

    /**
     * Takes in what became of a question.
     * @param service tells failures that are not the question's
     * @returns its result; `null` if it is asked again
     */
    take(answer: Answer, service: ServiceFailures): AnswerEntry | null {
      const question = asked.get(answer.key);
      if (!question) return null;
      asked.delete(answer.key);
      if (answer.state === "answered") {
        entries.settle(question.key, question.rows, answer.entry);
        queue.answered(answer.key, answer.isNothing === true);
        for (const key of answer.next ?? []) open({ key, text: "", anonId: "", row: 0 });
        return answer.entry;
      }
      const part = fullerOf(question.part, answer.entry);
      if (part?.emails) question.part = part;
      if (answer.state === "failed") return takeFailure(question, { ...answer, entry: part ?? answer.entry }, service);
      putOff({ ...question, notBeforeMs: nowMs() + UNASKED_WAIT_MS });
      return null;
    },

    /**
     * Gives up the questions that are left, if each of them has failed.
     * @returns their failures
     */
    giveUp(): Map<string, AnswerEntry> {
      const given = new Map<string, AnswerEntry>();
      if (!queue.mayGiveUp || asked.size > 0 || !waiting.every(({ failure }) => failure)) return given;
      for (const { key, rows, failure } of waiting.splice(0)) {
        entries.settle(key, rows, failure as AnswerEntry);
        given.set(key, failure as AnswerEntry);
      }
      return given;
    },

    /** Nothing more is asked: what has come of questions that were to be asked again is written. */
    interrupt(): void {
      isInterrupted = true;
      for (const question of waiting) writePart(question);
    },

    /** Takes back questions of a lost call. If they were answered, asking them again costs nothing. */
    giveBack(keys: string[]): void {
      for (const key of keys) {
        const question = asked.get(key);
        asked.delete(key);
        if (question) putOff(question);
      }
    },
  };
}

/** The one of two parts that holds more emails, the later one if they hold as many. */
const fullerOf = (before: AnswerEntry | undefined, now: AnswerEntry | undefined): AnswerEntry | undefined =>
  (before?.emails?.length ?? 0) > (now?.emails?.length ?? 0) ? before : now;
