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
