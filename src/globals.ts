import * as list from "./company-search/list-column";
import * as preview from "./company-search/preview";
import * as saved from "./company-search/saved-searches";
import {
  addMenu,
  allowTriggers,
  answerInCell,
  endpoint,
  fetchedTab,
  goUnattended,
  overFormulas,
  readFetchedTab,
  showGuideFromMenu,
  showGuideFromSidebar,
  showSidebarAt,
  workOnTrigger,
} from "./compose";
import * as answers from "./formulas/answer-cache";
import * as finish from "./formulas/finish";
import * as turn from "./formulas/turn-into-values";
import * as clean from "./jobs/clean-list";
import * as emailCounts from "./jobs/count-emails";
import * as end from "./jobs/end";
import * as history from "./jobs/history";
import * as leaveOut from "./jobs/leave-out";
import * as presets from "./jobs/presets";
import * as shapes from "./jobs/protocol";
import * as resume from "./jobs/resume";
import * as copies from "./jobs/row-copies";
import * as start from "./jobs/start";
import * as summary from "./jobs/summary";
import * as jobList from "./jobs/view-jobs";
import { unchecked } from "./json";
import * as settings from "./settings/settings";
import * as watch from "./unattended/watch";

/**
 * Checks whether email addresses exist: VALID, CATCH_ALL or INVALID. INVALID also stands for an address whose mail server
 * did not answer; the column verdict then says Not known. Costs 0.5 credits for each address that was never
 * verified before, for one that DOMAIN_EMAILS has found only if it is VALID; duplicates and blanks are free.
 * Example: =VERIFY_EMAIL(A2:A50) or =VERIFY_EMAIL(A2, "email_status, mx_record_main").
 *
 * @param {string|Array<Array<string>>} emails A cell or a range of email addresses, or of ids from
 * the column email_anon_id of DOMAIN_EMAILS.
 * @param {string} columns Optional. What to show, separated by commas: email_status (if left
 * out), email_sub_status, free, type, disposable, gibberish, catch_all, valid_format, mx_record_main, verdict
 * (OK to send, Risky, Do not send or Not known), verdict_reason and others.
 * @return The status of each address.
 * @customfunction
 */
export function VERIFY_EMAIL(emails: unknown, columns: unknown, ...others: unknown[]): unknown {
  return answerInCell("VERIFY_EMAIL", emails, columns, ...others);
}

/**
 * Counts the email addresses that are known for domains. Free.
 * Example: =EMAIL_COUNT(A2:A50).
 *
 * @param {string|Array<Array<string>>} domains A cell or a range of domains or website addresses.
 * @return The number of addresses of each domain.
 * @customfunction
 */
export function EMAIL_COUNT(domains: unknown, ...others: unknown[]): unknown {
  return answerInCell("EMAIL_COUNT", domains, ...others);
}

/**
 * Shows facts about companies: name, domain, industry, size, founding year, country, city and LinkedIn page, or the
 * columns you name. Costs at most 1 credit for each company that was never searched before.
 * Example: =COMPANY_INFO(A2:A50, "name, industry, size").
 *
 * @param {string|Array<Array<string>>} companies A cell or a column of domains, website addresses or company
 * names. Domains are faster and more accurate than names.
 * @param {string} columns Optional. What to show, separated by commas: name, domain, website, industry,
 * size, founded_in, description, linkedin, logo, location.country, location.city, total_emails and others.
 * @return A row for each company, without a header row.
 * @customfunction
 */
export function COMPANY_INFO(companies: unknown, columns: unknown, ...others: unknown[]): unknown {
  return answerInCell("COMPANY_INFO", companies, columns, ...others);
}

/**
 * Lists the email addresses of one company as a table with a header row, with the id of each as its last column.
 * Costs 1 credit for every 50 addresses found, nothing if there are none or the company was searched before.
 * Example: =DOMAIN_EMAILS("acme.example", 20, "professional", "email, first_name").
 *
 * @param {string} company A domain, a website address or a company name.
 * @param {number} limit Optional. The most addresses to list; 50 if left out.
 * @param {string} type Optional. "generic" for addresses of roles, "professional" for those of people, "all" if left out.
 * @param {string} columns Optional. What to show, separated by commas: email, first_name, last_name,
 * email_type, verification.status, email_anon_id (these if left out), verification.last_verified_at.
 * @return A table of addresses.
 * @customfunction
 */
