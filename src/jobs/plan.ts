import { isRefused, type Refusal, refusal } from "../result";
import { readInput } from "../sheet/cell-text";
import { findColumns } from "../sheet/find-column";
import { groupOf, isOwnMark, pinnedColumns } from "../sheet/pinned-columns";
import { dayOf } from "../sheet/row-tags";
import { columnLetter } from "../sheet/spans";
import type { CellValue, Selected, Table } from "../sheet/table";
import { viewJobs } from "./end";
import { rowFilter } from "./kinds/column";
import { planCompanies } from "./kinds/companies-plan";
import { planFind } from "./kinds/find";
import type { ColumnPlanRequest, PlanRequest, RowSpan } from "./protocol";
import { secondsFor, type World } from "./record";
import { FOUND_VALID, isRetryable, judgeRow, type ListRow, NO_ROWS, type RowState, traitsOf } from "./rows";
import { kindOf } from "./step";
import type { ColumnPlan, Plan, PlanColumn } from "./views";

/** So many rows tell what a column holds. */
const SAMPLE_ROWS = 60;

/** So many texts tell a column from others. */
const SAMPLE_TEXTS = 10;

/** The honest dry run: free, and nothing is changed. */
export function planJob(world: World, request: PlanRequest): Plan | Refusal {
  if (request.kind !== "companies") return planColumn(world, request);
  const plan = planCompanies(world, request);
  return isRefused(plan) ? plan : { ...plan, earlier: viewJobs(world, () => plan.earlier) };
}

function planColumn(world: World, request: ColumnPlanRequest): ColumnPlan | Refusal {
  const read = readColumn(world, request);
  if (isRefused(read)) return read;
  const { table, columns, chosen, headerRow, selection } = read;
  const { operation, worstHalves } = kindOf(request.kind);
  const counts = { ...NO_ROWS };
  const texts = new Map<string, string>();
  let duplicates = 0;
  for (const { judged } of read.rows) {
    counts.rows++;
    if (judged.state === "unwanted") continue;
    counts[judged.state]++;
    if (judged.state !== "todo") continue;
    if (texts.has(judged.key)) duplicates++;
    texts.set(judged.key, judged.text);
  }
  return {
    kind: request.kind,
    sheetId: table.id,
    sheetName: table.name(),
    columns,
    column: chosen?.column ?? 0,
    headerRow,
    sample: read.sample,
    counts,
    duplicates,
    toAsk: texts.size,
    maxHalves: texts.size * worstHalves(request as never),
    seconds: secondsFor(world, operation, texts.size),
    availableFields: [...traitsOf(request.kind).writableFields],
    selection,
    front: read.front,
    foundValidRows: read.rows.filter(({ row }) => row.foundStatus === FOUND_VALID).length,
    failedRows: read.rows.filter(({ row }) => isRetryable(row.status)).length,
    find: request.kind === "find" ? planFind(world, [...texts.keys()]) : null,
  };
}

/** A column that a job may do, as it is before the job. */
export interface ReadColumn extends ColumnChoices {
  table: Table;
  headerRow: number;
  sample: string[];
  /** The selection, if it is more than one row. */
  selection: RowSpan[];
  front: ColumnPlan["front"];
  /** The chosen ones among its rows. */
  rows: { row: ListRow; judged: RowState }[];
}

