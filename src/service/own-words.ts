/** What is told in cells instead of an answer, by formulas and column runs alike. */

/** Every cell that *Finish formulas* may complete begins with this. */
export const NOT_FINISHED = "not finished";

/** What failed for good begins with this. */
export const FAILURE_MARK = "error: ";

/** What is told of texts that are not asked about (`recognise.ts`). */
const NOT_ASKED = /^not an? (?:email address|domain|company)(?:$|: )/;

/** Whether a text is one of these: asked about, it would be taken for the name of a company, and paid for. */
export const isOwnWord = (text: string): boolean =>
  text.startsWith(NOT_FINISHED) || text.startsWith(FAILURE_MARK) || NOT_ASKED.test(text);
