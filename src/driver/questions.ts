import type { Entry, KindName, Question } from "../jobs/protocol";
import type { Answer, AnswerEntry, JobView, Scan, ScannedQuestion, ToldPrice, WriteReport } from "../jobs/views";
import { unfinishedCell } from "../service/errors";
import type { createServiceFailures } from "./failures";

/** A question, and the rows that wait for its answer. */
interface Open extends Question {
  rows: number[];
  /** Not before other questions have had their turn. */
  notBeforeMs: number;
  /** Asked by itself: what was sent together has been lost together. */
  isAlone: boolean;
  /** The most that an attempt which failed later has brought. */
  part?: AnswerEntry;
  /** The number of answers that had come when it was passed over, as everything failed; `null` if it never was. */
  seenAnswers: number | null;
  /** What it failed with then. */
  failure?: AnswerEntry;
}

/** The most of one write: such a request stays below a megabyte, and is written within seconds. */
const MOST_OF_A_WRITE = { rows: 400, emails: 5_000, pages: 24 };

/** A write that has failed may have been too much for one execution: the next ones are smaller, down to this share. */
const LEAST_SHARE = 1 / 20;

/**
 * A page that closes forgets what it has not written: no more rows or pages than this are bought ahead. Together with
 * those on their way, the ledger of a job still holds all.
 */
const MOST_UNWRITTEN: Record<KindName, number> = { verify: 780, find: 780, enrich: 780, companies: 40 };

/** Questions that others are asking, or that had no turn. */
const UNASKED_WAIT_MS = 4_000;

/** While the service is silent or fails for everything, nothing fails for good. */
export const OUTAGE_WAIT_MS = 5_000;

/** The most attempts to write the answer to a question. */
const MOST_WRITES = 5;

/** The price of a number of questions, each of which can cost as much as any of the job. */
export const priceOf = ({ halvesPerQuestion }: JobView, questions: number): ToldPrice => ({
  halves: questions * halvesPerQuestion,
  halvesOf: () => halvesPerQuestion,
});

/**
 * Everything one driver knows of the questions of a job: each is asked once, and written where it is wanted.
 * @param most the most different questions to ask; pages are limited by their scan
 * @param price the most that they may cost; `null` if nobody was told one
 */
