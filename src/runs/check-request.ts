import type { EndRequest, LookRequest, SliceRequest } from "./slices";
import type { PlanRequest, RowChoice, RunWish } from "./views";

/** Public functions can be called by anybody with anything (design 3.14): these let only the right shapes through. */

type Shape = Record<string, (value: unknown) => boolean>;

const isText = (value: unknown): boolean => typeof value === "string" && value.length <= MAX_TEXT_CHARACTERS;
const isName = (value: unknown): boolean => typeof value === "string" && /^[a-z0-9]{1,40}$/.test(value);
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isCount = (value: unknown): boolean =>
  typeof value === "number" && Math.floor(value) === value && value >= 0 && value <= MAX_COUNT;
const isWait = (value: unknown): boolean => isCount(value) && (value as number) <= MAX_WAIT_MS;
const orNull = (check: (value: unknown) => boolean) => (value: unknown) => value === null || check(value);
const orMissing = (check: (value: unknown) => boolean) => (value: unknown) => value === undefined || check(value);
const listOf = (check: (value: unknown) => boolean, most: number) => (value: unknown) =>
  Array.isArray(value) && value.length <= most && value.every(check);
const has = (shape: Shape) => (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(shape).every(([name, check]) => check((value as Record<string, unknown>)[name]));

/** A cell holds no more (facts 5.1). */
const MAX_TEXT_CHARACTERS = 50_000;
const MAX_COUNT = 1e9;
/** Longer than any wait between attempts. */
const MAX_WAIT_MS = 60_000;
const MAX_FIELDS = 60;
/** Far more than one slice is given. */
const MAX_ROWS = 5_000;

const isCell = (value: unknown): boolean => isText(value) || isFlag(value) || Number.isFinite(value as number);

/** A run's record holds them, in 9 KB (facts 2.5). */
const MAX_SPANS = 200;
const spans = listOf(has({ from: isCount, to: isCount }), MAX_SPANS);

function isRowChoice(value: unknown): boolean {
  const choice = value as RowChoice | null;
  if (choice?.kind === "older") return isCount(choice.days);
  if (choice?.kind === "selected") return spans(choice.spans);
  return ["all", "todo", "visible", "failed"].includes(String(choice?.kind));
}

const fills = listOf(has({ row: isCount, key: isText, cells: listOf(isCell, MAX_FIELDS) }), MAX_ROWS);
const questions = listOf(
  has({
    ...{ key: isText, text: isText, rows: listOf(isCount, MAX_ROWS), anonId: orMissing(isText) },
    ...{ attempts: isCount, lastStartMs: orNull(Number.isFinite as (value: unknown) => boolean) },
  }),
  // fetchAll loses all answers when one fails (facts 2.2).
  20,
);
const chunks = listOf(isCount, MAX_ROWS);

export const isPlanRequest = has({
  ...{ sheetId: orNull(isCount), column: orNull(isCount), hasHeader: orNull(isFlag) },
  ...{ rows: isRowChoice, fields: listOf(isText, MAX_FIELDS), alsoFoundValid: isFlag },
}) as (value: unknown) => value is PlanRequest;

export const isRunWish = has({
  ...{ sheetId: isCount, column: isCount, hasHeader: isFlag, rows: isRowChoice },
  ...{ fields: listOf(isText, MAX_FIELDS), capHalves: orNull(isCount), alsoFoundValid: isFlag },
}) as (value: unknown) => value is RunWish;

export const isLookRequest = has({
  ...{ runId: isName, driverId: isName, wanted: chunks, count: isCount, held: chunks, waitMs: isWait },
}) as (value: unknown) => value is LookRequest;

export const isSliceRequest = has({
  ...{ runId: isName, driverId: isName, ask: questions, fill: fills, held: chunks, waitMs: isWait },
  isPrepared: isFlag,
  ...{ unspentHalves: isCount, freeAnswers: isCount },
}) as (value: unknown) => value is SliceRequest;

export const isEndRequest = has({
  ...{ runId: isName, driverId: isName, reason: isText, unspentHalves: isCount, freeAnswers: isCount },
  state: (value) => ["paused", "stopped", "finished"].includes(String(value)),
}) as (value: unknown) => value is EndRequest;

export const isRunId = isName as (value: unknown) => value is string;
