import { answerJob, showSidebarAt } from "../compose";
import { resumeJob as goOnWithJob, endJob as leaveJob, listJobs as listAllJobs } from "../jobs/end";
import { countEmails } from "../jobs/kinds/find";
import { planJob as makePlan } from "../jobs/plan";
import * as shapes from "../jobs/protocol";
import { startJob as beginJob } from "../jobs/start";
import { step } from "../jobs/step";
import { insertChart, summariseJob as summarise } from "../jobs/summary";
import { undoJob as takeBack } from "../jobs/undo";
import type { CountedEmails, JobSummary, JobView, Plan, StartedJob, StepReport, UndoView } from "../jobs/views";
import type { Result } from "../result";

/** Menu: opens the sidebar to verify the column of emails. */
export function verifyColumn(): void {
  showSidebarAt("verify");
}

/** Menu: opens the sidebar to find emails for the column of companies. */
export function findEmails(): void {
  showSidebarAt("find-emails");
}

/** Menu: opens the sidebar at its companies. */
export function showCompanies(): void {
  showSidebarAt("companies");
}

/**
 * For the sidebar: the free dry run of a job. Nothing is asked or changed.
 *
 * @param request What is to be done, as far as it is decided.
 * @return What the job would do and cost at most.
 */
export function planJob(request: shapes.PlanRequest): Result<Plan> {
  return answerJob(shapes.planRequest, request, makePlan);
}

/**
 * For the sidebar: how many emails are known for the domains that a job would ask. Free.
 *
 * @param request What the plan was asked for, and where to go on.
 * @return The numbers, and where to go on.
 */
export function countColumnEmails(request: shapes.CountRequest): Result<CountedEmails> {
  return answerJob(shapes.countRequest, request, countEmails);
}

/**
 * For the sidebar: begins a job.
 *
 * @param wish What the user has decided.
 * @return The job, and what its first rows have to be asked.
 */
export function startJob(wish: shapes.JobWish): Result<StartedJob> {
  return answerJob(shapes.jobWish, wish, beginJob);
}

/**
 * For the sidebar: one call of a job's driver, which scans for questions, asks some, or writes what has come.
 *
 * @param request What to do.
 * @return What was done.
 */
export function stepJob(request: shapes.StepRequest): Result<StepReport> {
  return answerJob(shapes.stepRequest, request, step);
}

/**
 * For the sidebar: pauses, stops or finishes a job.
 *
 * @param request How it ends.
 * @return The job as it is left.
 */
export function endJob(request: shapes.EndRequest): Result<JobView> {
  return answerJob(shapes.endRequest, request, leaveJob);
}

/**
 * For the sidebar: goes on with a job, whoever drove it before.
 *
 * @param request Which job, whose key pays, and what it may cost.
 * @return The job, and what its first rows have to be asked.
 */
export function resumeJob(request: shapes.ResumeRequest): Result<StartedJob> {
  return answerJob(shapes.resumeRequest, request, goOnWithJob);
}

/**
 * For the sidebar: the jobs of this spreadsheet.
 *
 * @return The jobs, the youngest first.
 */
export function listJobs(): Result<JobView[]> {
  return answerJob(shapes.nothing, null, listAllJobs);
}

/**
 * For the sidebar: what a job has led to.
 *
 * @param request Which job.
 * @return Rows by their status, and receipts of pages.
 */
export function summariseJob(request: shapes.JobRequest): Result<JobSummary> {
  return answerJob(shapes.jobRequest, request, summarise);
}

/**
 * For the sidebar: puts a chart of a job's statuses into a new sheet.
 *
 * @param request Which job.
 * @return The name of the sheet.
 */
export function insertJobChart(request: shapes.JobRequest): Result<{ sheetName: string }> {
  return answerJob(shapes.jobRequest, request, insertChart);
}

/**
 * For the sidebar: takes what a job has written out of the spreadsheet, or only counts it.
 *
 * @param request Which job, and what is done with what others have put there.
 * @return What goes.
 */
export function undoJob(request: shapes.UndoRequest): Result<UndoView> {
  return answerJob(shapes.undoRequest, request, takeBack);
}
