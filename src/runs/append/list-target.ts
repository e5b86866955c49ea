import { type Check, has, isCount, isText, oneOf } from "../shapes";

/** Where a list is written: below what stands in a sheet, or in one that is made for it. */
export type ListTarget = { kind: "new"; sheetName: string } | { kind: "append"; sheetId: number };

/** Longer names are cut. */
const MAX_NAME_CHARACTERS = 100;

const isSheetName: Check = (value) => isText(value) && (value as string).length <= MAX_NAME_CHARACTERS;

/** Whether a value that anybody may have sent is a `ListTarget`. */
export const isListTarget: Check = (value) =>
  has({ kind: oneOf("new"), sheetName: isSheetName })(value) || has({ kind: oneOf("append"), sheetId: isCount })(value);
