import FormulaParser from "fast-formula-parser";

/** Functions of Sheets' own that the formula parser does not know. */
const MORE = `ARRAYFORMULA ARRAY_CONSTRAIN AVERAGE.WEIGHTED BYCOL BYROW CHOOSECOLS CHOOSEROWS COUNTUNIQUE DETECTLANGUAGE
  ENCODEURL FILTER FLATTEN GOOGLEFINANCE GOOGLETRANSLATE HSTACK HYPERLINK IMAGE IMPORTDATA IMPORTFEED IMPORTHTML
  IMPORTRANGE IMPORTXML ISEMAIL ISURL JOIN LAMBDA LET MAKEARRAY MAP MINUS MULTIPLY QUERY REDUCE REGEXEXTRACT REGEXMATCH
  REGEXREPLACE SCAN SORT SORTN SPARKLINE SPLIT SUBTOTAL TEXTJOIN TO_DATE TO_PERCENT TO_PURE_NUMBER TO_TEXT TOCOL TOROW
  UNIQUE VSTACK WRAPCOLS WRAPROWS XLOOKUP XMATCH`;

const nothing = () => [];

/** The functions of Sheets, in capitals: a custom function with such a name cannot be called (google.built-in-names). */
export const BUILT_IN_NAMES: ReadonlySet<string> = new Set([
  ...new FormulaParser({ onCell: nothing, onRange: nothing }).supportedFunctions(),
  ...MORE.split(/\s+/),
]);
