import type { CellValue } from "./table";

/** Where the results of a domain search stand, by their headers: from them a verification takes what it knows. */
export interface SearchColumns {
  anonId: number | null;
  foundStatus: number | null;
}

/** Finds the columns in the header row. */
export function searchColumns(firstRow: CellValue[]): SearchColumns {
  const columnOf = (header: RegExp): number | null => {
    const index = firstRow.findIndex((cell) => header.test(String(cell).trim()));
    return index < 0 ? null : index + 1;
  };
  return { anonId: columnOf(/^email[_ ]anon[_ ]id$/i), foundStatus: columnOf(/^verification[._ ]status$/i) };
}
