import { readPinned, readRows } from "../lists/pinned-list";
import { isRefused, type Refusal, refusal } from "../result";
import { readAnsweredFor } from "../sheet/row-tags";
import { viewOf } from "./end";
import { type ColumnJob, shapeOf } from "./kinds/column";
import { summariseCompanies } from "./kinds/companies-plan";
import type { JobRequest } from "./protocol";
import { type JobRecord, readJob, type World } from "./record";
import { isRetryable, traitsOf } from "./rows";
import type { JobSummary } from "./views";

/** Counts in the sheet, as it is now, what a job has led to. */
export function summariseJob(world: World, { jobId }: JobRequest): JobSummary | Refusal {
  const record = readJob(world.store.all(), jobId);
  const job = record ? viewOf(world, record) : refusal("JOB_GONE");
  if (!record || isRefused(job)) return refusal("JOB_GONE");
  const nothing = { byStatus: {}, failed: 0, receipts: [], companyColumn: null };
  const counted = isOverColumn(record) ? countRows(world, record) : summariseCompanies(world, record as never);
  return isRefused(counted) ? counted : { job, ...nothing, ...counted };
}

const isOverColumn = (record: JobRecord): record is ColumnJob => record.wish.kind !== "companies";

function countRows({ book }: World, job: ColumnJob): Pick<JobSummary, "byStatus" | "failed"> | Refusal {
  const found = readPinned(book, shapeOf(job), readRows);
  if (isRefused(found)) return found;
  const byStatus = new Map<string, number>();
  let failed = 0;
  const { summaryOf } = traitsOf(job.wish.kind);
  for (const row of found.read) {
    if (readAnsweredFor(row.answeredFor)?.jobId !== job.id) continue;
    const status = summaryOf(String(row.status));
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (isRetryable(status)) failed++;
  }
  return { byStatus: Object.fromEntries(byStatus), failed };
}

/** Puts a table of the statuses with a chart into a new sheet. @returns its name */
export function insertChart(world: World, request: JobRequest): { sheetName: string } | Refusal {
  const summary = summariseJob(world, request);
  if (isRefused(summary)) return summary;
  const statuses = Object.entries(summary.byStatus).sort(([, a], [, b]) => b - a);
  const rows = [["Status", "Rows"], ...statuses] as [string, string | number][];
  return { sheetName: world.book.addChartSheet(`Summary of ${summary.job.title}`, rows) };
}