export function DOMAIN_EMAILS(
  company: unknown,
  limit: unknown,
  type: unknown,
  columns: unknown,
  ...others: unknown[]
): unknown {
  return answerInCell("DOMAIN_EMAILS", company, limit, type, columns, ...others);
}

/**
 * Shows the account of the API key: plan, credits left and used, next renewal, and as_of, the time of these figures.
 * Formulas do not refresh by themselves. Free.
 * Example: =ACCOUNT_INFO("remaining_credits").
 *
 * @param {string} field Optional. One of current_plan, remaining_credits, used_credits,
 * next_quota_renewal_days, next_quota_renewal_date, as_of; a table of all if left out.
 * @return One value, or a table.
 * @customfunction
 */
export function ACCOUNT_INFO(field: unknown, ...others: unknown[]): unknown {
  return answerInCell("ACCOUNT_INFO", field, ...others);
}

/** Adds the menu when a spreadsheet is opened. */
export function onOpen(): void {
  addMenu();
}

/** Adds the menu when the add-on is installed: the spreadsheet is open already. */
export function onInstall(): void {
  addMenu();
}

/** Menu: calculates the unfinished cells of Sheetscout formulas again, in the selection or the sheet. */
export function finishFormulas(): void {
  overFormulas(finish.finishFormulas);
}

/** Menu: replaces Sheetscout formulas by what they show, in the selection or the sheet. */
export function turnFormulasIntoValues(): void {
  overFormulas(turn.turnFormulasIntoValues);
}

/** Menu: opens the sidebar at its first tab. */
export function showSidebar(): void {
  showSidebarAt("");
}

/** Menu: opens the sidebar to verify the column of emails. */
export function verifyColumn(): void {
  showSidebarAt("verify");
}

/** Menu: opens the sidebar to make a list of the rows that may be mailed. */
export function showCleanList(): void {
  showSidebarAt("clean-list");
}

/** Menu: opens the sidebar to find emails for the column of companies. */
export function findEmails(): void {
  showSidebarAt("find-emails");
}

/** Menu: opens the sidebar to add details to the column of companies. */
export function addCompanyDetails(): void {
  showSidebarAt("enrich");
}

/** Menu: opens the sidebar at its companies. */
export function showCompanies(): void {
  showSidebarAt("companies");
}

/** Menu: opens the sidebar at its settings. */
export function showSettings(): void {
  showSidebarAt("settings");
}

/** Menu: lets Google ask for what jobs need that go on while nobody is there. */
export function allowWorkWhileClosed(): void {
  allowTriggers();
}

/** Run by a trigger: goes on with jobs. It does nothing for anybody else. */
export async function workWhileClosed(event: unknown): Promise<void> {
  await workOnTrigger(event);
}

/** Menu: opens the guide. */
export function showGuide(): void {
  showGuideFromMenu();
}

// The sidebar's calls. Each refuses to run in a cell and refuses a request of another shape than its schema's.

/** The settings of the person at the keyboard. */
export const readSettings = endpoint(settings.readSettings);

/** Plan, credits and renewal, asked of the service. */
export const readAccount = endpoint(settings.readAccount);

/** Asks the service with a key and saves it if it works. */
export const checkAndSaveKey = endpoint(settings.checkAndSaveKey, unchecked);

/** Removes the key of the person at the keyboard. */
export const removeKey = endpoint(settings.removeKey);

/** Saves the options. */
export const saveOptions = endpoint(settings.saveOptions, unchecked);

/** Makes the formulas of this spreadsheet ask the service anew. */
export const forgetAnswers = endpoint(answers.forgetAnswers);

/** Opens the guide beside the sidebar. */
export const openGuide = endpoint(showGuideFromSidebar);

/** The page of a tab, fetched when it is first opened. */
export const readTabPage = endpoint(readFetchedTab, fetchedTab);

/** The free dry run of a job. Nothing is asked or changed. */
export const planJob = endpoint(start.planJob, shapes.planRequest);

/** Looks at what is in front and how large a sheet is, without reading cells. */
export const lookAtSheet = endpoint(start.lookAtSheet, shapes.lookRequest);

/** The sheets whose columns a job or a clean list can leave out. */
export const listSheets = endpoint(leaveOut.listSheets);

/** The domains that a job would ask. */
export const listDomains = endpoint(emailCounts.listDomains, shapes.findPlanRequest);

