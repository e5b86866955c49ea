import type { Workbook as UniverModel, Worksheet } from "@univerjs/core";

/** FNV-1a (public domain), cut to 31 bits: a gid is a non-negative integer. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 1;
}

/** Univer names sheets by text, Apps Script by a number (gid): ours are their number, a page's random ones are hashed. */
export function gidOf(univerSheetId: string): number {
  return /^\d{1,10}$/.test(univerSheetId) ? Number(univerSheetId) : hash(univerSheetId);
}

/** The sheet with this gid; a missing one is a `RangeError`. */
export function sheetByGid(model: UniverModel, gid: number): Worksheet {
  const sheet = model.getSheets().find((candidate) => gidOf(candidate.getSheetId()) === gid);
  if (!sheet) throw new RangeError(`No sheet has the id ${gid}.`);
  return sheet;
}
