import { SERVICE_URL } from "./bench-world";

// How emails are found otherwise: as naive-verification.ts, with a row for each email in a second sheet.

const ASKING = `
function requestOf(company) {
  return {
    url: "${SERVICE_URL}/domain-search", method: "post", contentType: "application/json", muteHttpExceptions: true,
    headers: { "X-KEY": "sandbox-key" }, payload: JSON.stringify({ company: company })
  };
}
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

/** One row after the other, each written as it comes. */
export const NAIVE_SEARCH_LOOP = `${ASKING}
function runAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  var emails = openEmails();
  for (var row = 2; row <= sheet.getLastRow(); row++) {
    var company = sheet.getRange(row, 1).getValue();
    var request = requestOf(company);
    add(emails, rowsOf(company, UrlFetchApp.fetch(request.url, request)));
  }
}`;

/** Ten at a time, written together, with the customary pause of a second after each batch. */
export const NAIVE_SEARCH_BATCHES = `${ASKING}
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
}`;
