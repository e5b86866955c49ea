import { SANDBOX_BASE_URL } from "../build/build-settings";
import { type Measured, noted } from "./figures";
import type { Google } from "./google";
import { openBenchWorld, refusedCalls } from "./world";

// Other ways of doing the same, as one finds them in tutorials and in the code of other add-ons: a loop, row after row,
// each written as it comes; and batches of ten, written together, with the customary pause of a second after each.

interface OtherWays {
  loop: string;
  batches: string;
}

const requestTo = (operation: string, field: string): string => `
function requestOf(input) {
  return {
    url: "${SANDBOX_BASE_URL}/${operation}", method: "post", contentType: "application/json", muteHttpExceptions: true,
    headers: { "X-KEY": "sandbox-key" }, payload: JSON.stringify({ ${field}: input })
  };
}`;

const VERIFYING = `${requestTo("email-verifier", "email")}
function statusOf(response) {
  return response.getResponseCode() === 200 ? JSON.parse(response.getContentText()).response.email_status : "";
}`;

export const VERIFYING_WAYS: OtherWays = {
  loop: `${VERIFYING}
function runAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  for (var row = 2; row <= sheet.getLastRow(); row++) {
    if (sheet.getRange(row, 2).getValue() !== "") continue;
    var request = requestOf(sheet.getRange(row, 1).getValue());
    sheet.getRange(row, 2).setValue(statusOf(UrlFetchApp.fetch(request.url, request)));
  }
}`,
  batches: `${VERIFYING}
function runAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  var emails = sheet.getRange(2, 1, sheet.getLastRow() - 1, 1).getValues();
  for (var start = 0; start < emails.length; start += 10) {
    var batch = emails.slice(start, start + 10).map(function (row) { return row[0]; });
    var responses = UrlFetchApp.fetchAll(batch.map(requestOf));
    sheet.getRange(start + 2, 2, batch.length, 1).setValues(responses.map(function (response) {
      return [statusOf(response)];
    }));
    SpreadsheetApp.flush();
    Utilities.sleep(1000);
  }
}`,
};

const FINDING = `${requestTo("domain-search", "company")}
function rowsOf(company, response) {
  if (response.getResponseCode() !== 200) return [];
  return JSON.parse(response.getContentText()).response.email_list.map(function (found) {
    return [company, found.email, found.email_type];
  });
}
function add(emails, rows) {
  if (rows.length > 0) emails.getRange(emails.getLastRow() + 1, 1, rows.length, 3).setValues(rows);
}
function openEmails() {
  var emails = SpreadsheetApp.getActive().insertSheet("Emails");
  emails.insertRowsAfter(1, 100000);
  return emails;
}`;

export const FINDING_WAYS: OtherWays = {
  loop: `${FINDING}
function runAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  var emails = openEmails();
  for (var row = 2; row <= sheet.getLastRow(); row++) {
    var company = sheet.getRange(row, 1).getValue();
    var request = requestOf(company);
    add(emails, rowsOf(company, UrlFetchApp.fetch(request.url, request)));
  }
}`,
  batches: `${FINDING}
function runAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  var companies = sheet.getRange(2, 1, sheet.getLastRow() - 1, 1).getValues();
  var emails = openEmails();
  for (var start = 0; start < companies.length; start += 10) {
    var batch = companies.slice(start, start + 10).map(function (row) { return row[0]; });
    var rows = [];
    UrlFetchApp.fetchAll(batch.map(requestOf)).forEach(function (response, i) {
      rows = rows.concat(rowsOf(batch[i], response));
    });
    add(emails, rows);
    SpreadsheetApp.flush();
    Utilities.sleep(1000);
  }
}`,
};

/** One page after the other, with a pause of a second. @param filters of the search, as JSON */
export const fillingWay = (filters: string, pages: number): string => `
function runAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  for (var page = 1; page <= ${pages}; page++) {
    var response = UrlFetchApp.fetch("${SANDBOX_BASE_URL}/search-company", {
      method: "post", contentType: "application/json", muteHttpExceptions: true,
      headers: { "X-KEY": "sandbox-key" }, payload: JSON.stringify({ filters: ${filters}, page: page })
    });
    if (response.getResponseCode() !== 200) continue;
    var rows = JSON.parse(response.getContentText()).results.map(function (result) {
      return [result.company.name, result.company.website, result.company.industry];
    });
    if (sheet.getLastRow() + 25 > sheet.getMaxRows()) sheet.insertRowsAfter(sheet.getMaxRows(), 1000);
    sheet.getRange(sheet.getLastRow() + 1, 1, rows.length, 3).setValues(rows);
    SpreadsheetApp.flush();
    Utilities.sleep(1000);
  }
}`;

/** A formula: one call for each cell, whatever was asked before or is asked beside it. */
export const FORMULA_WAY = `
/**
 * Verifies an email.
 * @param email The email.
 * @customfunction
 */
function NAIVE_VERIFY(email) {
  var response = UrlFetchApp.fetch("${SANDBOX_BASE_URL}/email-verifier", {
    method: "post", contentType: "application/json",
    headers: { "X-KEY": PropertiesService.getScriptProperties().getProperty("API_KEY") },
    payload: JSON.stringify({ email: email })
  });
  return JSON.parse(response.getContentText()).response.email_status;
}
`;

/** Google ends an execution after 6 minutes: what one achieves until then. */
interface OtherRun {
  answered: number;
  refused: number;
  perMinute: number;
}

/** @param script with a function `runAll` */
export async function runOtherWay(
  google: Google,
  script: string,
  { rows, companies }: { rows: string[][]; companies?: number },
): Promise<OtherRun> {
  const world = await openBenchWorld(google, { script, rows, companies });
  try {
    const startMs = world.clock.now();
    // Google kills it: that is how it ends.
    await world.user.clickMenu("runAll").catch(() => undefined);
    const minutes = (world.clock.now() - startMs) / 60_000;
    const answered = world.service.controls.calls().filter(({ status }) => status === 200).length;
    return { answered, refused: refusedCalls(world), perMinute: answered / minutes };
  } finally {
    await world.close();
  }
}

/** The ways with which a column job is compared, each in the same world. */
export async function compareWith(
  google: Google,
  ways: OtherWays,
  rows: string[][],
  perMinute: number,
): Promise<Measured[]> {
  const named: [name: string, script: string][] = [
    ["a loop, row after row", ways.loop],
    ["one lane of batches of 10", ways.batches],
  ];
  const figures: Measured[] = [];
  for (const [name, script] of named) {
    const other = await runOtherWay(google, script, { rows });
    figures.push(
      noted(`${name}: rows a minute`, other.perMinute),
      noted(`${name}: the job is this many times as fast`, perMinute / other.perMinute),
      noted(`${name}: refused as too fast (429), lost`, other.refused),
      noted(`${name}: starts by hand, 6 minutes each`, Math.ceil((rows.length - 1) / Math.max(1, other.answered))),
    );
  }
  return figures;
}
