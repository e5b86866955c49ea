import type { FindPlan, ListTarget, PlanRequest, RunPlan, RunView, RunWish } from "../../src/runs/views";
import { DEFAULT_EMAIL_LIMIT, MOST_EMAILS } from "../../src/service/domain-search";
import type { EmailType } from "../../src/service/resources";
import { type ColumnDraft, FIRST_COLUMN, plannedColumn, readColumn } from "../column-run/draft";
import { capProblem, readCap } from "../format/credits";
import { readCount } from "../format/numbers";

/** What the user has chosen so far; `null` leaves it to the plan. */
export interface FindDraft extends ColumnDraft {
  /** Emails of each company, as typed. */
  limit: string;
  emailType: EmailType;
  enrichment: string[];
  /** An id of a sheet of emails, or a new one. */
  target: number | "new" | null;
  /** Of the new sheet. */
  sheetName: string | null;
}

/** Always written: it says of each company that it is done. */
export const STATUS_FIELD = "emails_found";

/** What is chosen before the first plan. */
export const FIRST_DRAFT: FindDraft = {
  ...FIRST_COLUMN,
  fields: [STATUS_FIELD, "total_emails"],
  limit: String(DEFAULT_EMAIL_LIMIT),
  emailType: "all",
  enrichment: [],
  target: null,
  sheetName: null,
};

function readLimit({ limit }: FindDraft): number | null {
  const count = readCount(limit);
  return count === null || count < 1 || count > MOST_EMAILS ? null : count;
}

/** Why so many emails cannot be asked for; empty when they can. */
export const limitProblem = (draft: FindDraft): string =>
  readLimit(draft) === null ? `Give a whole number from 1 to ${MOST_EMAILS}.` : "";

/** What the dry run is asked; `null` while the form does not say how many emails are wanted. */
export function toPlanRequest(draft: FindDraft): (PlanRequest & { find: object }) | null {
  const { emailType, enrichment } = draft;
  const limit = readLimit(draft);
  return limit === null
    ? null
    : { ...readColumn(draft), alsoFoundValid: false, find: { limit, emailType, enrichment } };
}

/** The name of the new sheet, as long as nobody has typed another. */
export const newSheetName = ({ sheetName }: FindDraft, { find }: RunPlan): string =>
  sheetName ?? find?.newSheetName ?? "";

/** Sheets that the emails can go to: below those that were found before, but not among the companies. */
export const emailSheets = ({ find, sheetId: companies }: RunPlan): FindPlan["emailSheets"] =>
  (find?.emailSheets ?? []).filter(({ sheetId }) => sheetId !== companies);

/** Whether the chosen column stands in a sheet of found emails. */
export const isAmongEmails = (plan: RunPlan): boolean =>
  emailSheets(plan).length < (plan.find?.emailSheets.length ?? 0);

/** Whether most of the chosen companies are names, though another column may hold their websites. */
export const areNames = ({ find, toAsk, columns, column }: RunPlan): boolean =>
  (find?.domains ?? 0) * 2 < toAsk && columns.some((each) => each.isLikely && each.column !== column);

/** Where the emails go: as chosen, else to the likeliest sheet of emails, else to a new one. */
export function targetOf({ target }: FindDraft, plan: RunPlan): number | "new" {
  const sheets = emailSheets(plan).map(({ sheetId }) => sheetId);
  if (target === "new") return target;
  return sheets.find((sheetId) => sheetId === target) ?? sheets[0] ?? "new";
}

/** What the run is started with; `null` while something in the form is not valid. */
export function toWish(draft: FindDraft, plan: RunPlan): RunWish | null {
  const request = toPlanRequest(draft);
  const to = targetOf(draft, plan);
  const sheetName = newSheetName(draft, plan).trim();
  if (!request || capProblem(draft.cap) || (to === "new" && sheetName === "")) return null;
  const target: ListTarget = to === "new" ? { kind: to, sheetName } : { kind: "append", sheetId: to };
  return {
    ...request,
    ...plannedColumn(plan),
    capHalves: readCap(draft.cap),
    find: { ...request.find, target },
  };
}

/** The failed companies of a run again, as it asked them. */
export function toRetry({ fields, find }: RunView): Partial<FindDraft> {
  if (!find) return { rows: "failed" };
  const { limit, emailType, enrichment, sheetId } = find;
  return { rows: "failed", fields, limit: String(limit), emailType, enrichment, target: sheetId };
}
