import { expect } from "@jest/globals";
import type { AppendParts, ListPlace } from "../../../../src/runs/append/append-list";
import { emailColumns } from "../../../../src/runs/find/emails-list";
import {
  type AppendedEmails,
  type AppendState,
  appendEmails,
  type CompanyEmails,
  makeEmailColumns,
  NOTHING_APPENDED,
  prepareEmailSheet,
} from "../../../../src/runs/find/emails-sheet";
import { isRefused } from "../../../../src/runs/run-refusal";
import type { ListTarget } from "../../../../src/runs/views";
import type { CellValue } from "../../../../src/sheet/table";
import { createFakeBook, type FakeBook } from "../../support/fake-book";
import { createFakeCache, type FakeCache } from "../../support/fake-cache";

export const COLUMNS = emailColumns(["size"]);

/** A run that writes emails, as one that follows the other slices. */
export interface EmailRun {
  run: Parameters<typeof appendEmails>[1];
  append(companies: CompanyEmails[], isFresh?: boolean): AppendedEmails;
  /** The execution ends when the emails are written, before it has kept its state. */
  appendAndDie(companies: CompanyEmails[]): void;
}

/** A spreadsheet in memory for found emails. */
export interface EmailWorld {
  book: FakeBook;
  cache: FakeCache;
  parts: AppendParts;
  passMs(ms: number): void;
  /** @param target a new sheet, when it is not given */
  prepare(target?: ListTarget): ListPlace;
  createRun(place: ListPlace, id?: string): EmailRun;
  sheet(name?: string): FakeBook["sheets"][number];
  /** What stands below a header, blanks included. */
  column(header: string, sheet?: string): CellValue[];
}

export function createEmailWorld(): EmailWorld {
  let nowMs = 0;
  let ids = 0;
  const book = createFakeBook();
  const cache = createFakeCache(() => nowMs);
  const texts = new Map<string, string>();
  const parts: AppendParts = {
    book,
    sheets: book,
    cache,
    clock: { nowMs: () => nowMs, sleep: () => {} },
    lock: { tryLock: () => true, release: () => {} },
    store: {
      get: (name) => texts.get(name) ?? null,
      set: (name, text) => void texts.set(name, text),
      remove: (name) => void texts.delete(name),
      all: () => Object.fromEntries(texts),
    },
    newId: () => `g${++ids}`,
    openService: () => {
      throw new Error("asked for nothing");
    },
  };
  const sheet: EmailWorld["sheet"] = (name = "Emails") => {
    const found = book.sheets.find((each) => each.name === name);
    if (!found) throw new Error(`no sheet ${name}`);
    return found;
  };
  return {
    book,
    cache,
    parts,
    sheet,
    passMs(ms) {
      nowMs += ms;
    },
    prepare(target = { kind: "new", sheetName: "" }) {
      const place = got(prepareEmailSheet(parts, target, COLUMNS));
      const refused = target.kind === "new" ? makeEmailColumns(parts, { ...place, columns: COLUMNS }) : null;
      if (refused) throw new Error(refused.message);
      return place;
    },
    createRun(place, id = "run1") {
      let state: AppendState = NOTHING_APPENDED;
      const run = { id, emails: { ...place, columns: COLUMNS } };
      return {
        run,
        append(companies, isFresh = false) {
          const appended = got(appendEmails(parts, run, companies, state, isFresh));
          state = appended.state;
          return appended;
        },
        appendAndDie(companies) {
          let isDead = false;
          book.onCall = (name) => {
            isDead ||= name === "flush";
            if (isDead) throw new Error("killed");
          };
          expect(() => appendEmails(parts, run, companies, state, false)).toThrow("killed");
          book.onCall = () => {};
        },
      };
    },
    column(header, name) {
      const [first = [], ...rows] = sheet(name).rows;
      return rows.map((row) => row[first.indexOf(header)] ?? "");
    },
  };
}

function got<Value extends object>(value: Value): Exclude<Value, { ok: false }> {
  if (isRefused(value)) throw new Error(JSON.stringify(value));
  return value as Exclude<Value, { ok: false }>;
}

/** So many emails of a company; the cells are those of `COLUMNS`. */
export function emailsOf(asked: string, names: string[], company = asked): CompanyEmails {
  const verifiedAt = "2026-05-01 10:20:30+00:00";
  const rows = names.map((name) => {
    const email = `${name}@${company}`;
    return { email, cells: [asked, email, "professional", name, "", `id-${name}`, "VALID", verifiedAt, "11-50"] };
  });
  return { company, rows };
}
