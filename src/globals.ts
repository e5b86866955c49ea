import * as kept from "./company-search/kept-searches";
import { readListColumn as readColumn } from "./company-search/list-column";
import * as preview from "./company-search/preview";
import type {
  CountedSearch,
  KeptSearches,
  ListColumn,
  LocationSuggestion,
  SearchPreview,
} from "./company-search/views";
import {
  addMenu,
  answerInCell,
  answerJob,
  answerSidebar,
  finishFormulasOfSheet,
  forgetCachedAnswers,
  openSettings,
  readFetchedTab,
  showSidebarAt,
  turnFormulasOfSheetIntoValues,
} from "./compose";
import { resumeJob as goOnWithJob, endJob as leaveJob, listJobs as listAllJobs } from "./jobs/end";
import { countEmails } from "./jobs/kinds/find";
import { planJob as makePlan } from "./jobs/plan";
import * as shapes from "./jobs/protocol";
import { startJob as beginJob } from "./jobs/start";
import { step } from "./jobs/step";
import { insertChart, summariseJob as summarise } from "./jobs/summary";
import { undoJob as takeBack } from "./jobs/undo";
import type { CountedEmails, JobSummary, JobView, Plan, StartedJob, StepReport, UndoView } from "./jobs/views";
import type { Result } from "./result";
import type { CompanyFilters } from "./service/responses";
import * as settings from "./settings/settings";
import type { AccountView, FetchedTab, Options, SavedKey, SettingsView } from "./settings/views";

/**
 * Checks whether email addresses exist: VALID, CATCH_ALL or INVALID. Costs 0.5 credits for each address that was never
 * verified before, for one that DOMAIN_EMAILS has found only if it is VALID; duplicates and blanks are free.
 * Example: =VERIFY_EMAIL(A2:A50) or =VERIFY_EMAIL(A2, "email_status, mx_record_main").
 *
 * @param emails A cell or a range of email addresses, or of ids from the column email_anon_id of DOMAIN_EMAILS.
 * @param columns Optional. What to show, separated by commas: email_status (if left
 * out), email_sub_status, free, type, disposable, gibberish, catch_all, valid_format, mx_record_main and others.
 * @return The status of each address.
 * @customfunction
 */
export function VERIFY_EMAIL(emails: unknown, columns: unknown): unknown {
  return answerInCell("VERIFY_EMAIL", emails, columns);
}

/**
 * Counts the email addresses that are known for domains. Free.
 * Example: =EMAIL_COUNT(A2:A50).
 *
 * @param domains A cell or a range of domains or website addresses.
 * @return The number of addresses of each domain.
 * @customfunction
 */
export function EMAIL_COUNT(domains: unknown): unknown {
  return answerInCell("EMAIL_COUNT", domains);
}

/**
 * Shows facts about companies: name, domain, industry, size, founding year, country, city and LinkedIn page, or the
 * columns you name. Costs at most 1 credit for each company that was never searched before.
 * Example: =COMPANY_INFO(A2:A50, "name, industry, size").
 *
 * @param companies A cell or a column of domains, website addresses or company names. Domains are faster and
 * more accurate than names.
 * @param columns Optional. What to show, separated by commas: name, domain, website, industry,
 * size, founded_in, description, linkedin, logo, location.country, location.city, total_emails and others.
 * @return A row for each company.
 * @customfunction
 */
export function COMPANY_INFO(companies: unknown, columns: unknown): unknown {
  return answerInCell("COMPANY_INFO", companies, columns);
}

/**
 * Lists the email addresses of one company as a table with a header row, with the id of each as its last column.
 * Costs 1 credit for every 50 addresses found, nothing if there are none or the company was searched before.
 * Example: =DOMAIN_EMAILS("acme.example", 20, "professional", "email, first_name").
 *
 * @param company A domain, a website address or a company name.
 * @param limit Optional. The most addresses to list; 50 if left out.
 * @param type Optional. "generic" for addresses of roles, "professional" for those of people, "all" if left out.
 * @param columns Optional. What to show, separated by commas: email, first_name, last_name,
 * email_type, verification.status, email_anon_id (these if left out), verification.last_verified_at.
 * @return A table of addresses.
 * @customfunction
 */
export function DOMAIN_EMAILS(company: unknown, limit: unknown, type: unknown, columns: unknown): unknown {
  return answerInCell("DOMAIN_EMAILS", company, limit, type, columns);
}

/**
 * Shows the account of the API key: plan, credits left and used, next renewal, and as_of, the time of these figures.
 * Formulas do not refresh by themselves. Free.
 * Example: =ACCOUNT_INFO("remaining_credits").
 *
 * @param field Optional. One of current_plan, remaining_credits, used_credits,
 * next_quota_renewal_days, next_quota_renewal_date, as_of; a table of all if left out.
 * @return One value, or a table.
 * @customfunction
 */
export function ACCOUNT_INFO(field: unknown): unknown {
  return answerInCell("ACCOUNT_INFO", field);
}

/** When a spreadsheet is opened: adds the menu. */
export function onOpen(): void {
  addMenu();
}

/** When the add-on is installed: the spreadsheet is open already. */
export function onInstall(): void {
  addMenu();
}

/** Menu: calculates the unfinished cells of Sheetscout formulas again, in the selection or the sheet. */
export function finishFormulas(): void {
  finishFormulasOfSheet();
}

/** Menu: replaces Sheetscout formulas by what they show, in the selection or the sheet. */
export function turnFormulasIntoValues(): void {
  turnFormulasOfSheetIntoValues();
}

