import type { DocumentState } from "../document-state";
import type { ValidationRecord, ValidationRule } from "../extras/extras";
import { type ColumnType, type TableRecord, tableAfter } from "../extras/tables";
import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";
import type { HostSettings } from "../settings";
import { type Area, type Cell, type CellInput, isCellError } from "../workbook/cell";
import type { Change } from "../workbook/change";
import { toA1 } from "./a1";
import { areaOfRows, contains, intersection, lastColumn, removeArea } from "./areas";
import { displayText, type Write } from "./cell-values";

type CellsChange = Extract<Change, { type: "setCells" }>;

/** The longest text of a cell (google.cell-length). */
export const MAX_CELL_CHARACTERS = 50_000;

/** The state of the document when a write's turn comes. */
export interface Found {
  read(sheetId: number, area: Area): Cell[][];
  validations: ValidationRecord[];
  tables: TableRecord[];
}

/** A document as it is, no write pending. */
export function foundNow({ workbook, extras }: DocumentState): Found {
  const { validations, tables } = extras.data;
  return { read: (sheetId, area) => workbook.read(sheetId, area), validations, tables };
}

/** Throws a `ServiceError` with Google's words if the write may not be carried out. */
export function checkWrite(document: DocumentState, user: string, write: Write, found: Found): void {
  const { sheetId, area, changes } = write;
  checkProtection(document, user, sheetId, area);
  for (const change of changes) {
    if (change.type !== "setCells") continue;
    for (const row of change.cells) for (const input of row) if (input !== undefined) checkLength(input);
    checkValidations(write, change, found);
  }
}

/**
 * Refuses what Google does not let a person do to cells by hand: writing into somebody else's protected range, or what
 * a validation rejects.
 */
export function checkByHand(document: DocumentState, user: string, changes: readonly Change[]): void {
  const { protections, validations } = document.extras.data;
  if (protections.length + validations.length === 0) return;
  for (const change of changes) {
    if (change.type !== "setCells") continue;
    const { sheetId, row, column, cells } = change;
    const area = { row, column, rows: cells.length, columns: Math.max(1, ...cells.map((line) => line.length)) };
    checkWrite(document, user, { sheetId, area, changes: [change] }, foundNow(document));
  }
}

const isWithin = (area: Area, areas: readonly Area[]): boolean =>
  areas.reduce((rests, hole) => rests.flatMap((rest) => removeArea(rest, hole)), [area]).length === 0;

/** True if no part of the area is protected from the user (google.protection). */
export const mayEdit = (document: DocumentState, user: string, sheetId: number, area: Area | null): boolean =>
  document.extras.data.protections.every(
    (protection) =>
      protection.sheetId !== sheetId ||
      protection.warningOnly ||
      user === document.owner ||
      protection.editors.includes(user) ||
      (protection.area !== undefined && (area === null || intersection(protection.area, area) === null)) ||
      (area !== null && isWithin(area, protection.unprotected ?? [])),
  );

/** Refuses the whole write when the user may not edit any part of the area (google.protection). */
export function checkProtection(document: DocumentState, user: string, sheetId: number, area: Area | null): void {
  if (!mayEdit(document, user, sheetId, area)) throw new ServiceError(MESSAGES.protectedCell());
}

/**
 * Refuses a script's write to typed columns of tables: rows directly below a table count as the table's, as writing
 * there makes them so. `fitting-values-pass` lets values that fit the type into cells below the header.
 */
export function checkTypedColumns(write: Write, found: Found, typedColumns: HostSettings["typedColumns"]): void {
  for (const before of found.tables) {
    const table = write.changes.reduce((grown, change) => tableAfter(grown, change) ?? grown, before);
    const common = table.sheetId === write.sheetId ? intersection(table.area, write.area) : null;
    if (common === null) continue;
    for (let column = common.column; column <= lastColumn(common); column++) {
      const type = table.columnTypes[column - table.area.column] ?? null;
      if (type === null) continue;
      const passes =
        typedColumns === "fitting-values-pass" &&
        common.row > table.area.row &&
        write.rule === undefined &&
        write.changes.every((change) => change.type === "setCells" && fits(type, change, column));
      if (!passes) throw new ServiceError(MESSAGES.typedColumn());
    }
  }
}

