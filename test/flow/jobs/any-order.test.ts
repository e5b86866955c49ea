import { expect, test } from "@jest/globals";
import { createRandom } from "../../../local/random";
import type { ColumnJobChoices } from "../../../src/jobs/protocol";
import { columnLetter } from "../../../src/sheet/table";
import { enrichChoices } from "./enrich-document";
import { companies, domains } from "./find-document";
import { type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, shown } from "./lists";

// Several jobs of one list and people who work in it between them, drawn from a seed; in the end all jobs are undone in
// any order. Nobody does anything while a job runs: that happens in random worlds.

const KINDS = {
  enrich: {
    fields: ["company_domain", "name", "size", "industry", "location.city", "website"].map((field, i) =>
      i === 0 ? field : `company_enrichment.${field}`,
    ),
    inputs: domains(12, "order"),
    hidden: "details for",
  },
  verify: {
    fields: ["email_status", "type", "verdict", "disposable", "domain"],
    inputs: Array.from({ length: 12 }, (_, i) => `order${i}@company${i % 5}.example`),
    hidden: "verified for",
  },
} as const;
type Kind = keyof typeof KINDS;

const ACTS_A_DAY = 12;
const TAG = "Contact";
const INPUT = "Website";
const NOTE = "Note";

interface Row {
  input: string;
  note: string;
  /** True from an edit until the next job. What undoing finds there says nothing of the input that it has now. */
  isEdited: boolean;
}

const world = jobWorld();

const choicesOf = (document: JobDocument, kind: Kind, rows: "all" | "todo", fields: readonly string[]) =>
  ({
    ...enrichChoices(document, { rows: { kind: rows }, fields: [...fields], column: columnNamed(document, INPUT) }),
    kind,
  }) as ColumnJobChoices;

/** The result of every input in every field. */
async function answersOf(kind: Kind): Promise<Map<string, Record<string, string>>> {
  const { inputs, fields } = KINDS[kind];
  const document = world.open(companies([...inputs]));
  await document.drive(await document.start(choicesOf(document, kind, "all", fields)));
  return new Map(document.rows().map((row) => [row[INPUT] ?? "", row]));
}

