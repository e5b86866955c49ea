import { expect } from "@jest/globals";
import { columnLetter } from "../../../src/sheet/table";
import { type JobDocument, SHEET } from "./job-document";

/** A list with the emails in the middle; `Note` belongs to its row as the address does. */
export function contacts(count: number, prefix = "person"): string[][] {
  const rows = Array.from({ length: count }, (_, i) => {
    const email = `${prefix}${String(i).padStart(4, "0")}@company${i % 7}.example`;
    return [`Name ${i}`, email, `note of ${email}`];
  });
  return [["Name", "Email", "Note"], ...rows];
}

/** Every address has the status that is its own, and stands beside the note it stood beside before. */
export function expectOwnResults(document: JobDocument, statusOf: Map<string, string>, sheet?: string): void {
  const rows = document.rows(sheet).filter(({ Email }) => Email !== "");
  for (const row of rows) {
    expect({ email: row.Email, status: row.email_status, note: row.Note }).toEqual({
      email: row.Email,
      status: statusOf.get(row.Email ?? ""),
      note: `note of ${row.Email}`,
    });
  }
}

/** Gives the status of each address after an undisturbed job. */
export async function verifiedStatuses(document: JobDocument): Promise<Map<string, string>> {
  await document.verify();
  return new Map(document.rows().map((row) => [row.Email ?? "", row.email_status ?? ""]));
}

/** The cells of a sheet as far as it has content. */
export function shown(document: JobDocument, sheet = SHEET): string[][] {
  const id = document.document.workbook.sheets().find(({ name }) => name === sheet)?.sheetId ?? 0;
  const { rows, columns } = document.document.workbook.extent(id);
  return document.user.keyboard.shows(sheet, `A1:${columnLetter(Math.max(1, columns))}${Math.max(1, rows)}`);
}

/** The number of the column with this header, wherever its row stands. */
export const columnNamed = (document: JobDocument, header: string, sheet = SHEET): number =>
  Math.max(...shown(document, sheet).map((row) => row.indexOf(header) + 1));

export function deleteColumn(document: JobDocument, header: string, sheet = SHEET): void {
  document.user.keyboard.delete(sheet, "columns", columnNamed(document, header, sheet), 1);
}

/** Deletes the blank rows and columns of a sheet: its content fills the grid. */
export function trim({ document, user }: JobDocument, name = SHEET): void {
  const sheet = document.workbook.sheets().find((each) => each.name === name);
  if (!sheet) throw new Error(`No sheet is named ${name}.`);
  const extent = document.workbook.extent(sheet.sheetId);
  for (const dimension of ["rows", "columns"] as const) {
    const count = sheet[dimension] - extent[dimension];
    if (count > 0) user.keyboard.delete(name, dimension, extent[dimension] + 1, count);
  }
}
