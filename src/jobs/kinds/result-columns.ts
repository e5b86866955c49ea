import { type BesideEntry, type WriteOutcome, type Writer, writeBeside } from "../../lists/beside";
import type { ColumnsRequest, OwnColumn } from "../../lists/columns-request";
import { hasNoColumns, planColumns } from "../../lists/own-columns";
import { type ListShape, openToRead, type ReadableList, readRows, WHEN_VERIFIED } from "../../lists/pinned-list";
import { styleColumns, widthFor, widthPxOf } from "../../lists/show-columns";
import { isRefused, type Refusal, refusal } from "../../result";
import { listedWords, noteOf, resultWords } from "../../service/field-words";
import { NOT_KNOWN } from "../../service/result-words";
import {
  answeredForMark,
  columnOf,
  fieldOfAnyMark,
  fieldOfMark,
  foundMarks,
  inputMark,
  isFieldMark,
  outputMark,
} from "../../sheet/pinned-columns";
import { arePlain, hasBegunStyling, madeBeside, readMade } from "../made-columns";
import type { ColumnJobChoices, ColumnKindName } from "../protocol";
import type { JobOf, World } from "../record";
import { traitsOf } from "../rows";
import { isHeading } from "./heading";

interface WrittenFirst {
  report: WriteOutcome | Refusal;
  /** Gives the columns that were made their looks; `null` if none were made. */
  style: ((held: World) => void) | null;
}

/** The first write also makes the result columns. A column that is gone later was deleted by somebody. */
export function writeWithColumns(
  world: World,
  job: JobOf<ColumnKindName>,
  shape: ListShape,
  writer: Writer,
  entries: BesideEntry[],
): WrittenFirst {
  const { book, store } = world;
  const unstyled = (report: WriteOutcome | Refusal): WrittenFirst => ({ report, style: null });
  if (readMade(store.all(), job.id)) return unstyled(writeBeside(world, shape, writer, entries));
  const list = openToRead(book, shape);
  if (isRefused(list)) return unstyled(list);
  const request = requestFor(world, job, list);
  const plan = planColumns(world, request);
  const outcome = writeBeside(world, shape, writer, entries, plan);
  const result = plan.end(hasNoColumns(outcome) ? outcome : null);
  if (!result.isThere) {
    if (isRefused(outcome)) return unstyled(outcome);
    if (result.why === "gone") return unstyled(refusal("COLUMN_GONE", traitsOf(job.choices.kind).inputColumn));
    const isMoving = result.why === "moving";
    return unstyled(isMoving ? refusal("COLUMNS_MOVING") : refusal("COLUMNS_REFUSED", result.words));
  }
  const { made } = result;
  return {
    report: hasNoColumns(outcome) ? refusal("COLUMNS_MOVING") : outcome,
    style: (held) => styleColumns(held, shape.sheetId, request, made, result),
  };
}

/**
 * Styles result columns that an earlier execution has made, and has not styled because it died or had no time.
 * @param properties as they are while the sheet is held: another execution may have styled the columns just before
 */
export function styleMade(
  world: World,
  job: JobOf<ColumnKindName>,
  shape: ListShape,
  properties: Record<string, string>,
): void {
  const made = readMade(properties, job.id);
  if (made === null || !arePlain(properties, job.id)) return;
  const list = openToRead(world.book, shape);
  if (isRefused(list)) return;
  const isAgain = hasBegunStyling(properties, job.id);
  styleColumns(world, shape.sheetId, requestFor(world, job, list), made, null, isAgain);
}

function requestFor(world: World, { id, choices }: JobOf<ColumnKindName>, list: ReadableList): ColumnsRequest {
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
    like: inputMark(group),
    ...madeBeside(world, id, list.shape),
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

/** In a list of ours all widths fit their headers. */
function resultColumns(
  { shape, marks, columns: { input } }: ReadableList,
  { kind, fields }: ColumnJobChoices,
): OwnColumn[] {
  const { coloursOf } = traitsOf(kind);
  const taken = marks.filter(isFieldMark).map(({ value }) => listedWords(fieldOfMark(value)).header);
  const isOurs = marks.some((mark) => mark.column === input && isFieldMark(mark));
  return fields.map((field) => {
    const words = resultWords(field);
    const header = `${words.header}${taken.includes(words.header) ? WHEN_VERIFIED : ""}`;
    const widthPx = field === sentencesIn(fields) ? widthFor(NOT_KNOWN.length) : isOurs ? widthPxOf([header]) : null;
    const style = { line: noteOf(field, words), isBold: isOurs, widthPx };
    const colours = coloursOf(field);
    const coloured = colours.length > 0 ? { colours } : {};
    return { mark: outputMark(shape.group, field), header, style, ...coloured };
  });
}
