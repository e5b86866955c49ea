import { paceFor } from "../pacing/pace";
import type { Refusal } from "../result";
import { RATE_LIMITS } from "../service/rate-limits";
import { planFind } from "./find/plan-find";
import { isFailure } from "./judge-row";
import { kindOf } from "./kind";
import { NO_ROWS } from "./look";
import { readColumn } from "./read-column";
import type { RunParts } from "./run-parts";
import { isRefused } from "./run-refusal";
import type { PlanRequest, RunPlan } from "./views";

/** The first call and the last answer (specification 8.4). */
const START_AND_END_SECONDS = 15;

/** The honest dry run: free, and nothing is changed. */
export function planRun(parts: RunParts, request: PlanRequest): RunPlan | Refusal {
  const read = readColumn(parts, request);
  if (isRefused(read)) return read;
  const { table, columns, chosen, hasHeader, fields, selection } = read;
  const { operation, halvesPerQuestion, writableFields } = kindOf(request);
  const counts = { ...NO_ROWS };
  const texts = new Map<string, string>();
  let duplicates = 0;
  for (const { judged } of read.rows) {
    counts.rows++;
    if (judged.state === "unwanted") continue;
    counts[judged.state]++;
    if (judged.state !== "todo") continue;
    if (texts.has(judged.key)) duplicates++;
    texts.set(judged.key, judged.text);
  }
  const { callsPerMinute } = paceFor(RATE_LIMITS[operation]);
  return {
    sheetId: table.id,
    sheetName: table.name(),
    columns,
    column: chosen?.column ?? 0,
    hasHeader,
    counts,
    duplicates,
    toAsk: texts.size,
    maxHalves: texts.size * halvesPerQuestion,
    seconds: texts.size === 0 ? 0 : Math.round((texts.size * 60) / callsPerMinute) + START_AND_END_SECONDS,
    presentFields: fields,
    availableFields: [...writableFields],
    selection,
    failedRows: read.rows.filter(({ row }) => isFailure(row.status)).length,
    find: request.find && planFind(parts, [...texts.keys()]),
  };
}
