import type { CopiedParts } from "../../services/copies";
import { isNothing, wrongSignature } from "../arguments";
import { isMember, javaEnum } from "../java-enum";

export const CopyPasteType = javaEnum([
  "PASTE_NORMAL",
  "PASTE_NO_BORDERS",
  "PASTE_FORMAT",
  "PASTE_FORMULA",
  "PASTE_DATA_VALIDATION",
  "PASTE_VALUES",
  "PASTE_COLUMN_WIDTHS",
]);

const ALL: CopiedParts = { contents: "formulas", formats: true, validations: true, all: true, widths: false };
const NONE: CopiedParts = { contents: null, formats: false, validations: false, all: false, widths: false };
const FORMAT: CopiedParts = { ...NONE, formats: true, validations: true };
const VALUES: CopiedParts = { ...NONE, contents: "values" };
const PARTS: Record<string, CopiedParts> = {
  PASTE_NORMAL: ALL,
  PASTE_NO_BORDERS: ALL,
  PASTE_FORMAT: FORMAT,
  PASTE_FORMULA: { ...NONE, contents: "formulas" },
  PASTE_DATA_VALIDATION: { ...NONE, validations: true },
  PASTE_VALUES: VALUES,
  PASTE_COLUMN_WIDTHS: { ...NONE, widths: true },
};

/** The parts that a script wants to copy, by a type of pasting or by options (google.copying). */
export function copiedParts(how: unknown): CopiedParts {
  if (isNothing(how)) return ALL;
  if (isMember(CopyPasteType, how)) return PARTS[how.name()] as CopiedParts;
  if (typeof how !== "object") throw wrongSignature("SpreadsheetApp.Range.copyTo", [how]);
  const { contentsOnly, formatOnly } = how as { contentsOnly?: boolean; formatOnly?: boolean };
  if (contentsOnly === true) return VALUES;
  return formatOnly === true ? FORMAT : ALL;
}