export function createQuestions(kind: KindName, nowMs: () => number, most: number, price: ToldPrice | null) {
  // The pages of a search are written in their order.
  const isOrdered = kind === "companies";
  const waiting: Open[] = [];
  const asked = new Map<string, Open>();
  /** Keys of all that was ever handed out: a question that is asked again counts once. */
  const tried = new Set<string>();
  /** Everything that was answered, to be written again where a later scan finds it missing. */
  const answers = new Map<string, Entry>();
  const toWrite = new Map<string, Entry>();
  const writing = new Map<string, Entry>();
  const writes = new Map<string, number>();
  const unwritable = new Set<string>();
  let order: string[] = [];
  let triedHalves = 0;
  let shareAtOnce = 1;
  /** Pages that are still wanted; `null` for all. */
  let mostPages: number | null = null;
  /** Nothing more is asked: parts of answers are written as they are. */
  let isInterrupted = false;
  /** Pages that do not count towards it: answered, and not written yet. */
  const nothings = new Set<string>();

  function mayBeAsked(): Open[] {
    if (!isOrdered) {
      let left = most - tried.size;
      let leftHalves = price ? price.halves - triedHalves : 0;
      return waiting.filter(({ key }) => {
        if (tried.has(key)) return true;
        const halves = price?.halvesOf(key) ?? 0;
        if (left <= 0 || halves > leftHalves) return false;
        left--;
        leftHalves -= halves;
        return true;
      });
    }
    if (mostPages === null) return waiting;
    // Pages are counted from the front: one that has to wait is not overtaken by one that is not wanted.
    const front = new Set(order.slice(0, Math.max(0, mostPages + nothings.size)));
    return waiting.filter(({ key }) => front.has(key));
  }

  function queue({ row, ...question }: ScannedQuestion): void {
    const { key } = question;
    const open = asked.get(key) ?? waiting.find((each) => each.key === key);
    if (open) {
      if (row > 0 && !open.rows.includes(row)) open.rows.push(row);
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
    if (isOrdered) order.push(key);
  }

  /** Lets a question wait; if nothing more is asked, what has come of it is written. */
  function putOff(question: Open): void {
    waiting.push(question);
    if (isInterrupted && question.part) writePart(question, question.part);
  }

  function addWrite(entry: Entry): void {
    const before = toWrite.get(entry.key);
    const rows = [...new Set([...(before?.rows ?? []), ...entry.rows])];
    toWrite.set(entry.key, { ...before, ...entry, rows });
  }

  /** Writes the part of an answer; its question is asked again when the job goes on. */
  function writePart({ key, rows }: Open, { cells, ...part }: AnswerEntry): void {
    addWrite({
      ...part,
      cells: cells.map((cell) => (typeof cell === "string" ? unfinishedCell(cell) : cell)),
      key,
      rows,
    });
  }

  function settle({ key, rows }: Open, entry: AnswerEntry): void {
    const whole: Entry = { ...entry, key, rows };
    answers.set(key, whole);
    addWrite(whole);
  }

  function unwritten(): number {
    const all = [...toWrite.values(), ...writing.values()];
    return isOrdered ? all.length : all.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  /** In the order of the pages, or of the rows. */
  function writable(): Entry[] {
    if (!isOrdered) return [...toWrite.values()].sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
    const next: Entry[] = [];
    for (const key of order) {
      const entry = toWrite.get(key);
      if (!entry) break;
      next.push(entry);
    }
    return next;
  }

  function retry(question: Open, answer: Extract<Answer, { state: "failed" }>, waitMs: number): void {
    // The id was another address's: the address itself is asked.
    const isOther = answer.code === "OTHER_EMAIL";
    putOff({
      ...question,
      ...(isOther ? { anonId: "" } : { attempts: question.attempts + 1 }),
      notBeforeMs: nowMs() + waitMs,
      isAlone: answer.code === "NO_ANSWER",
    });
  }

  return {
    /** Takes in what a scan has found. @returns how much there is to be done */
    add({ ask, write, mostQuestions }: Scan): number {
      let found = 0;
      for (const question of ask) {
        const { key, row } = question;
        if (unwritable.has(key)) continue;
        found++;
        const answer = answers.get(key);
        if (answer) addWrite({ ...answer, rows: row > 0 ? [row] : [] });
        else queue(question);
      }
      for (const entry of write) {
        if (unwritable.has(entry.key)) continue;
        found++;
        const answer = answers.get(entry.key);
        // If it was asked for another row, the answer says more.
        addWrite(answer ? { ...answer, rows: entry.rows } : entry);
      }
      mostPages = mostQuestions;
      return found;
    },

    waiting: () => waiting.length,
    /** The number of those that may be asked. */
    askable: () => mayBeAsked().length,
    areAllAmong: (keys: Set<string>) => mayBeAsked().every(({ key }) => keys.has(key)),
    tried: () => tried.size,
    unwritable: () => unwritable.size,
    /** True if too much is bought and not written: nothing more is asked. */
    isBehind(): boolean {
      // The page that all others wait for may be asked again.
      if (isOrdered && waiting.some(({ key }) => key === order[0])) return false;
      return unwritten() + (isOrdered ? asked.size : 0) >= MOST_UNWRITTEN[kind];
    },
    writableRows: () =>
      writable().reduce((sum, { rows, page }) => sum + (page ? page.companies.length : rows.length), 0),

    /**
     * The next batch.
     * @param beyondCap keys that were refused for want of credits
     */
    nextBatch(calls: number, beyondCap: Set<string>): { questions: Question[]; waitMs: number } {
      const now = nowMs();
      const waitOf = ({ notBeforeMs }: Open): number => Math.max(0, notBeforeMs - now);
      const placeOf = ({ key }: Open): number => (beyondCap.has(key) ? order.length : 0) + order.indexOf(key);
      // Questions that have to wait come last; but a page is written only when all before it are there.
      waiting.sort(isOrdered ? (a, b) => placeOf(a) - placeOf(b) : (a, b) => waitOf(a) - waitOf(b));
      const wanted = mayBeAsked();
      const [first] = wanted;
      if (!first) return { questions: [], waitMs: 0 };
      const ready = wanted.filter(
        ({ isAlone, notBeforeMs }) => !isAlone && notBeforeMs <= Math.max(now, first.notBeforeMs),
      );
      const batch = first.isAlone ? [first] : ready.slice(0, calls);
      for (const question of batch) {
        waiting.splice(waiting.indexOf(question), 1);
        asked.set(question.key, question);
        if (price && !tried.has(question.key)) triedHalves += price.halvesOf(question.key);
        tried.add(question.key);
      }
      const questions = batch.map(({ key, text, anonId, attempts }) => ({ key, text, anonId, attempts }));
      return { questions, waitMs: Math.ceil(Math.max(0, first.notBeforeMs - now)) };
    },

    /**
     * Takes in what became of a question.
     * @param service tells failures that are not the question's
     * @returns its result; `null` if it is asked again
     */
    take(
      answer: Answer,
      service: Pick<ReturnType<typeof createServiceFailures>, "isPassing" | "answers">,
    ): AnswerEntry | null {
      const question = asked.get(answer.key);
      if (!question) return null;
      asked.delete(answer.key);
      const entry = fullerOf(question.part, answer.entry);
      if (entry?.emails) question.part = entry;
      if (answer.state === "unasked") {
        putOff({ ...question, notBeforeMs: nowMs() + UNASKED_WAIT_MS });
        return null;
      }
      if (answer.state === "answered") {
        settle(question, answer.entry);
        if (isOrdered && answer.isNothing) nothings.add(answer.key);
        for (const key of answer.next ?? []) queue({ key, text: "", anonId: "", row: 0 });
        return answer.entry;
      }
      const isPassed = answer.retryMs === null && service.isPassing(answer.code, question.seenAnswers);
      const passed = { ...question, attempts: 0, seenAnswers: service.answers(), failure: entry ?? answer.entry };
      if (isPassed) retry(passed, answer, OUTAGE_WAIT_MS);
      else if (answer.retryMs !== null) retry(question, answer, answer.retryMs);
      else {
        const result = entry ?? answer.entry;
        settle(question, result);
        return result;
      }
      return null;
    },

    /**
     * Gives up the questions that are left, if each of them has failed.
     * @returns their failures
     */
    giveUp(): Map<string, AnswerEntry> {
      const given = new Map<string, AnswerEntry>();
      if (asked.size > 0 || isOrdered || !waiting.every(({ failure }) => failure)) return given;
      for (const question of waiting.splice(0)) {
        settle(question, question.failure as AnswerEntry);
        given.set(question.key, question.failure as AnswerEntry);
      }
      return given;
    },

    /** Nothing more is asked: what has come of questions that were to be asked again is written. */
    interrupt(): void {
      isInterrupted = true;
      for (const question of waiting) if (question.part) writePart(question, question.part);
    },

    /** Takes back questions of a lost call. If they were answered, asking them again costs nothing. */
    giveBack(keys: string[]): void {
      for (const key of keys) {
        const question = asked.get(key);
        asked.delete(key);
        if (question) putOff(question);
      }
    },

    /** The next entries to write, as many as go into one write. */
    nextWrite(): Entry[] {
      const entries: Entry[] = [];
      let [rows, emails, pages] = [0, 0, 0];
      for (const entry of writable()) {
        rows += entry.rows.length;
        emails += entry.emails?.length ?? 0;
        pages += entry.page ? 1 : 0;
        const share = Math.max(
          rows / MOST_OF_A_WRITE.rows,
          emails / MOST_OF_A_WRITE.emails,
          pages / MOST_OF_A_WRITE.pages,
        );
        if (share > shareAtOnce && entries.length > 0) break;
        entries.push(entry);
      }
      for (const entry of entries) {
        toWrite.delete(entry.key);
        writing.set(entry.key, entry);
      }
      return entries;
    },

    /** Takes in what became of a write. */
    wrote({ writtenKeys, lostKeys, leftKeys }: WriteReport): void {
      shareAtOnce = 1;
      const done = new Set([...writtenKeys, ...lostKeys]);
      for (const [key, entry] of writing) {
        if (!done.has(key) && !leftKeys.includes(key)) continue;
        writing.delete(key);
        const count = (writes.get(key) ?? 0) + 1;
        writes.set(key, count);
        if (done.has(key)) {
          writes.delete(key);
          // Written once, its emails are there; another row of the same company gets its status alone.
          answers.set(key, { key, cells: entry.cells, rows: [], day: entry.day });
          if (isOrdered) answers.delete(key);
          const hasCounted = isOrdered && !nothings.delete(key);
          if (hasCounted && mostPages !== null) mostPages--;
        } else if (count < MOST_WRITES) addWrite(entry);
        else unwritable.add(key);
      }
      order = order.filter((key) => !done.has(key));
    },

    /** Takes back the entries of a lost write: written again, what is there already is left alone. */
    putBack(entries: Entry[]): void {
      shareAtOnce = Math.max(LEAST_SHARE, shareAtOnce / 2);
      for (const entry of entries) {
        writing.delete(entry.key);
        addWrite(entry);
      }
    },
  };
}

/** The one of two parts that holds more emails, the later one if they hold as many. */
const fullerOf = (before: AnswerEntry | undefined, now: AnswerEntry | undefined): AnswerEntry | undefined =>
  (before?.emails?.length ?? 0) > (now?.emails?.length ?? 0) ? before : now;
