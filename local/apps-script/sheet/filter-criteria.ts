import type { FilterCriteriaValue } from "../extras/extras";
import type { Cell } from "../workbook/cell";
import { displayText } from "./cell-values";

/** Tells whether a filter shows a row with this cell; letter case does not matter (google.filters). */
export function passes(cell: Cell, { criteria, values, hiddenValues }: FilterCriteriaValue): boolean {
  const shown = displayText(cell.value, cell.numberFormat);
  if (hiddenValues.includes(shown)) return false;
  return criteria === null || holds(cell, shown.toLowerCase(), criteria, values);
}

function holds({ value }: Cell, shown: string, criteria: string, values: unknown[]): boolean {
  const text = String(values[0]).toLowerCase();
  const [first, second] = values.map(Number) as [number, number];
  const number = typeof value === "number" ? value : Number.NaN;
  switch (criteria) {
    case "CELL_EMPTY":
      return shown === "";
    case "CELL_NOT_EMPTY":
      return shown !== "";
    case "NUMBER_BETWEEN":
      return number >= first && number <= second;
    case "NUMBER_EQUAL_TO":
      return number === first;
    case "NUMBER_GREATER_THAN":
      return number > first;
    case "NUMBER_GREATER_THAN_OR_EQUAL_TO":
      return number >= first;
    case "NUMBER_LESS_THAN":
      return number < first;
    case "NUMBER_LESS_THAN_OR_EQUAL_TO":
      return number <= first;
    case "NUMBER_NOT_EQUAL_TO":
      return number !== first;
    case "TEXT_CONTAINS":
      return shown.includes(text);
    case "TEXT_DOES_NOT_CONTAIN":
      return !shown.includes(text);
    case "TEXT_ENDS_WITH":
      return shown.endsWith(text);
    case "TEXT_EQUAL_TO":
      return shown === text;
    case "TEXT_NOT_EQUAL_TO":
      return shown !== text;
    case "TEXT_STARTS_WITH":
      return shown.startsWith(text);
    default:
      throw new Error(`The host knows no criteria ${criteria}.`);
  }
}
