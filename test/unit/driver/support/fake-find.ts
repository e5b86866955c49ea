import type { RunCalls } from "../../../../sidebar/driver/run-calls";
import type { Refusal } from "../../../../src/result";
import type { Look, RowFill, SliceAnswer, SliceItem, SliceReport, SliceRequest } from "../../../../src/runs/slices";
import { COUNTS, LOST, report } from "./drive";

/** A server that finds emails, and a sheet that keeps what is written. */
export interface FakeFind {
  calls: RunCalls;
  /** Questions in the order in which they were asked. */
  asked: string[];
  /** Each write's rows. */
  writes: RowFill[][];
  /** Rows that have their result. */
  done: Set<number>;
  /** Emails in their sheet, by company. */
  emails: Map<string, string[]>;
  mostWritesAtOnce: number;
  /** Writing takes so many times as long as asking. */
  slowness: number;
  /** What becomes of the next writes instead of being written. */
  nextWrites: ("lost" | "written and lost" | "busy" | Refusal)[];
  answer(item: SliceItem): SliceAnswer;
  ends: string[];
}

/** @param keys what stands in the rows, from 0 on */
export function createFakeFind(keys: string[]): FakeFind {
  let writing = 0;
  const fake: FakeFind = {
    asked: [],
    writes: [],
    done: new Set(),
    emails: new Map(),
    mostWritesAtOnce: 0,
    slowness: 1,
    nextWrites: [],
    ends: [],
    answer: ({ key }) => ({
      key,
      state: "answered",
      cells: [2],
      isFree: false,
      company: key,
      emails: ["a", "b"].map((name) => ({ email: `${name}@${key}`, cells: [key, `${name}@${key}`] })),
    }),
    calls: {
      lookAhead: async () => ({ ok: true, data: look() }),
      prepareRun: async () => ({ ok: true, data: {} as never }),
      async endRun({ state }) {
        fake.ends.push(state);
        return { ok: true, data: {} as never };
      },
      async runSlice(request) {
        if (request.ask.length > 0) return { ok: true, data: await ask(request) };
        const fate = fake.nextWrites.shift();
        if (fate === "lost") return LOST;
        if (fate === "busy") return { ok: true, data: report({ isWriterBusy: true }) };
        if (fate && typeof fate === "object") return { ok: true, data: report({ stop: fate }) };
        const data = await write(request);
        return fate ? LOST : { ok: true, data };
      },
    },
  };

  const look = (): Look => ({
    taken: [0],
    busy: [],
    chunks: 1,
    counts: COUNTS,
    fill: [],
    ask: keys.flatMap((key, row) => (fake.done.has(row) ? [] : [{ row, key, text: key }])),
  });

  async function ask({ ask: items, fill }: SliceRequest): Promise<SliceReport> {
    if (fill.length > 0) throw new Error("Asked and written at the same time.");
    await Promise.resolve();
    fake.asked.push(...items.map(({ key }) => key));
    return report({ answers: items.map(fake.answer) });
  }

  async function write({ fill }: SliceRequest): Promise<SliceReport> {
    writing++;
    fake.mostWritesAtOnce = Math.max(fake.mostWritesAtOnce, writing);
    for (let i = 0; i < fake.slowness; i++) await Promise.resolve();
    writing--;
    fake.writes.push(fill);
    let emailsWritten = 0;
    for (const { row, key, company = key, emails = [] } of fill) {
      fake.done.add(row);
      const there = fake.emails.get(company) ?? [];
      const added = emails.map(({ email }) => email).filter((email) => !there.includes(email));
      emailsWritten += added.length;
      fake.emails.set(company, [...there, ...added]);
    }
    return report({ batchCalls: 0, writtenRows: fill.length, emailsWritten });
  }

  return fake;
}
