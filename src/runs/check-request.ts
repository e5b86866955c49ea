import { MOST_EMAILS } from "../service/domain-search";
import { COMPANY_FIELDS } from "../service/fields";
import {
  type Check,
  has,
  isCell,
  isCount,
  isFlag,
  isName,
  isShort,
  isText,
  isWait,
  listOf,
  oneOf,
  orMissing,
  orNull,
} from "./shapes";
import type { EndRequest, LookRequest, SliceRequest } from "./slices";
import type { CountRequest, PlanRequest, RowChoice, RunWish } from "./views";

// Public functions can be called by anybody with anything (design 3.14): these let only the right shapes through.

/** A found email with all fields of its company has 27. */
const MAX_FIELDS = 60;
/** Far more than one slice is given. */
const MAX_ROWS = 5_000;

/** Twice a batch: `fetchAll` loses all answers when one fails (facts 2.2), so that batches are small. */
const MAX_QUESTIONS = 20;

/** A run's record holds them, in 9 KB (facts 2.5). */
const MAX_SPANS = 200;
const spans = listOf(has({ from: isCount, to: isCount }), MAX_SPANS);

function isRowChoice(value: unknown): boolean {
  const choice = value as RowChoice | null;
  if (choice?.kind === "older") return isCount(choice.days);
  if (choice?.kind === "selected") return spans(choice.spans);
  return ["all", "todo", "visible", "failed"].includes(String(choice?.kind));
}

const cells = listOf(isCell, MAX_FIELDS);
const emails = listOf(has({ email: isText, cells }), MOST_EMAILS);
const fills = listOf(
  has({ row: isCount, key: isText, cells, emails: orMissing(emails), company: orMissing(isText) }),
  MAX_ROWS,
);
const questions = listOf(
  has({
    key: isText,
    text: isText,
    rows: listOf(isCount, MAX_ROWS),
    anonId: orMissing(isText),
    attempts: isCount,
    lastStartMs: orNull(Number.isFinite as (value: unknown) => boolean),
  }),
  MAX_QUESTIONS,
);
const chunks = listOf(isCount, MAX_ROWS);

const isCost: Check = (value) =>
  Array.isArray(value) && value.length === 3 && /^[a-z0-9]{8}$/.test(value[0]) && value.slice(1).every(isCount);
const costs = listOf(isCost, MAX_ROWS);

/** A sheet to be made, or one that is there. */
export const isListTarget: Check = (value) =>
  has({ kind: oneOf("new"), sheetName: isShort })(value) || has({ kind: oneOf("append"), sheetId: isCount })(value);

const findOptions = {
  limit: ((value) => isCount(value) && value !== 0 && (value as number) <= MOST_EMAILS) as Check,
  emailType: oneOf("all", "generic", "professional"),
  enrichment: listOf(oneOf(...COMPANY_FIELDS), COMPANY_FIELDS.length),
};

const planRequest = {
  sheetId: orNull(isCount),
  column: orNull(isCount),
  hasHeader: orNull(isFlag),
  rows: isRowChoice,
  fields: listOf(isText, MAX_FIELDS),
  alsoFoundValid: isFlag,
  find: orNull(has(findOptions)),
};

export const isPlanRequest = has(planRequest) as (value: unknown) => value is PlanRequest;

export const isCountRequest = has({ ...planRequest, find: has(findOptions), offset: isCount }) as (
  value: unknown,
) => value is CountRequest;

export const isRunWish = has({
  sheetId: isCount,
  column: isCount,
  header: orNull(isText),
  hasHeader: isFlag,
  rows: isRowChoice,
  fields: listOf(isText, MAX_FIELDS),
  capHalves: orNull(isCount),
  alsoFoundValid: isFlag,
  find: orNull(has({ ...findOptions, target: isListTarget })),
}) as (value: unknown) => value is RunWish;

export const isLookRequest = has({
  runId: isName,
  driverId: isName,
  wanted: chunks,
  count: isCount,
  held: chunks,
  waitMs: isWait,
}) as (value: unknown) => value is LookRequest;

export const isSliceRequest = has({
  runId: isName,
  driverId: isName,
  ask: questions,
  fill: fills,
  held: chunks,
  waitMs: isWait,
  isPrepared: isFlag,
  costs,
  freeAnswers: isCount,
}) as (value: unknown) => value is SliceRequest;

export const isEndRequest = has({
  runId: isName,
  driverId: isName,
  reason: isText,
  costs,
  freeAnswers: isCount,
  state: oneOf("paused", "stopped", "finished"),
}) as (value: unknown) => value is EndRequest;

export const isRunId = isName as (value: unknown) => value is string;

/** A run to go on with, and what it may cost from then on: nothing new, no limit, or so much. */
export const isResumable =
  (capHalves: unknown) =>
  (value: unknown): value is string =>
    isName(value) && (capHalves === undefined || orNull(isCount)(capHalves));
