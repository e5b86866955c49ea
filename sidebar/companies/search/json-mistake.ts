const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Where a text stops being JSON. Browsers parse; but they name the place each in its own words, some not at all, and a
 * parser that does would be a sixth of the page.
 * @returns the index of the first character that does not fit, `text.length` when the end is missing, -1 for JSON
 */
export function findMistake(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  /** Takes what has to come next, and the blanks after it. */
  const take = (wanted: string | RegExp): boolean => {
    if (typeof wanted !== "string") return skip(wanted) && skip(SPACE);
    if (text[at] !== wanted) return false;
    at++;
    return skip(SPACE);
  };
  const list = (end: string, item: () => boolean): boolean => {
    if (take(end)) return true;
    do {
      if (!item()) return false;
    } while (take(","));
    return take(end);
  };
  const value = (): boolean =>
    take("{")
      ? list("}", () => take(STRING) && take(":") && value())
      : take("[")
        ? list("]", value)
        : take(STRING) || take(ATOM);
  skip(SPACE);
  return value() && at === text.length ? -1 : at;
}
