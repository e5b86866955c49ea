import { widestRow } from "../lists/widest-row";

/** Where the emails of a list stand. */
export interface EmailColumn {
  index: number;
  hasHeader: boolean;
}

/** A header that names an email column, in the words lists use. */
const EMAIL_HEADER = /^\W*(e[-_ ]?mails?|mails?|courriel|correo)\W*$|e[-_ ]?mail[-_ ]?(address|adresse)?/i;

/** Of two columns of emails the one for work is meant, unless another is named. */
const PRIVATE_HEADER = /personal|private|priv[ée]e?|home/i;

/** Rough on purpose: it only tells which column holds emails; the add-on itself judges each one. */
const holdsEmail = (cell: string | undefined): boolean => /^\S+@\S+\.\S+$/.test((cell ?? "").trim());

/** At least this share of a column's filled cells has to hold an email when no header names it. */
const CONTENT_SHARE = 0.5;

function emailsIn(rows: string[][], index: number): { emails: number; share: number } {
  const filled = rows.map((row) => row[index] ?? "").filter((cell) => cell.trim() !== "");
  const emails = filled.filter(holdsEmail).length;
  return { emails, share: emails / Math.max(1, filled.length) };
}

/** The column with this header, whatever its letter case; `undefined` when the first row has no such name. */
export function namedColumn([first = []]: string[][], name: string): EmailColumn | undefined {
  const wanted = name.trim().toLowerCase();
  const index = first.findIndex((header) => header.trim().toLowerCase() === wanted);
  return index < 0 ? undefined : { index, hasHeader: true };
}

/**
 * Finds the column of emails: the one whose header says so and that holds most emails, else the one that holds them.
 * @returns undefined when there is none
 */
export function findEmailColumn(rows: string[][]): EmailColumn | undefined {
  const [first = [], ...rest] = rows;
  const width = widestRow(rows);
  const candidates = Array.from({ length: width }, (_, index) => ({
    index,
    isPrivate: PRIVATE_HEADER.test(first[index] ?? ""),
    named: EMAIL_HEADER.test((first[index] ?? "").trim()) && !holdsEmail(first[index]),
    ...emailsIn(holdsEmail(first[index]) ? rows : rest, index),
  }));
  const best = candidates
    .filter(({ named, share }) => named || share >= CONTENT_SHARE)
    .sort(
      (one, other) =>
        Number(other.share > 0) - Number(one.share > 0) ||
        Number(other.named) - Number(one.named) ||
        Number(one.isPrivate) - Number(other.isPrivate) ||
        other.share - one.share ||
        other.emails - one.emails,
    )[0];
  return best && { index: best.index, hasHeader: !holdsEmail(first[best.index]) };
}
