import {
  addMenu,
  answerInCell,
  answerSidebar,
  finishFormulasOfSheet,
  forgetCachedAnswers,
  openSettings,
  showSidebarAt,
  turnFormulasOfSheetIntoValues,
} from "./compose";
import type { Result } from "./result";
import { readAccountView } from "./settings/read-account";
import { readSettings as readSettingsView } from "./settings/read-settings";
import { removeKey as removeOwnKey } from "./settings/remove-key";
import { checkAndSaveKey as saveWorkingKey } from "./settings/save-key";
import { saveOptions as saveOwnOptions } from "./settings/save-options";
import type { AccountView, Options, SavedKey, SettingsView } from "./settings/views";

export * from "./globals/jobs";
export * from "./globals/searches";
export * from "./globals/sidebar-parts";

/**
 * Checks whether email addresses exist: VALID, CATCH_ALL or INVALID. Costs 0.5 credits for each address that was never
 * verified before, for one that DOMAIN_EMAILS has found only if it is VALID; repetitions and blanks are free.
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
 * Lists the email addresses of one company as a table with a header row, with the id of each as its last column. Costs 1
 * credit for every 50 addresses found, nothing if there are none or the company was searched before.
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

/** When the add-on is installed: the spreadsheet is open already (facts 3.1). */
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

/** Menu: opens the sidebar at its settings. */
export function showSettings(): void {
  showSidebarAt("settings");
}

/**
 * For the sidebar: the settings of the person at the keyboard.
 *
 * @return The settings, or why they cannot be read.
 */
export function readSettings(): Result<SettingsView> {
  return answerSidebar(() => readSettingsView(openSettings()));
}

/**
 * For the sidebar: plan, credits and renewal, asked of the service.
 *
 * @return The account, or why it cannot be read.
 */
export function readAccount(): Result<AccountView> {
  return answerSidebar(() => readAccountView(openSettings()));
}

/**
 * For the sidebar: asks the service with a key and saves it if it works.
 *
 * @param key The key.
 * @return What was saved, or why nothing was.
 */
export function checkAndSaveKey(key: string): Result<SavedKey> {
  return answerSidebar(() => saveWorkingKey(openSettings(), key));
}

/**
 * For the sidebar: removes the key of the person at the keyboard.
 *
 * @return The settings that now hold.
 */
export function removeKey(): Result<SettingsView> {
  return answerSidebar(() => removeOwnKey(openSettings()));
}

/**
 * For the sidebar: saves the credit warning and the arranged limits.
 *
 * @param options All options.
 * @return The settings that now hold.
 */
export function saveOptions(options: Options): Result<SettingsView> {
  return answerSidebar(() => saveOwnOptions(openSettings(), options));
}

/**
 * For the sidebar: makes the formulas of this spreadsheet ask the service anew.
 *
 * @return Nothing, or why it was not done.
 */
export function forgetAnswers(): Result<null> {
  return answerSidebar(forgetCachedAnswers);
}