async function liveADay(kind: Kind, seed: number, answers: Map<string, Record<string, string>>): Promise<void> {
  const random = createRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const { fields, inputs, hidden } = KINDS[kind];
  const [first, ...others] = fields;
  const list = companies(Array.from({ length: 3 + below(4) }, () => pick(inputs)));
  const document = world.open(list);
  const { keyboard } = document.user;
  const people = new Map<string, Row>(
    list.slice(1).map(([tag = "", input = "", note = ""]) => [tag, { input, note, isEdited: false }]),
  );
  /** Texts that somebody has typed over results, with their rows. */
  const typed = new Map<string, string>();
  const jobs: string[] = [];
  /** The rows of all jobs that did all rows, and their fields. */
  const done = new Map<string, { tags: Set<string>; fields: readonly string[] }>();
  const log = [`seed ${seed}`];
  let names = 0;

  const rowOf = (tag: string): number => shown(document).findIndex((row) => row.includes(tag)) + 1;
  const at = (column: number, row: number): string => `${columnLetter(column)}${row}`;
  const textAt = (column: number, row: number): string => keyboard.shows(SHEET, at(column, row))[0]?.[0] ?? "";
  const resultColumns = (): number[] =>
    (shown(document)[0] ?? []).flatMap((name, i) => ([TAG, INPUT, NOTE, hidden].includes(name) ? [] : [i + 1]));

  /** The results of the jobs that are not undone, which nobody may take away. */
  const paidFor = (): string[] =>
    document.rows().flatMap((row) =>
      fields.flatMap((field) => {
        const isPaid = [...done.values()].some((job) => job.tags.has(row[TAG] ?? "") && job.fields.includes(field));
        return isPaid ? [`${row[TAG]} ${field}: ${row[field]}`] : [];
      }),
    );

  function check(isAfterJob: boolean): void {
    const rows = document.rows().filter((row) => row[TAG] !== "");
    const own = rows.map((row) => [row[TAG], row[INPUT], row[NOTE]].join());
    expect({ log, own: own.sort() }).toEqual({
      log,
      own: [...people].map(([tag, { input, note }]) => [tag, input, note].join()).sort(),
    });
    for (const [text, tag] of typed) {
      const places = rows.filter((row) => Object.values(row).includes(text)).map((row) => row[TAG]);
      // A job that does the row again writes over it.
      if (isAfterJob && places.length === 0) typed.delete(text);
      else expect({ log, text, places }).toEqual({ log, text, places: [tag] });
    }
    for (const row of rows.filter((each) => !people.get(each[TAG] ?? "")?.isEdited))
      for (const field of fields) {
        const is = row[field] ?? "";
        const ought = answers.get(row[INPUT] ?? "")?.[field];
        if (is !== "" && !typed.has(is)) expect({ log, row, field, is }).toEqual({ log, row, field, is: ought });
      }
  }

  const acts: Record<string, () => string | Promise<string>> = {
    async job() {
      const rows = random() < 0.4 ? "all" : "todo";
      const chosen = [first, ...others.filter(() => random() < 0.4)];
      await document.drive(await document.start(choicesOf(document, kind, rows, chosen)));
      const { id } = await document.last();
      jobs.push(id);
      for (const row of people.values()) row.isEdited = false;
      if (rows === "all") done.set(id, { tags: new Set(people.keys()), fields: chosen });
      check(true);
      return `${id} of ${rows}: ${chosen.join()}`;
    },
    async undo() {
      const [id] = jobs.splice(below(jobs.length), 1);
      if (id === undefined) return "nothing";
      const told = await document.undo(id, "look");
      done.delete(id);
      const before = paidFor();
      expect({ log, told: await document.undo(id) }).toEqual({ log, told });
      expect({ log, id, paid: paidFor() }).toEqual({ log, id, paid: before });
      check(false);
      return `${id} ${JSON.stringify(told)}`;
    },
    types() {
      const tag = pick([...people.keys()]);
      const column = resultColumns()[below(resultColumns().length)];
      if (column === undefined) return "nothing";
      const text = `typed ${names++}`;
      typed.delete(textAt(column, rowOf(tag)));
      keyboard.type(SHEET, at(column, rowOf(tag)), text);
      typed.set(text, tag);
      return `${text} beside ${tag}`;
    },
    edits() {
      const tag = pick([...people.keys()]);
      const row = people.get(tag) as Row;
      Object.assign(row, { input: pick(inputs), isEdited: true });
      for (const { tags } of done.values()) tags.delete(tag);
      keyboard.type(SHEET, at(columnNamed(document, INPUT), rowOf(tag)), row.input);
      return `${tag} is ${row.input}`;
    },
    inserts() {
      const tag = `Name ${++names}x`;
      const row = { input: pick(inputs), note: `note ${names}`, isEdited: false };
      const place = 2 + below(people.size + 1);
      keyboard.insert(SHEET, "rows", place, 1);
      const cells = { [TAG]: tag, [INPUT]: row.input, [NOTE]: row.note };
      for (const [name, text] of Object.entries(cells))
        keyboard.type(SHEET, at(columnNamed(document, name), place), text);
      people.set(tag, row);
      return `${tag} in row ${place}`;
    },
    deletes() {
      if (people.size < 3) return "nothing";
      const tag = pick([...people.keys()]);
      for (const [text, beside] of typed) if (beside === tag) typed.delete(text);
      keyboard.delete(SHEET, "rows", rowOf(tag), 1);
      people.delete(tag);
      return tag;
    },
    sorts() {
      const [header = [], ...rows] = shown(document);
      keyboard.sort(SHEET, `A2:${at(header.length, rows.length + 1)}`, columnNamed(document, NOTE), random() < 0.5);
      return "by the notes";
    },
    moves() {
      const width = shown(document)[0]?.length ?? 1;
      const [column, before] = [1 + below(width), 1 + below(width + 1)];
      if (before !== column && before !== column + 1) keyboard.move(SHEET, "columns", column, 1, before);
      return `column ${column} before ${before}`;
    },
  };
  const doIt = async (name: string): Promise<void> => void log.push(`${name}: ${await acts[name]?.()}`);

  for (let i = 0; i < ACTS_A_DAY; i++) await doIt(pick(["job", ...Object.keys(acts)]));
  while (jobs.length > 0) await doIt("undo");
  const left = document
    .rows()
    .flatMap((row) =>
      people.get(row[TAG] ?? "")?.isEdited
        ? []
        : Object.entries(row).filter(
            ([name, text]) => ![TAG, INPUT, NOTE].includes(name) && text !== "" && !typed.has(text),
          ),
    );
  expect({ log, left }).toEqual({ log, left: [] });
}

test.each<Kind>(["enrich", "verify"])(
  "whatever happened between several jobs of %s, undoing all leaves what is people's @slow",
  async (kind) => {
    const answers = await answersOf(kind);
    for (let seed = 1; seed <= 4; seed++) await liveADay(kind, seed, answers);
  },
);