/** Counts the emails that are known for domains. Free. */
export const countEmails = endpoint(emailCounts.countEmails, shapes.countedDomains);

/** Begins a job. */
export const startJob = endpoint(start.startJob, shapes.jobChoices);

/** One call of a job's driver, which scans for questions, asks some, or writes what has come. */
export const stepJob = endpoint(end.stepJob, shapes.stepRequest);

/** Pauses, stops or finishes a job. */
export const endJob = endpoint(end.endJob, shapes.endRequest);

/** Goes on with a job, whoever drove it before. */
export const resumeJob = endpoint(resume.resumeJob, shapes.resumeRequest);

/** The jobs of this spreadsheet. */
export const listJobs = endpoint(jobList.listJobs);

/** Tells which jobs and watches go on while the sheet is closed, or changes that for one. */
export const unattendedJobs = endpoint(goUnattended, shapes.unattendedRequest);

/** What a watch has done lately. */
export const readWatchLog = endpoint(watch.readWatchLog, shapes.jobRequest);

/** Sums up the results of a job. */
export const summariseJob = endpoint(summary.summariseJob, shapes.jobRequest);

/** Shows a sheet to the user, at a column. */
export const bringForward = endpoint(start.bringForward, shapes.placeRequest);

/** Puts a chart of a job's statuses into a new sheet. */
export const insertJobChart = endpoint(summary.insertChart, shapes.jobRequest);

/** Takes what a job has written out of the spreadsheet, or only counts it. */
export const undoJob = endpoint(end.undoJob, shapes.undoRequest);

/** What a clean list of a verified column would hold. Free, and nothing is changed. */
export const planCleanList = endpoint(clean.planCleanList, shapes.cleanListRequest);

/** Copies the rows that may be mailed into a new sheet. */
export const makeCleanList = endpoint(clean.makeCleanList, shapes.copyRequest);

/** Filters a verified list by its verdicts. */
export const showOnly = endpoint(clean.showOnly, shapes.showRequest);

/** Selects the rows of a list that repeat an address. */
export const selectDuplicates = endpoint(clean.selectDuplicates, shapes.listRequest);

/** Copies a list into a new sheet, where each address of a cell has a row of its own. */
export const splitRows = endpoint(copies.splitRows, shapes.splitRequest);

/** The jobs of this spreadsheet, those that can no longer be undone as well. */
export const listPastJobs = endpoint(history.listPastJobs);

/** Puts them into a new sheet. */
export const writePastJobs = endpoint(history.writePastJobs);

/** The choices of a job, for another one. */
export const readChoices = endpoint(history.readChoices, shapes.jobRequest);

/** The choices that are kept under names, after one was saved or deleted. */
export const changePresets = endpoint(presets.changePresets, shapes.presetRequest);

/** Choices that are kept under a name. */
export const loadPreset = endpoint(presets.loadPreset, shapes.presetToLoad);

/** Deletes such a sheet, or a clean list, that nobody has changed. */
export const undoCopy = endpoint(copies.undoCopy, shapes.madeListRequest);

/** The first page of a company search, 1 credit unless it was bought before. */
export const previewSearch = endpoint(preview.previewSearch, shapes.companyFilters);

/** Counts what all searches of a long list find, a credit for each at most. Their first pages are free then. */
export const countSearch = endpoint(preview.countSearch, shapes.companyFilters);

/** Locations as the service writes them. Free; none where the service does not offer them. */
export const suggestLocations = endpoint(preview.suggestLocations, shapes.shortWords);

/** The entries of a column, for a list of names or websites. */
export const readListColumn = endpoint(list.readListColumn, shapes.listColumnRequest);

/** The searches that this user has saved. */
export const readSavedSearches = endpoint(saved.readSavedSearches);

/** Makes pages that are opened from now on begin with an empty search. */
export const forgetLastSearch = endpoint(saved.forgetLastSearch);

/** Saves a search under a name, in place of the one that has it. */
export const saveSearch = endpoint(saved.saveSearch, shapes.searchToSave);

/** A saved search. */
export const loadSearch = endpoint(saved.loadSearch, shapes.shortWords);

/** Deletes a saved search. */
export const deleteSearch = endpoint(saved.deleteSearch, shapes.shortWords);

/** Keeps hints from the answers to searches: values to offer, filters that need a higher plan. */
export const keepSearchHints = endpoint(saved.keepSearchHints, shapes.searchHints);
