import { MESSAGES } from "../messages";
import { exception } from "./bridge";

/** `Utilities.parseCsv`: quotes, doubled quotes, line breaks inside quotes. */
export function parseCsv(csv: string, delimiter = ","): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let text = "";
  let isQuoted = false;
  const endRow = () => {
    rows.push([...row, text]);
    row = [];
    text = "";
  };
  for (let index = 0; index < csv.length; index++) {
    const letter = csv[index] as string;
    if (isQuoted) {
      if (letter !== '"') text += letter;
      else if (csv[index + 1] === '"') text += csv[++index];
      else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === delimiter) {
      row.push(text);
      text = "";
    } else if (letter === "\n") endRow();
    else if (letter !== "\r") text += letter;
  }
  if (text !== "" || row.length > 0) endRow();
  return rows;
}

/** `Utilities.formatString` for `%s %d %i %f %x %X %e %%` with flags, width and precision. */
export function formatString(template: string, ...args: unknown[]): string {
  let next = 0;
  return String(template).replace(
    /%([-0+]*)([1-9]\d*)?(?:\.(\d+))?([sdifxXe%])/g,
    (_all, flags: string, width: string | undefined, precision: string | undefined, kind: string) => {
      if (kind === "%") return "%";
      let text = formatOne(kind, args[next++], precision);
      if (flags.includes("+") && kind !== "s" && !text.startsWith("-")) text = `+${text}`;
      const length = Number(width ?? 0);
      if (flags.includes("-")) return text.padEnd(length);
      return flags.includes("0") && kind !== "s" ? text.padStart(length, "0") : text.padStart(length);
    },
  );
}

function formatOne(kind: string, value: unknown, precision: string | undefined): string {
  if (kind === "s") return precision === undefined ? String(value) : String(value).slice(0, Number(precision));
  const number = Number(value);
  if (Number.isNaN(number)) throw exception(MESSAGES.cannotConvert(String(value), "number"));
  switch (kind) {
    case "f":
      return number.toFixed(Number(precision ?? 6));
    case "e":
      return number.toExponential(Number(precision ?? 6));
    case "x":
      return Math.trunc(number).toString(16);
    case "X":
      return Math.trunc(number).toString(16).toUpperCase();
    default:
      return String(Math.trunc(number));
  }
}