/** Menu: opens the sidebar at its first tab. */
export function showSidebar(): void {
  showSidebarAt("");
}

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

/** Menu: opens the sidebar at its settings. */
export function showSettings(): void {
  showSidebarAt("settings");
}

/** Sidebar: the settings of the person at the keyboard. */
export function readSettings(): Result<SettingsView> {
  return answerSidebar(() => settings.readSettings(openSettings()));
}

/** Sidebar: plan, credits and renewal, asked of the service. */
export function readAccount(): Result<AccountView> {
  return answerSidebar(() => settings.readAccount(openSettings()));
}

/** Sidebar: asks the service with a key and saves it if it works. */
export function checkAndSaveKey(key: string): Result<SavedKey> {
  return answerSidebar(() => settings.checkAndSaveKey(openSettings(), key));
}

/** Sidebar: removes the key of the person at the keyboard. */
export function removeKey(): Result<SettingsView> {
  return answerSidebar(() => settings.removeKey(openSettings()));
}

/** Sidebar: saves the credit warning and the arranged limits. */
export function saveOptions(options: Options): Result<SettingsView> {
  return answerSidebar(() => settings.saveOptions(openSettings(), options));
}

/** Sidebar: makes the formulas of this spreadsheet ask the service anew. */
export function forgetAnswers(): Result<null> {
  return answerSidebar(forgetCachedAnswers);
}

/** Sidebar: the free dry run of a job. Nothing is asked or changed. */
export function planJob(request: shapes.PlanRequest): Result<Plan> {
  return answerJob(shapes.planRequest, request, makePlan);
}

/** Sidebar: how many emails are known for the domains that a job would ask. Free. */
export function countColumnEmails(request: shapes.CountRequest): Result<CountedEmails> {
  return answerJob(shapes.countRequest, request, countEmails);
}

/** Sidebar: begins a job. */
export function startJob(wish: shapes.JobWish): Result<StartedJob> {
  return answerJob(shapes.jobWish, wish, beginJob);
}

/** Sidebar: one call of a job's driver, which scans for questions, asks some, or writes what has come. */
export function stepJob(request: shapes.StepRequest): Result<StepReport> {
  return answerJob(shapes.stepRequest, request, step);
}

/** Sidebar: pauses, stops or finishes a job. */
export function endJob(request: shapes.EndRequest): Result<JobView> {
  return answerJob(shapes.endRequest, request, leaveJob);
}

/** Sidebar: goes on with a job, whoever drove it before. */
export function resumeJob(request: shapes.ResumeRequest): Result<StartedJob> {
  return answerJob(shapes.resumeRequest, request, goOnWithJob);
}

/** Sidebar: the jobs of this spreadsheet. */
export function listJobs(): Result<JobView[]> {
  return answerJob(shapes.nothing, null, listAllJobs);
}

/** Sidebar: what a job has led to. */
export function summariseJob(request: shapes.JobRequest): Result<JobSummary> {
  return answerJob(shapes.jobRequest, request, summarise);
}

/** Sidebar: puts a chart of a job's statuses into a new sheet. */
export function insertJobChart(request: shapes.JobRequest): Result<{ sheetName: string }> {
  return answerJob(shapes.jobRequest, request, insertChart);
}

/** Sidebar: takes what a job has written out of the spreadsheet, or only counts it. */
export function undoJob(request: shapes.UndoRequest): Result<UndoView> {
  return answerJob(shapes.undoRequest, request, takeBack);
}

/** Sidebar: the first page of a company search, 1 credit unless it was bought before. */
export function previewSearch(filters: CompanyFilters): Result<SearchPreview> {
  return answerJob(shapes.companyFilters, filters, preview.previewSearch);
}

/** Sidebar: how much all searches of a long list find, a credit for each at most. Their first pages are free then. */
export function countSearch(filters: CompanyFilters): Result<CountedSearch> {
  return answerJob(shapes.companyFilters, filters, preview.countSearch);
}

/** Sidebar: locations as the service writes them. Free; none where the service does not offer them. */
export function suggestLocations(text: string): Result<LocationSuggestion[]> {
  return answerJob(shapes.shortWords, text, preview.suggestLocations);
}

/** Sidebar: the entries of a column, for a list of names or websites. */
export function readListColumn(request: shapes.ListColumnRequest): Result<ListColumn> {
  return answerJob(shapes.listColumnRequest, request, readColumn);
}

/** Sidebar: the searches this user has kept. */
export function findSearches(): Result<KeptSearches> {
  return answerJob(shapes.nothing, null, kept.findSearches);
}

/** Sidebar: keeps a search under a name, instead of the one that has it. */
export function saveSearch(name: string, filters: CompanyFilters): Result<KeptSearches> {
  return answerJob(shapes.searchToSave, { name, filters }, kept.saveSearch);
}

/** Sidebar: a search that was kept. */
export function loadSearch(name: string): Result<CompanyFilters> {
  return answerJob(shapes.shortWords, name, kept.loadSearch);
}

/** Sidebar: forgets a kept search. */
export function deleteSearch(name: string): Result<KeptSearches> {
  return answerJob(shapes.shortWords, name, kept.deleteSearch);
}

/** Sidebar: keeps what was noted of the answers to searches: values to offer, filters that need a higher plan. */
export function keepSearchNotes(notes: string): Result<{ notes: string }> {
  return answerJob(shapes.searchNotes, notes, kept.keepSearchNotes);
}

/** Sidebar: the page of a tab, fetched when it is first opened. */
export function readTabPage(name: FetchedTab): Result<string> {
  return answerSidebar(() => readFetchedTab(name));
}
