import { DEFAULT_EMAIL_LIMIT } from "../service/domain-search";
import type { EmailType } from "../service/resources";
import { type Input, readGrid } from "./input";

const EMAIL_TYPES: readonly EmailType[] = ["all", "generic", "professional"];

/**
 * The columns that were asked for: one name, several separated by commas, or a range of names.
 * @throws Error that lists the right names
 */
export function readColumns(value: unknown, available: readonly string[], otherwise: readonly string[]): string[] {
  const names = givenTexts(value).flatMap((text) => text.split(/[,;]/));
  const wanted = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  const wrong = wanted.find((name) => !available.includes(name));
  if (wrong !== undefined) throw new Error(`There is no column "${wrong}". Choose from: ${available.join(", ")}.`);
  return wanted.length > 0 ? wanted : [...otherwise];
}

/**
 * The number of emails wanted.
 * @throws Error when it is no whole number of at least 1
 */
export function readLimit(value: unknown): number {
  const [text] = givenTexts(value);
  if (text === undefined) return DEFAULT_EMAIL_LIMIT;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw new Error(`The limit has to be a whole number of at least 1, not "${text}".`);
  }
  return Number(text);
}

/**
 * Which emails are wanted.
 * @throws Error that lists the three types
 */
export function readEmailType(value: unknown): EmailType {
  const [text] = givenTexts(value);
  const type = EMAIL_TYPES.find((each) => each === (text ?? "all").toLowerCase());
  if (!type) throw new Error(`There is no type "${text}". Choose from: ${EMAIL_TYPES.join(", ")}.`);
  return type;
}

/**
 * The only cell of an argument.
 * @throws Error when it is a range of several cells
 */
export function readSingle(value: unknown, what: string): Input {
  const { rows } = readGrid(value);
  const cells = rows.flat();
  if (cells.length > 1) throw new Error(`Give ${what} in one cell, not a range of ${cells.length} cells.`);
  return cells[0] ?? { kind: "blank" };
}

function givenTexts(value: unknown): string[] {
  const cells = readGrid(value).rows.flat();
  return cells.flatMap((cell) =>
    cell.kind === "text" ? [cell.text] : cell.kind === "unchanged" ? [String(cell.value)] : [],
  );
}
