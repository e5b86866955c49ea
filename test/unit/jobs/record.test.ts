import { expect, test } from "@jest/globals";
import { NO_LEDGER } from "../../../src/jobs/credits";
import { madeColumns, readMade, rememberMade } from "../../../src/jobs/kinds/made-columns";
import { addJob, type Job, removeJob } from "../../../src/jobs/record";

test("columns that one execution has made are remembered by another that finds them there", () => {
  const properties: Record<string, string> = {};
  const store = {
    setAll(texts: Record<string, string>) {
      Object.assign(properties, texts);
    },
  };
  expect(readMade(properties, "job")).toBeNull();
  rememberMade(store, properties, "job", ["list=email_status", "list:for"]);
  // Both have begun before either was done; this one has made none.
  rememberMade(store, properties, "job", []);
  expect(readMade(properties, "job")).toEqual(["list=email_status", "list:for"]);
});

/** Jobs that are over, each over its own column, but for those whose names begin alike. */
function jobStore() {
  const properties: Record<string, string> = {};
  const store = {
    get: (name: string) => properties[name] ?? null,
    set: (name: string, text: string) => void Object.assign(properties, { [name]: text }),
    all: () => ({ ...properties }),
    setAll: (texts: Record<string, string>) => void Object.assign(properties, texts),
    remove: (name: string) => void delete properties[name],
  };
  const placeOf = (id: string) => ({ sheetId: 7, group: id.charAt(0) });
  const over = { epoch: 1, landed: 1, done: 1, state: "finished", reason: "", capHalves: null } as const;
  return {
    store,
    properties,
    add(id: string): void {
      const choices = { kind: "verify", fields: ["email_status"] };
      const record = { id, choices, title: "Email", startedMs: 0, toAsk: 1, place: placeOf(id), list: null };
      addJob(store, record as unknown as Job, { ...over, keyFingerprint: "key", ledger: NO_LEDGER }, {});
    },
    intend: (id: string) => madeColumns(store, id, placeOf(id), store.all()).intend({ gridColumns: 26, made: ["a"] }),
    namesWith: (text: string) => Object.keys(properties).filter((name) => name.includes(text)),
  };
}

test("what was intended for a column is kept as long as one of its jobs is known", () => {
  const { store, add, intend, namesWith } = jobStore();
  for (const id of ["a1", "a2", "b1"]) add(id);
  intend("a1");
  removeJob(store, "a1");
  expect(namesWith("intended")).toHaveLength(1);
  removeJob(store, "a2");
  expect(namesWith("intended")).toEqual([]);
  expect(namesWith("b1")).not.toEqual([]);
});

test("what was intended for a column goes with its jobs, also if all of them are forgotten at once", () => {
  const { properties, add, intend, namesWith } = jobStore();
  for (const id of ["a1", "a2"]) add(id);
  intend("a1");
  // Watches are never forgotten, and leave room for as many jobs beside them.
  Object.assign(properties, { "watch:a1": "{}", "watch:a2": "{}" });
  for (const id of "bcdefghijkl") add(id);
  for (const name of namesWith("watch")) delete properties[name];
  add("m");
  expect(namesWith("a1")).toEqual([]);
  expect(namesWith("a2")).toEqual([]);
  expect(namesWith("intended")).toEqual([]);
});
