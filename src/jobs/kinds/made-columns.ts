import type { Store } from "../../google";
import { parse } from "../../json";
import { type BesideEntry, type WriteOutcome, type Writer, writeBeside } from "../../lists/beside";
import type { ColumnsRequest, Intention, MadeColumns, OwnColumn } from "../../lists/columns-request";
import { hasNoColumns, planColumns, refusalOfColumns } from "../../lists/own-columns";
import { nameIn, openToRead, type ReadableList, readRows } from "../../lists/pinned-list";
import { grouped } from "../../lists/rows";
import { widthFor, widthPxOf } from "../../lists/show-columns";
import { isRefused, type Refusal, refusal } from "../../result";
import { noteOf, resultWords } from "../../service/field-words";
import { NOT_KNOWN } from "../../service/result-words";
import {
  answeredForMark,
  columnOf,
  fieldOfAnyMark,
  foundMarks,
  isFieldMark,
  outputMark,
} from "../../sheet/pinned-columns";
import type { ColumnJobChoices, ColumnKindName } from "../protocol";
import {
  type ColumnPlace,
  intendedName,
  type Job,
  type JobOf,
  leaveSheet,
  othersOfColumn,
  readJob,
  type World,
} from "../record";
import { shapeOf, traitsOf } from "../rows";
import { isHeading } from "./heading";

/**
 * The first write also makes the result columns. A column that is gone later was deleted by somebody.
 * @param properties as they are under the lease
 */
export function writeWithColumns(
  world: World,
  job: JobOf<ColumnKindName>,
  writer: Writer,
  entries: BesideEntry[],
  properties: Record<string, string>,
): WriteOutcome | Refusal {
  const shape = shapeOf(job);
  if (readMade(properties, job.id)) return writeBeside(world, shape, writer, entries);
  const list = openToRead(world.book, shape);
  if (isRefused(list)) return list;
  const plan = planColumns(world, requestFor(world, job, list, properties));
  const outcome = writeBeside(world, shape, writer, entries, plan);
  const failure = plan.end(hasNoColumns(outcome) ? outcome : null);
  if (failure) {
    if (isRefused(outcome)) return outcome;
    // Nothing is lost yet: the first answers try again, and say what is refused.
    if (entries.length === 0 && !["protected", "full"].includes(failure.why)) return refusal("BUSY", failure.words);
    if (failure.why === "gone") return refusal("COLUMN_GONE", traitsOf(job.choices.kind).inputColumn);
    return failure.why === "moving" ? refusal("COLUMNS_MOVING") : refusalOfColumns(failure);
  }
  return hasNoColumns(outcome) ? refusal("COLUMNS_MOVING") : outcome;
}

function requestFor(
  world: World,
  { id, choices }: JobOf<ColumnKindName>,
  list: ReadableList,
  properties: Record<string, string>,
): ColumnsRequest {
  const traits = traitsOf(choices.kind);
  const { group } = list.shape;
  return {
    group,
    // The hidden column stands between the input and its results: whoever selects these to sort them takes it along.
    columns: [
      { mark: answeredForMark(group), header: traits.hiddenHeader, isHidden: true },
      ...resultColumns(list, choices),
    ],
    place: { after: `${group}:in` },
    ...repeatedBy(list, outputMark(group, traits.statusField)),
    headerRow: choices.headerRow || headingAmong(list),
    header: choices.header ?? "",
    ...madeColumns(world.store, id, list.shape, properties),
  };
}

/** 0 if no row is a header. */
const headingAmong = (list: ReadableList): number =>
  list.marks.some(({ value }) => fieldOfAnyMark(value) !== null)
    ? (readRows(list).find((row) => isHeading(list, row))?.row ?? 0)
    : 0;

/** The new status column repeats the search's, which is hidden: one column then tells what can be mailed. */
function repeatedBy({ marks, shape }: ReadableList, by: string): Pick<ColumnsRequest, "repeated"> {
  const mark = foundMarks(shape.group).foundStatus;
  const found = columnOf(marks, mark);
  return marks.some((each) => each.column === found && isFieldMark(each)) ? { repeated: { mark, by } } : {};
}

/** The column beside it would cut off these sentences: the verdict's reason if it is written, else the status. */
const sentencesIn = (fields: readonly string[]): string =>
  fields.includes("verdict_reason") ? "verdict_reason" : "email_status";

/** Wide enough for the names of most fields. Google makes new columns as wide as the inputs, which are long texts. */
const NEW_COLUMN_PX = 130;

/** In a list of ours all widths fit their headers. */
function resultColumns(
  { shape, marks, columns: { input } }: ReadableList,
  { kind, fields }: ColumnJobChoices,
): OwnColumn[] {
  const { coloursOf } = traitsOf(kind);
  const isOurs = marks.some((mark) => mark.column === input && isFieldMark(mark));
  return fields.map((field) => {
    const header = nameIn(marks, field);
    const widthPx =
      field === sentencesIn(fields) ? widthFor(NOT_KNOWN.length) : isOurs ? widthPxOf([header]) : NEW_COLUMN_PX;
    const style = { line: noteOf(field, resultWords(field)), isBold: false, widthPx };
    const colours = coloursOf(field);
    const coloured = colours.length > 0 ? { colours } : {};
    return { mark: outputMark(shape.group, field), header, style, ...coloured };
  });
}

// The columns that a job has made in a sheet are kept by their marks, so that its undo takes out these and no others.

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
  store.setAll({ [madeName(id)]: JSON.stringify([...new Set([...before, ...marks])]), ...also });
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
