import type { Store } from "../google";
import { parse } from "../json";
import type { Intention, MadeColumns } from "../lists/columns-request";
import { grouped } from "../lists/rows";
import { fieldOfAnyMark } from "../sheet/pinned-columns";
import { type ColumnPlace, intendedName, type Job, leaveSheet, othersOfColumn, readJob } from "./record";

// The columns that a job has made in a sheet, by their marks, so that its undo takes out these and no others.

const madeName = (id: string): string => `made:${id}`;

/** An undo takes these columns away; `null` before they are made. */
export const readMade = (properties: Record<string, string>, id: string): string[] | null =>
  parse<string[]>(properties[madeName(id)]);

/** Earlier marks stay, because an execution that finds the columns of an earlier one has made none itself. */
export function rememberMade(
  store: Pick<Store, "setAll">,
  properties: Record<string, string>,
  id: string,
  marks: string[],
  also: Record<string, string> = {},
): void {
  const before = readMade(properties, id) ?? [];
  store.setAll({ ...also, [madeName(id)]: JSON.stringify([...new Set([...before, ...marks])]) });
}

/** What was left to a job is kept apart: only what it has made itself tells it that its columns are there. */
const leftName = (id: string): string => `${id}.left`;

/**
 * Leaves the columns and the sheet that an undo keeps to other jobs, whose undo takes them away. Columns go to a job
 * that writes them, if there is one. To be called under the document lock.
 */
export function leaveToOthers(store: Store, job: Job, removedFields: string[]): void {
  const properties = store.all();
  const others = othersOfColumn(properties, job);
  const fieldOf = (mark: string): string => fieldOfAnyMark(mark) ?? "";
  const writes = ({ choices }: Job, field: string): boolean => "fields" in choices && choices.fields.includes(field);
  const heirOf = (mark: string): Job | null => others.find((each) => writes(each, fieldOf(mark))) ?? others[0] ?? null;
  const isLeft = (mark: string): boolean => !removedFields.includes(fieldOf(mark));
  // Another undo may have left something to this job meanwhile.
  for (const [heir, marks] of grouped(readMadeAndLeft(properties, job.id).filter(isLeft), heirOf))
    rememberMade(store, properties, leftName(heir.id), marks);
  leaveSheet(store, readJob(properties, job.id) ?? job);
}

export const readMadeAndLeft = (properties: Record<string, string>, id: string): string[] =>
  [id, leftName(id)].flatMap((name) => readMade(properties, name) ?? []);

export const readIntended = (properties: Record<string, string>, place: ColumnPlace): Intention | null =>
  parse<Intention>(properties[intendedName(place)]);

/** @param properties as they are under the lease */
export function madeColumns(
  store: Store,
  id: string,
  place: ColumnPlace,
  properties: Record<string, string>,
): MadeColumns {
  let intended = readIntended(properties, place);
  const name = intendedName(place);
  return {
    intended: () => intended,
    intend(intention) {
      store.set(name, intention ? JSON.stringify(intention) : "");
      intended = intention;
    },
    remember: (marks) => rememberMade(store, properties, id, marks, { [name]: "" }),
  };
}
