import type { ChoicesOf, ListTarget } from "../../src/jobs/protocol";
import type { ColumnPlan, FindPlan, JobView, PlanColumn } from "../../src/jobs/views";
import { STATUS_FIELDS } from "../../src/service/fields";
import { DEFAULT_EMAIL_LIMIT, halvesForEmails, MAX_EMAILS } from "../../src/service/limits";
import type { EmailType } from "../../src/service/operations";
import { type ColumnDraft, choicesFrom, chosenColumn, FIRST_COLUMN } from "../column-job/draft";
import { readCount, write } from "../format";

/** For `null` the plan decides. */
export interface FindDraft extends ColumnDraft {
  limit: string;
  emailType: EmailType;
  enrichment: ChoicesOf<"find">["enrichment"];
  target: number | "new" | null;
  sheetName: string | null;
}

export const FIRST_DRAFT: FindDraft = {
  ...FIRST_COLUMN,
  fields: [STATUS_FIELDS.find, "total_emails"],
  limit: String(DEFAULT_EMAIL_LIMIT),
  emailType: "all",
  enrichment: [],
  target: null,
  sheetName: null,
};

function readLimit({ limit }: FindDraft): number | null {
  const count = readCount(limit);
  return count === null || count < 1 || count > MAX_EMAILS ? null : count;
}

export const halvesOfOne = (draft: FindDraft): number => halvesForEmails(readLimit(draft) ?? 0);

export const limitProblem = (draft: FindDraft): string =>
  readLimit(draft) === null ? `Give a whole number from 1 to ${write(MAX_EMAILS)}.` : "";

export function toPlanRequest(draft: FindDraft) {
  const { leaveOut, emailType, enrichment } = draft;
  const limit = readLimit(draft);
  const column = chosenColumn(draft);
  if (limit === null || column === null) return null;
  return { kind: "find" as const, ...column, leaveOut, alsoFoundValid: false, limit, emailType, enrichment };
}

export const newSheetName = ({ sheetName }: FindDraft, { find }: ColumnPlan): string =>
  sheetName ?? find?.newSheetName ?? "";

export const emailSheets = ({ find, sheetId: companies }: ColumnPlan): FindPlan["emailSheets"] =>
  (find?.emailSheets ?? []).filter(({ sheetId }) => sheetId !== companies);

export const isAmongEmails = (plan: ColumnPlan): boolean =>
  emailSheets(plan).length < (plan.find?.emailSheets.length ?? 0);

/** Returns a column that may hold websites, if most of the chosen companies are names. */
export const betterColumn = ({ find, toAsk, columns, column }: ColumnPlan): PlanColumn | undefined =>
  (find?.domains ?? 0) * 2 < toAsk ? columns.find((each) => each.isLikely && each.column !== column) : undefined;

export function targetOf({ target }: FindDraft, plan: ColumnPlan): number | "new" {
  const sheets = emailSheets(plan).map(({ sheetId }) => sheetId);
  if (target === "new") return target;
  return sheets.find((sheetId) => sheetId === target) ?? sheets[0] ?? "new";
}

export function toChoices(draft: FindDraft, plan: ColumnPlan): ChoicesOf<"find"> | null {
  const choices = choicesFrom(toPlanRequest(draft), draft, plan);
  const to = targetOf(draft, plan);
  const sheetName = newSheetName(draft, plan).trim();
  if (!choices || (to === "new" && sheetName === "")) return null;
  const target: ListTarget = to === "new" ? { kind: to, sheetName } : { kind: "append", sheetId: to };
  return { ...choices, target };
}

export const toRetry = (job: JobView): Partial<FindDraft> => ({
  ...asAsked(job),
  rows: "failed",
  target: job.list?.sheetId ?? null,
});

export const toRepeat = (job: JobView): { label: string; choices: Partial<FindDraft> } | null =>
  (job.written?.withoutDetails ?? 0) > 0
    ? {
        label: "Search all again with details",
        choices: { ...asAsked(job), rows: "all", target: "new", sheetName: null },
      }
    : null;

function asAsked({ fields, find }: JobView): Partial<FindDraft> {
  if (!find) return {};
  const { limit, emailType, enrichment } = find;
  return { fields, limit: String(limit), emailType, enrichment };
}
