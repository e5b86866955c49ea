import type { DocumentState } from "../document-state";
import type { ValidationRule } from "../extras/extras";
import { MESSAGES } from "../messages";
import { ServiceError } from "../service-error";
import { type Area, type Cell, type CellInput, isCellError } from "../workbook/cell";
import { toA1 } from "./a1";
import { contains, intersection } from "./areas";
import { displayText } from "./display-text";

/** Facts 5.1. */
const MAX_CELL_CHARACTERS = 50_000;

/** Refuses the whole write when the user may not edit any part of the area (facts 5.4). */
export function checkProtection(document: DocumentState, user: string, sheetId: number, area: Area | null): void {
  const isAllowed = document.extras.data.protections.every(
    (protection) =>
      protection.sheetId !== sheetId ||
      protection.warningOnly ||
      user === document.owner ||
      protection.editors.includes(user) ||
      (protection.area !== undefined && (area === null || intersection(protection.area, area) === null)),
  );
  if (!isAllowed) throw new ServiceError(MESSAGES.protectedCell());
}

/** Refuses texts longer than a cell holds (facts 5.1). */
export function checkLength(input: CellInput): void {
  const text = "formula" in input ? input.formula : input.value;
  if (typeof text === "string" && text.length > MAX_CELL_CHARACTERS) throw new ServiceError(MESSAGES.cellTooLong());
}

/** The rule of one cell; the youngest wins. */
export function ruleAt(document: DocumentState, sheetId: number, row: number, column: number): ValidationRule | null {
  const { validations } = document.extras.data;
  return validations.findLast((held) => held.sheetId === sheetId && contains(held.area, row, column))?.rule ?? null;
}

function accepts(document: DocumentState, rule: ValidationRule, cell: Pick<Cell, "value" | "numberFormat">): boolean {
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
      const cells = document.workbook.read(sheetId, area).flat();
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
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
    default:
      return true;
  }
}

/** Refuses a value that a validation with reject set does not accept (facts 5.6). */
export function checkValidation(
  document: DocumentState,
  sheetId: number,
  row: number,
  column: number,
  input: CellInput,
  numberFormat: string,
): void {
  if ("formula" in input || document.extras.data.validations.length === 0) return;
  const rule = ruleAt(document, sheetId, row, column);
  if (rule === null || accepts(document, rule, { value: input.value, numberFormat })) return;
  throw new ServiceError(MESSAGES.validation(toA1({ row, column, rows: 1, columns: 1 })));
}