function fits(type: NonNullable<ColumnType>, { cells, ...at }: CellsChange, column: number): boolean {
  return cells.every((line) => {
    const input = line[column - at.column];
    if (input === undefined || "formula" in input || input.value === null) return true;
    if (typeof type === "object") return type.dropdown.includes(String(input.value));
    if (type === "checkbox") return typeof input.value === "boolean";
    return type !== "smartChip" && typeof input.value === "number";
  });
}

/** Refuses texts longer than a cell holds (google.cell-length). */
function checkLength(input: CellInput): void {
  const text = "formula" in input ? input.formula : input.value;
  if (typeof text === "string" && text.length > MAX_CELL_CHARACTERS) throw new ServiceError(MESSAGES.cellTooLong());
}

/** The rule of one cell; the youngest wins. */
export function ruleAt(
  validations: readonly ValidationRecord[],
  sheetId: number,
  row: number,
  column: number,
): ValidationRule | null {
  return validations.findLast((each) => each.sheetId === sheetId && contains(each.area, row, column))?.rule ?? null;
}

/** The validations after an area has got another rule, or none. */
export function withRule(
  validations: readonly ValidationRecord[],
  sheetId: number,
  area: Area,
  rule: ValidationRule | null,
  id = 0,
): ValidationRecord[] {
  const others = validations.flatMap((each) =>
    each.sheetId === sheetId && intersection(each.area, area) !== null
      ? removeArea(each.area, area).map((rest) => ({ ...each, area: rest }))
      : [each],
  );
  return rule === null ? others : [...others, { id, sheetId, area, rule }];
}

function accepts(found: Found, rule: ValidationRule, cell: Pick<Cell, "value" | "numberFormat">): boolean {
  const { value } = cell;
  if (rule.allowInvalid || value === null) return true;
  if (isCellError(value)) return false;
  const text = displayText(value, cell.numberFormat);
  const [first, second] = rule.values.map(Number) as [number, number];
  switch (rule.criteria) {
    case "VALUE_IN_LIST":
      return (rule.values[0] as unknown[]).map(String).includes(text);
    case "VALUE_IN_RANGE": {
      const { sheetId, area } = rule.values[0] as { sheetId: number; area: Area };
      const cells = found.read(sheetId, area).flat();
      return cells.some((listed) => displayText(listed.value, listed.numberFormat) === text);
    }
    case "CHECKBOX":
      return rule.values.length === 0 ? typeof value === "boolean" : rule.values.map(String).includes(text);
    case "NUMBER_BETWEEN":
      return typeof value === "number" && value >= first && value <= second;
    case "NUMBER_GREATER_THAN":
      return typeof value === "number" && value > first;
    case "NUMBER_GREATER_THAN_OR_EQUAL_TO":
      return typeof value === "number" && value >= first;
    case "TEXT_CONTAINS":
      return text.includes(String(rule.values[0]));
    case "TEXT_IS_VALID_EMAIL":
      return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
    default:
      return true;
  }
}

/** Refuses values that a validation with reject set does not accept. */
function checkValidations(write: Write, { sheetId, row, column, cells }: CellsChange, found: Found): void {
  const area = areaOfRows(row, column, cells);
  const isMeant = (each: ValidationRecord) => each.sheetId === sheetId && intersection(each.area, area) !== null;
  if (!found.validations.some(isMeant)) return;
  const before = found.read(sheetId, area);
  const styles = write.changes.find((change) => change.type === "setStyles")?.styles;
  cells.forEach((line, down) => {
    line.forEach((input, right) => {
      if (input === undefined || "formula" in input) return;
      const rule = ruleAt(found.validations, sheetId, row + down, column + right);
      const numberFormat = styles?.[down]?.[right]?.numberFormat ?? before[down]?.[right]?.numberFormat ?? "General";
      if (rule === null || accepts(found, rule, { value: input.value, numberFormat })) return;
      throw new ServiceError(
        MESSAGES.validation(toA1({ row: row + down, column: column + right, rows: 1, columns: 1 })),
      );
    });
  });
}