/** Reads a whole column, as asked for or as it is likely meant. */
export function readColumn({ book, clock }: World, request: ColumnPlanRequest): ReadColumn | Refusal {
  const selected = book.selected();
  const table = request.sheetId === null ? selected.table : book.table(request.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const isBefore = table.id === selected.table.id;
  const choices = chooseColumn(table, isBefore ? selected : null, request);
  const { chosen } = choices;
  const read: ReadColumn = {
    ...choices,
    table,
    headerRow: request.headerRow ?? chosen?.headerRow ?? 0,
    sample: [],
    selection: isBefore && selected.isRange ? selected.rows : [],
    front: { sheetId: selected.table.id, column: selected.column },
    rows: [],
  };
  if (!chosen) return read;
  const list = readWholeList(request, table, chosen.column, choices.top[read.headerRow - 1] ?? []);
  const isChosen = rowFilter(table, request.rows, list.length);
  const { rows, alsoFoundValid } = request;
  const { problem } = traitsOf(request.kind);
  const rules = { jobId: null, rows, alsoFoundValid, today: dayOf(clock.nowMs()), problem };
  read.sample = sampleColumn(choices.top, chosen.column, read.headerRow);
  list.forEach((row, index) => {
    const number = index + 1;
    if (number <= read.headerRow || !isChosen(number)) return;
    read.rows.push({ row, judged: judgeRow(row, rules) });
  });
  return read;
}

/** The first texts of a column, which tell it from others. */
export function sampleColumn(rows: CellValue[][], column: number, headerRow: number): string[] {
  const inputs = rows.slice(headerRow).map((row) => readInput(row[column - 1] ?? ""));
  return inputs.flatMap((input) => (input.kind === "text" ? [input.key] : [])).slice(0, SAMPLE_TEXTS);
}

/** A column with the results it may have already, from row 1 on. */
function readWholeList({ kind }: ColumnPlanRequest, table: Table, column: number, header: CellValue[]): ListRow[] {
  const traits = traitsOf(kind);
  const rows = table.lastRow();
  const marks = table.marks();
  const group = groupOf(marks, column);
  const pinned = group === null ? null : pinnedColumns(marks, group);
  const status = pinned?.outputs.find(({ field }) => field === traits.statusField)?.column ?? null;
  const answeredFor = pinned?.answeredFor ?? null;
  const { anonId, foundStatus } = pinned ?? traits.foundColumns(header);
  const all = [column, status ?? column, answeredFor ?? column, anonId ?? column, foundStatus ?? column];
  const first = Math.min(...all);
  const cells = table.read({ row: 1, column: first, rows, columns: Math.max(...all) - first + 1 });
  const at = (row: CellValue[], wanted: number | null): CellValue =>
    wanted === null ? "" : (row[wanted - first] ?? "");
  return cells.map((row) => ({
    input: traits.readInput(at(row, column)),
    status: at(row, status),
    answeredFor: at(row, answeredFor),
    anonId: at(row, anonId),
    foundStatus: at(row, foundStatus),
  }));
}

/** The columns of a sheet that can be chosen, and the one to begin with. */
interface ColumnChoices {
  columns: PlanColumn[];
  /** `null` on an empty sheet. */
  chosen: PlanColumn | null;
  /** The sheet's first rows. */
  top: CellValue[][];
}

/** Chooses as asked, else what is selected if it holds the like, else the likeliest. */
function chooseColumn(table: Table, selected: Selected | null, request: ColumnPlanRequest): ColumnChoices {
  const rows = table.lastRow();
  const width = table.lastColumn();
  if (rows === 0) return { columns: [], chosen: null, top: [] };
  const top = table.read({ row: 1, column: 1, rows: Math.min(rows, SAMPLE_ROWS), columns: width });
  const found = traitsOf(request.kind).inputs.flatMap((kind) => findColumns(top, kind));
  // The surest reading of a column counts.
  const likely = found.filter(({ column }, i) => found.findIndex((each) => each.column === column) === i);
  const pinned = new Set(table.marks().flatMap(({ column, value }) => (isOwnMark(value) ? [column] : [])));
  const isFilled = (column: number): boolean => top.some((row) => (row[column - 1] ?? "") !== "");
  const columns = Array.from({ length: width }, (_, index) => index + 1)
    .filter((column) => !pinned.has(column) && isFilled(column))
    .map((column): PlanColumn => {
      const own = likely.find((each) => each.column === column);
      const headerRow = (own ?? likely[0])?.headerRow ?? 0;
      return {
        column,
        letter: columnLetter(column),
        headerRow,
        isLikely: own !== undefined,
        header: String(top[headerRow - 1]?.[column - 1] ?? "").trim(),
      };
    });
  const wished = columns.find(({ column }) => column === request.column);
  // A column that was chosen by hand needs to hold only one.
  const holdsOne = (column: number): boolean =>
    traitsOf(request.kind).inputs.some(
      ({ matches, isNamedOnly }) => !isNamedOnly && top.some((row) => matches(String(row[column - 1]).trim())),
    );
  const ofSelection = columns.find(
    ({ column, isLikely }) => column === selected?.column && (isLikely || holdsOne(column)),
  );
  const best = columns.find(({ column }) => column === likely[0]?.column);
  return { columns, chosen: wished ?? ofSelection ?? best ?? columns[0] ?? null, top };
}
