import type { Look, RowFill, SliceAnswer, SliceItem } from "../../src/runs/slices";

/** A question on its way: its rows may still grow while nobody asks it. */
interface Question extends SliceItem {
  /** Not before other questions have had their turn. */
  waitMs: number;
  isAlone: boolean;
}

/** Rows so near to a batch are written along with it. */
const NEAR_ROWS = 100;

/** So many rows are filled by one slice that asks nothing. */
export const FILL_ROWS = 200;

/** And they lie so close together that they are read in one call. */
const FILL_REACH_ROWS = 1_000;

/** What could not be written so often will not be. */
const MOST_FAILED_WRITES = 4;

/** What was lost on its way so often, while others may have arrived, will be again. */
const MOST_LOSSES = 12;

type Cells = RowFill["cells"];

type Found = Pick<RowFill, "emails" | "company">;

/**
 * Everything one driver knows of a run: each distinct address or company once, and the rows that wait for its answer.
 * @param isFinding answers are written by slices of their own, all rows of a company and its emails with the first
 */
export function createQuestions(isFinding = false) {
  const waiting: Question[] = [];
  const asked = new Map<string, Question>();
  const answers = new Map<string, Cells>();
  /** Rows that wait for an answer that is being got. */
  const followers = new Map<string, number[]>();
  let fills: RowFill[] = [];
  const failedWrites = new Map<string, number>();
  const losses = new Map<string, number>();

  /** Counts for each question. @returns false when one has come to the most */
  function count(times: Map<string, number>, most: number, keys: string[]): boolean {
    for (const key of new Set(keys)) times.set(key, (times.get(key) ?? 0) + 1);
    return keys.every((key) => (times.get(key) ?? 0) < most);
  }

  function settle({ key, rows }: Question, cells: Cells, found: Found = {}): void {
    answers.set(key, cells);
    const unwritten = [...(isFinding ? rows : []), ...(followers.get(key) ?? [])];
    fills.push(...unwritten.map((row, i) => ({ row, key, cells, ...(i === 0 ? found : {}) })));
    followers.delete(key);
  }

  return {
    /** Takes in what a look has found. @returns how many rows have something to be done */
    add({ ask, fill }: Pick<Look, "ask" | "fill">): number {
      const index = new Map(waiting.map((question) => [question.key, question]));
      for (const { row, key, text, anonId } of ask) {
        const cells = answers.get(key);
        const open = index.get(key);
        if (cells) fills.push({ row, key, cells });
        else if (asked.has(key)) followers.set(key, [...(followers.get(key) ?? []), row]);
        else if (open && Math.abs(row - (open.rows[0] ?? row)) <= NEAR_ROWS) open.rows.push(row);
        else if (open) followers.set(key, [...(followers.get(key) ?? []), row]);
        else {
          const question: Question = {
            key,
            text,
            rows: [row],
            attempts: 0,
            lastStartMs: null,
            waitMs: 0,
            isAlone: false,
          };
          if (anonId) question.anonId = anonId;
          waiting.push(question);
          index.set(key, question);
        }
      }
      fills.push(...fill);
      return ask.length + fill.length;
    },

    waiting: () => waiting.length,
    asking: () => asked.size,
    toFill: () => fills.length,
    answered: () => answers.size,

    /** The next batch, and the rows near it that have their answer already. */
    nextBatch(calls: number): { ask: SliceItem[]; fill: RowFill[]; waitMs: number } {
      const [first] = waiting;
      if (!first) return { ask: [], fill: [], waitMs: 0 };
      const batch = first.isAlone ? [first] : waiting.filter(({ isAlone }) => !isAlone).slice(0, calls);
      for (const question of batch) {
        waiting.splice(waiting.indexOf(question), 1);
        asked.set(question.key, question);
      }
      const rows = batch.flatMap((question) => question.rows);
      const ask = batch.map(({ waitMs, isAlone, ...item }) => item);
      const waitMs = Math.max(...batch.map((question) => question.waitMs));
      if (isFinding) return { ask, fill: [], waitMs };
      const from = Math.min(...rows) - NEAR_ROWS;
      const to = Math.max(...rows) + NEAR_ROWS;
      const fill = fills.filter(({ row }) => row >= from && row <= to).slice(0, FILL_ROWS);
      fills = fills.filter((each) => !fill.includes(each));
      return { ask, fill, waitMs };
    },

    /** Rows that only have to be written, at least one. */
    nextFill(mostEmails = Number.POSITIVE_INFINITY): RowFill[] {
      fills.sort((a, b) => a.row - b.row);
      const to = (fills[0]?.row ?? 0) + FILL_REACH_ROWS;
      let emails = 0;
      const isTooMuch = (fill: RowFill): boolean => {
        emails += fill.emails?.length ?? 0;
        return fill.row > to || emails > mostEmails;
      };
      const end = fills.findIndex((fill, i) => isTooMuch(fill) && i > 0);
      return fills.splice(0, Math.min(FILL_ROWS, end < 0 ? fills.length : end));
    },

    /** They were not written. */
    putBack(rows: RowFill[]): void {
      fills.push(...rows);
    },

    /**
     * Results that Google did not write are written again.
     * @param sent what was sent to be written
     * @returns false when that has been done often enough
     */
    writeAgain(unwritten: { row: number; key: string }[], sent: RowFill[]): boolean {
      for (const { row, key } of unwritten) {
        const cells = answers.get(key) ?? sent.find((fill) => fill.key === key)?.cells;
        if (cells) fills.push({ row, key, cells });
      }
      const keys = unwritten.map(({ key }) => key);
      return count(failedWrites, MOST_FAILED_WRITES, keys);
    },

    /**
     * Takes in an answer: it settles its rows, or the question waits for its next turn.
     * @param isSilent nothing is answered: the failure is none of this question's
     */
    take(answer: SliceAnswer, isSilent = false): void {
      const question = asked.get(answer.key);
      if (!question) return;
      asked.delete(answer.key);
      if (answer.state === "answered") settle(question, answer.cells, foundBy(answer));
      else if (answer.state === "unasked") waiting.push(question);
      else if (answer.state === "claimed") followers.delete(answer.key);
      else if (answer.retryMs === null) settle(question, answer.cells);
      else {
        const { anonId, ...byAddress } = question;
        const isOther = answer.code === "OTHER_EMAIL";
        waiting.push({
          ...(isOther ? byAddress : question),
          attempts: isOther || isSilent ? question.attempts : question.attempts + 1,
          lastStartMs: answer.startMs,
          waitMs: answer.retryMs,
          // What was sent together with a lost answer is sent again singly (facts 2.2).
          isAlone: answer.code === "NO_ANSWER",
        });
      }
    },

    /**
     * What became of them is not known: the next pass over the sheet shows what is still to be done.
     * @returns false when the same question was lost often enough
     */
    forget(items: SliceItem[]): boolean {
      for (const { key } of items) {
        asked.delete(key);
        followers.delete(key);
      }
      const keys = items.map(({ key }) => key);
      return count(losses, MOST_LOSSES, keys);
    },
  };
}

const foundBy = ({ emails, company }: Found): Found => ({
  ...(emails ? { emails } : {}),
  ...(company === undefined ? {} : { company }),
});

export type Questions = ReturnType<typeof createQuestions>;
