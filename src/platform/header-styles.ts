import { type Block, type HeaderStyle, spansOf, type TableChanges } from "../sheet/table";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** A note keeps the lines of others. `rangeOf` throws a MovedError if the block is gone. */
export function headerStyles(
  sheet: Sheet,
  rangeOf: (block: Block) => Range,
): Pick<TableChanges, "addToNotes" | "styleHeader" | "freezeHeader" | "finishHeaders" | "unstyleHeader"> {
  function readNotes<Header extends Pick<HeaderStyle, "column">>(
    row: number,
    headers: Header[],
    linesOf: (header: Header) => string[],
  ) {
    const { first, count } = extentOf(headers.map(({ column }) => column));
    const [notes = []] = rangeOf({ row, column: first, rows: 1, columns: count }).getNotes();
    return headers.map((header) => {
      const note = notes[header.column - first] ?? "";
      const others = withoutLines(note, (line) => linesOf(header).includes(line));
      return { ...header, others, isStyled: note !== others };
    });
  }
  return {
    addToNotes(column, lines, replaced) {
      const { first, count } = extentOf(lines.map(({ row }) => row));
      const notes = rangeOf({ row: first, column, rows: count, columns: 1 }).getNotes();
      for (const { row, text } of lines) {
        const note = notes[row - first]?.[0] ?? "";
        const kept = withoutLines(note, (line) => replaced !== undefined && line.startsWith(replaced));
        const now = kept.includes(text) ? kept : withLine(kept, text);
        if (now !== note) sheet.getRange(row, column).setNote(now);
      }
    },
    styleHeader(row, columns, areNew) {
      const headers = areNew
        ? columns.map((each) => ({ ...each, others: "" }))
        : readNotes(row, columns, ({ line }) => [line]);
      for (const { column, line, others, isBold } of headers) {
        const cell = sheet.getRange(row, column).setNote(withLine(others, line));
        if (isBold) cell.setFontWeight("bold");
      }
    },
    freezeHeader: () => sheet.setFrozenRows(1),
    finishHeaders(row, columns) {
      const plain = columns.flatMap(({ column, isBold }) => (isBold || row === 0 ? [] : [column]));
      for (const { from, to } of spansOf(plain)) sheet.getRange(row, from, 1, to - from + 1).setFontWeight("bold");
      setWidths(sheet, columns);
    },
    unstyleHeader(row, columns) {
      for (const { column, others, isStyled, isBold } of readNotes(row, columns, ({ lines }) => lines)) {
        if (!isStyled) continue;
        const cell = sheet.getRange(row, column).setNote(others);
        if (isBold) cell.setFontWeight(null);
      }
    },
  };
}

function extentOf(numbers: number[]): { first: number; count: number } {
  const first = Math.min(...numbers);
  return { first, count: Math.max(...numbers) - first + 1 };
}

const withoutLines = (note: string, isOne: (line: string) => boolean): string =>
  note
    .split("\n")
    .filter((line) => !isOne(line))
    .join("\n");

const withLine = (note: string, line: string): string => (note ? `${note}\n${line}` : line);

/** Sets widths with few calls: a stretch of columns first gets its most frequent width, then the others get theirs. */
function setWidths(sheet: Sheet, headers: Pick<HeaderStyle, "column" | "widthPx">[]): void {
  const columns = headers.flatMap(({ column, widthPx }) => (widthPx === null ? [] : [{ column, widthPx }]));
  for (const { from, to } of spansOf(columns.map(({ column }) => column))) {
    const alike = new Map<number, number[]>();
    for (const { column, widthPx } of columns)
      if (column >= from && column <= to) alike.set(widthPx, [...(alike.get(widthPx) ?? []), column]);
    const [[most, first] = [0, []], ...others] = [...alike].sort(([, a], [, b]) => b.length - a.length);
    if (first.length > 0) sheet.setColumnWidths(from, to - from + 1, most);
    for (const [widthPx, numbers] of others)
      for (const own of spansOf(numbers)) sheet.setColumnWidths(own.from, own.to - own.from + 1, widthPx);
  }
}
