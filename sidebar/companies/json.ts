import { isObject, type JsonObject } from "../../src/json";

export function valueAt(object: JsonObject, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), object);
}

/** Makes objects on the way. @returns false, without a change, if the path is taken or leads through another value */
export function putAt(object: JsonObject, path: string, value: unknown): boolean {
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

export function removeAt(object: JsonObject, path: string): void {
  const [key = "", ...rest] = path.split(".");
  const inner = object[key];
  if (rest.length > 0 && isObject(inner)) {
    removeAt(inner, rest.join("."));
    if (Object.keys(inner).length > 0) return;
  }
  delete object[key];
}

const SHOWN_CHARACTERS = 12;

/** The problem names line, column and text of a mistake. */
export function readJson(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const at = findMistake(text);
    const before = text.slice(0, at).split("\n");
    const column = (before[before.length - 1] ?? "").length + 1;
    const [rest = ""] = text.slice(at, at + SHOWN_CHARACTERS).split("\n");
    const what = rest.trim() ? `unexpected “${rest.trim()}”.` : "something is missing.";
    return { problem: `Line ${before.length}, column ${column}: ${what}` };
  }
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Browsers name the place in their own words or not at all, and a library for it would be a sixth of the page.
 * @returns the index of the first wrong character, `text.length` if the end is missing, -1 for JSON
 */
export function findMistake(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
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
