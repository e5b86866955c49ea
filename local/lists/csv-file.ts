import { readFile } from "node:fs/promises";
import Papa from "papaparse";

/** A list as its file holds it, with what is needed to write it back in the same manner. */
export interface CsvFile {
  /** Every row, the header included; rows may differ in length. */
  rows: string[][];
  delimiter: string;
  /** How its first line ends. In cells every line ends in `\n`. */
  newline: string;
  /** The file began with a byte order mark, which Excel needs to read UTF-8. */
  startsWithMark: boolean;
}

/** A file that cannot be used; the message says what to do. */
export class ListError extends Error {}

/** Enough to tell which character separates the columns. */
const GUESSED_FROM_ROWS = 20;

const BYTE_ORDER_MARK = "\uFEFF";

/** The marks that UTF-16 begins with. */
const UTF_16 = [
  [0xff, 0xfe, "utf-16le"],
  [0xfe, 0xff, "utf-16be"],
] as const;

/** The characters of Windows-1252 from 0x80 on. Some versions of Node read them as control characters. */
const FROM_80 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Spreadsheet programs save UTF-16 with a mark and, on older systems, Windows-1252 without one. */
function decode(bytes: Uint8Array): string {
  for (const [first, second, encoding] of UTF_16)
    if (bytes[0] === first && bytes[1] === second) return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = Buffer.from(bytes).toString("latin1");
    return text.replace(/[\x80-\x9f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80] ?? character);
  }
}

function explain(file: string, error: NodeJS.ErrnoException): ListError {
  if (error.code === "ENOENT") return new ListError(`There is no file ${file}. Check the name and the folder.`);
  if (error.code === "EISDIR") return new ListError(`${file} is a folder. Name a CSV file.`);
  return new ListError(`${file} cannot be read (${error.code ?? error.message}).`);
}

/**
 * Reads a CSV file in any of the usual forms: quotes, line breaks in quotes, commas, semicolons or tabs.
 * @throws ListError when there is no such file, or none that can be used
 */
export async function readCsvFile(file: string): Promise<CsvFile> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw explain(file, error);
  });
  return parseCsv(file, bytes);
}

/**
 * Reads the content of a CSV file.
 * @param file its name, for messages
 * @throws ListError when it is no text or there is nothing in it
 */
export function parseCsv(file: string, bytes: Uint8Array): CsvFile {
  const text = decode(bytes);
  if (text.includes("\0")) {
    throw new ListError(
      `${file} is not a CSV file. Save it as one: File ▸ Download in Google Sheets, Save As in Excel.`,
    );
  }
  const startsWithMark = text.startsWith(BYTE_ORDER_MARK);
  const marked = startsWithMark ? text.slice(1) : text;
  // Some programs end the header in another way than the rows, and a parser goes by the first line alone.
  const newline = /\r\n?|\n/.exec(marked)?.[0] ?? "\n";
  const whole = marked.replace(/\r\n?/g, "\n");
  // Excel reads the separator from such a line, and does not show it.
  const named = /^"?sep=(.)"?\n/i.exec(whole);
  const content = named ? whole.slice(named[0].length) : whole;
  // A blank line would count as a row of one column, and a short list of two columns as one of one.
  const delimiter =
    named?.[1] ?? Papa.parse(content, { preview: GUESSED_FROM_ROWS, skipEmptyLines: "greedy" }).meta.delimiter;
  const { data, errors } = Papa.parse<string[]>(content, { delimiter, newline: "\n" });
  const open = errors.find(({ code }) => code === "MissingQuotes");
  if (open) {
    throw new ListError(`${file} has a quotation mark in row ${(open.row ?? 0) + 1} that is never closed. Close it.`);
  }
  const isFilled = (row: string[]) => row.some((cell) => cell.trim() !== "");
  const first = data.findIndex(isFilled);
  if (first < 0) throw new ListError(`${file} is empty. It needs a header row and at least one row.`);
  // Blank rows at either end are not the list's: its first row names the columns.
  const rows = data.slice(first, data.findLastIndex(isFilled) + 1);
  return { rows, delimiter, newline, startsWithMark };
}

/** The file's text, quoted only where it must be. */
export function formatCsv({ rows, delimiter, newline, startsWithMark }: CsvFile): string {
  return (startsWithMark ? BYTE_ORDER_MARK : "") + Papa.unparse(rows, { delimiter, newline }) + newline;
}
