/** What a formula gives to one cell. */
export type Cell = string | number | boolean;

/** A cell holds no more (facts 5.1). */
const MAX_CELL_CHARACTERS = 50_000;

/**
 * The value of a field, as a cell can hold it: nested objects by dots, lists as readable text
 * (`host (10); other (20)`), and blank for what is not there.
 */
export function cellOf(resource: unknown, field: string): Cell {
  let value = resource;
  for (const name of field.split(".")) value = isRecord(value) ? value[name] : undefined;
  if (typeof value === "boolean") return value;
  // JSON knows 1e309, and a sheet knows no such number: it stays the text it is.
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return textOf(value).slice(0, MAX_CELL_CHARACTERS);
}

/** The values of several fields, in their order. */
export const rowOf = (resource: unknown, fields: readonly string[]): Cell[] =>
  fields.map((field) => cellOf(resource, field));

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(itemOf).join("; ");
  return isRecord(value) ? JSON.stringify(value) : String(value);
}

/** A pair of a list, such as a mail server and its preference. */
function itemOf(item: unknown): string {
  return Array.isArray(item) && item.length === 2 ? `${textOf(item[0])} (${textOf(item[1])})` : textOf(item);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
