import { z } from "zod";
import { type PageMessage, SHARED } from "../messages";

/** Far beyond any sheet, and small enough to count to. */
const LAST_ROW = 10_000_000;
const LAST_COLUMN = 20_000;
const LONGEST_NAME = 1_000;
const MAX_AREAS = 1_000;
/** Rich text in a cell of a mutation has some fifteen. */
const MAX_LEVELS = 50;

const name = z.string().max(LONGEST_NAME);
const row = z.int().min(1).max(LAST_ROW);
const column = z.int().min(1).max(LAST_COLUMN);
const frameKind = z.enum(["sidebar", "dialog"]);
const area = z.strictObject({ row, column, rows: row, columns: column });

const mutation = z.strictObject({
  id: name.regex(SHARED),
  params: z.looseObject({ subUnitId: name.optional() }).refine(hasSaneBounds),
});

const MESSAGE: z.ZodType<PageMessage> = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("mutations"), base: z.int().min(0), mutations: z.array(mutation) }),
  z.strictObject({ type: z.literal("select"), sheetName: name, areas: z.array(area).min(1).max(MAX_AREAS) }),
  z.strictObject({ type: z.literal("sort"), sheetName: name, column, ascending: z.boolean() }),
  z.strictObject({ type: z.literal("filter"), sheetName: name, column, hidden: z.array(z.string()) }),
  z.strictObject({ type: z.literal("removeFilter"), sheetName: name }),
  z.strictObject({ type: z.literal("openList"), fileName: name, base64: z.base64() }),
  z.strictObject({ type: z.literal("startOver") }),
  z.strictObject({ type: z.literal("googleSpeed"), isOn: z.boolean() }),
  z.strictObject({ type: z.literal("permissions") }),
  z.strictObject({ type: z.literal("grant"), scopes: z.array(name) }),
  z.strictObject({ type: z.literal("executions") }),
  z.strictObject({ type: z.literal("triggers") }),
  z.strictObject({ type: z.literal("runTrigger"), uid: name }),
  z.strictObject({ type: z.literal("forward") }),
  z.strictObject({ type: z.literal("clickMenu"), functionName: name }),
  z.strictObject({ type: z.literal("call"), callId: z.int(), functionName: name, args: z.string() }),
  z.strictObject({ type: z.literal("reply"), id: name, button: name, text: z.string().optional() }),
  z.strictObject({ type: z.literal("closeFrame"), kind: frameKind }),
]);

/** @throws an error for anything but a page's message */
export function readMessage(text: string): PageMessage {
  const message: unknown = JSON.parse(text);
  if (!isWithin(message, MAX_LEVELS)) throw new RangeError("The message is nested too deeply.");
  return MESSAGE.parse(message);
}

/** True if a value is nested no deeper. A deeper one, kept in a cell, could not be sent or saved any more. */
const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1)));

/** Ranges and cells of a mutation lie where a sheet can have any: the work they cause grows with them. */
function hasSaneBounds(params: Record<string, unknown>): boolean {
  const cells = params.cellValue;
  const hasSaneCells =
    typeof cells !== "object" ||
    cells === null ||
    Object.entries(cells).every(
      ([at, line]) => isIndex(at, LAST_ROW) && Object.keys(line ?? {}).every((cell) => isIndex(cell, LAST_COLUMN)),
    );
  return hasSaneCells && hasSaneRanges(params);
}

const isIndex = (text: string, end: number): boolean => /^\d{1,8}$/.test(text) && Number(text) < end;

const RANGE_ENDS: Record<string, number> = {
  startRow: LAST_ROW,
  endRow: LAST_ROW,
  startColumn: LAST_COLUMN,
  endColumn: LAST_COLUMN,
};

/** Ranges stand under many names. JSON has no NaN, by which Univer means a whole row or column: `null` stands for it. */
function hasSaneRanges(params: object): boolean {
  return ["range", "ranges", "sourceRange", "targetRange"].every((key) => {
    const given = (params as Record<string, unknown>)[key];
    const ranges = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given];
    return ranges.every(
      (range: unknown) =>
        typeof range === "object" &&
        range !== null &&
        Object.entries(RANGE_ENDS).every(([end, most]) => {
          const at = (range as Record<string, unknown>)[end];
          return at === undefined || at === null || (Number.isInteger(at) && Number(at) >= 0 && Number(at) < most);
        }),
    );
  });
}
