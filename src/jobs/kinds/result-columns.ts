import { type BesideEntry, type WriteOutcome, type Writer, writeBeside } from "../../lists/beside";
import type { OwnColumn } from "../../lists/column-places";
import { hasNoColumns, type OwnColumns, planColumns } from "../../lists/own-columns";
import { type ListShape, openToRead, type ReadableList } from "../../lists/pinned-list";
import { linesOf, widthFor, widthOf } from "../../lists/show-columns";
import { untilSteady } from "../../lists/steady";
import { isRefused, type Refusal, refusal } from "../../result";
import { listedWords, resultWords } from "../../service/field-words";
import { NOT_KNOWN } from "../../service/input-problems";
import {
  answeredForMark,
  columnOf,
  fieldOfMark,
  foundMarks,
  inputMark,
  isFieldMark,
  outputMark,
} from "../../sheet/pinned-columns";
import type { Table } from "../../sheet/table";
import type { ColumnKindName, ColumnWish } from "../protocol";
import { type JobOf, madeColumns, readMade, type World } from "../record";
import { traitsOf } from "../rows";
import { WHEN_VERIFIED } from "./heading";

// The columns for a job's results, and the first write into them.

/**
 * Writes answers or wishes, and makes the columns for a job's results, only once: one that is gone later was deleted by
 * somebody.
 */
export function writeWithColumns(
  world: World,
  job: JobOf<ColumnKindName>,
  shape: ListShape,
  writer: Writer,
  entries: BesideEntry[],
): WriteOutcome | Refusal {
  const { book, store } = world;
  if (readMade(store.all(), job.id)) return writeBeside(book, shape, writer, entries);
  const list = openToRead(book, shape);
  if (isRefused(list)) return list;
  const { wish } = job;
  const traits = traitsOf(wish.kind);
  const { group } = shape;
  const plan = planColumns(world, {
    group,
    // Between the input and its results: whoever selects these to sort them takes it along.
    columns: [
      { mark: answeredForMark(group), header: traits.answeredForHeader, isHidden: true },
      ...resultColumns(list, wish),
    ],
    place: { after: `${group}:in` },
    headerRow: wish.headerRow,
    header: wish.header ?? "",
    like: inputMark(group),
    ...madeColumns(store, job.id),
  });
  const outcome = writeBeside(book, shape, writer, entries, plan);
  const result = plan.end(hasNoColumns(outcome) ? outcome : null);
  if (!result.isThere) {
    if (isRefused(outcome)) return outcome;
    if (result.why === "gone") return refusal("COLUMN_GONE", traits.inputColumn);
    return result.why === "moving" ? refusal("COLUMNS_MOVING") : refusal("COLUMNS_REFUSED", result.words);
  }
  showAlongside(list.table, job, result);
  return hasNoColumns(outcome) ? refusal("COLUMNS_MOVING") : outcome;
}

/** Colours that an earlier job has left, and a status of a search that the new one repeats. */
function showAlongside(
  table: Table,
  job: JobOf<ColumnKindName>,
  { made, marks }: Extract<OwnColumns, { isThere: true }>,
): void {
  const { group } = job.place;
  const { statusField, coloursOf } = traitsOf(job.wish.kind);
  const isNew = made.includes(outputMark(group, statusField));
  // The colours of an earlier job do not reach rows that were added below the last one of its time.
  for (const field of job.wish.fields) {
    const [mark, colours] = [outputMark(group, field), coloursOf(field)];
    if (colours.length === 0 || made.includes(mark)) continue;
    let isColoured = false;
    changeColumn(
      table,
      mark,
      (column) => {
        isColoured = table.addColours(column, colours, isColoured);
      },
      (column) => table.removeColours(column, colours),
    );
  }
  // One column says of every row if it can be mailed: it repeats the status of the search, whose own is hidden.
  const { foundStatus } = foundMarks(group);
  const found = columnOf(marks, foundStatus);
  if (isNew && marks.some((mark) => mark.column === found && isFieldMark(mark))) {
    changeColumn(table, foundStatus, table.hideColumn, (column) => table.showColumns(column, 1));
  }
}

/** Columns with sentences, which the column beside them would cut off. */
const LONG_TEXTS = ["email_status", "verdict_reason"];

/** The columns for results, with the names that people read; all widths fit in a list of ours. */
function resultColumns({ shape, marks, columns: { input } }: ReadableList, { kind, fields }: ColumnWish): OwnColumn[] {
  const { coloursOf } = traitsOf(kind);
  const taken = marks.filter(isFieldMark).map(({ value }) => listedWords(fieldOfMark(value)).header);
  const isOurs = marks.some((mark) => mark.column === input && isFieldMark(mark));
  return fields.map((field) => {
    const words = resultWords(field);
    const header = `${words.header}${taken.includes(words.header) ? WHEN_VERIFIED : ""}`;
    const widthPx = LONG_TEXTS.includes(field) ? widthFor(NOT_KNOWN.length) : isOurs ? widthOf([header]) : null;
    const style = { lines: linesOf(field, words), isBold: isOurs, widthPx };
    const colours = coloursOf(field);
    const coloured = colours.length > 0 ? { colours } : {};
    return { mark: outputMark(shape.group, field), header, style, ...coloured };
  });
}

/** Changes a column, and does it again where the column is now if somebody has moved it at that moment. */
function changeColumn(
  table: Table,
  mark: string,
  change: (column: number) => void,
  takeBack: (column: number) => void,
): void {
  const columnNow = (): number => columnOf(table.marks(), mark) ?? 0;
  untilSteady(() => {
    const column = columnNow();
    if (column === 0) return true;
    change(column);
    table.flush();
    const now = columnNow();
    if (now === column) return true;
    for (const each of [column, now].filter((at) => at > 0)) takeBack(each);
    return null;
  });
}
