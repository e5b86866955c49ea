import Papa from "papaparse";
import { cellValueOf } from "../univer/cell-values";
import { make } from "./elements";
import type { Grid } from "./grid";

/** Lets the person choose a CSV file of theirs. @returns its name and content, in base64 */
export async function chooseFile(): Promise<{ fileName: string; base64: string } | null> {
  const input = make("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv" });
  const file = await new Promise<File | undefined>((resolve) => {
    input.addEventListener("change", () => resolve(input.files?.[0]));
    input.addEventListener("cancel", () => resolve(undefined));
    input.click();
  });
  if (!file) return null;
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
  return { fileName: file.name, base64: url.slice(url.indexOf(",") + 1) };
}

/** Downloads the sheet in front: what its visible columns show, up to the last row with content. */
export function downloadSheet(grid: Grid, documentName: string): void {
  const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
  if (!sheet) return;
  const content = sheet.getDataRange();
  const cells = content.getCellDatas();
  const isShown = (_: string, column: number): boolean => sheet.getSheet().getColVisible(column);
  const rows = content.getDisplayValues().map((row, i) =>
    row
      .map((text, column) => {
        // Univer keeps them as 0 and 1.
        const value = cellValueOf(cells[i]?.[column], false);
        return typeof value === "boolean" ? String(value).toUpperCase() : text;
      })
      .filter(isShown),
  );
  while (rows.at(-1)?.every((cell) => cell === "")) rows.pop();
  const text = Papa.unparse(rows, { newline: "\r\n" });
  const link = make("a", {
    href: URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" })),
    download: `${documentName} - ${sheet.getSheetName()}.csv`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
