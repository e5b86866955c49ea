/** An object of JSON. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path like `company.websites.include`; `undefined` when there is none. */
export function valueAt(object: Json, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), object);
}

/**
 * Puts a value at a path, making the objects on its way.
 * @returns false when something stands there already, or is no object on the way: nothing is changed then
 */
export function putAt(object: Json, path: string, value: unknown): boolean {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    if (Object.hasOwn(object, key)) return false;
    object[key] = value;
    return true;
  }
  const inner = Object.hasOwn(object, key) ? object[key] : {};
  if (!isObject(inner) || !putAt(inner, rest.join("."), value)) return false;
  object[key] = inner;
  return true;
}

/** Takes a value out, and the objects on its way that are empty then. */
export function removeAt(object: Json, path: string): void {
  const [key = "", ...rest] = path.split(".");
  const inner = object[key];
  if (rest.length > 0 && isObject(inner)) {
    removeAt(inner, rest.join("."));
    if (Object.keys(inner).length > 0) return;
  }
  delete object[key];
}

/** So much of the text is shown from the mistake on. */
const SHOWN_CHARACTERS = 12;

/** Reads JSON; a mistake is told with its line and column and what stands there. */
export function readJson(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const at = findMistake(text);
    const before = text.slice(0, at).split("\n");
    const column = (before[before.length - 1] ?? "").length + 1;
    const [rest = ""] = text.slice(at, at + SHOWN_CHARACTERS).split("\n");
    const what = rest.trim() ? `${rest.trim()} does not fit there.` : "something is missing.";
    return { problem: `Line ${before.length}, column ${column}: ${what}` };
  }
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Finds where a text stops being JSON. Browsers parse; but they name the place each in its own words, some not at all,
 * and a parser that does would be a sixth of the page.
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
