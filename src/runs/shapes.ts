/** Says whether a value that anybody may have sent has a shape. */
export type Check = (value: unknown) => boolean;

/** A cell holds no more (facts 5.1). */
const MAX_TEXT_CHARACTERS = 50_000;
/** No row, count or credit is larger. */
const MAX_COUNT = 1e9;
/** Longer than any wait between attempts. */
const MAX_WAIT_MS = 60_000;
/** Names of sheets and searches, and what is typed to find something. */
const MAX_SHORT_CHARACTERS = 100;

export const isText: Check = (value) => typeof value === "string" && value.length <= MAX_TEXT_CHARACTERS;
export const isShort: Check = (value) => isText(value) && (value as string).length <= MAX_SHORT_CHARACTERS;
export const isName: Check = (value) => typeof value === "string" && /^[a-z0-9]{1,40}$/.test(value);
export const isFlag: Check = (value) => typeof value === "boolean";
export const isCount: Check = (value) =>
  typeof value === "number" && Math.floor(value) === value && value >= 0 && value <= MAX_COUNT;
export const isWait: Check = (value) => isCount(value) && (value as number) <= MAX_WAIT_MS;
export const isCell: Check = (value) => isText(value) || isFlag(value) || Number.isFinite(value as number);

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const orMissing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const oneOf =
  (...values: string[]): Check =>
  (value) =>
    typeof value === "string" && values.includes(value);

export const listOf =
  (check: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check);

export const has =
  (shape: Record<string, Check>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(shape).every(([name, check]) => check((value as Record<string, unknown>)[name]));
