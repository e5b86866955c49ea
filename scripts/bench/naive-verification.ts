import { SERVICE_URL } from "./bench-world";

// How the same list is verified otherwise. Both are what one finds in tutorials and in the code of other add-ons.

/** One row after the other, each written as it comes. */
export const NAIVE_LOOP = `
function runAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  for (var row = 2; row <= sheet.getLastRow(); row++) {
    if (sheet.getRange(row, 2).getValue() !== "") continue;
    var email = sheet.getRange(row, 1).getValue();
    var response = UrlFetchApp.fetch("${SERVICE_URL}/email-verifier", {
      method: "post", contentType: "application/json", muteHttpExceptions: true,
      headers: { "X-KEY": "sandbox-key" }, payload: JSON.stringify({ email: email })
    });
    if (response.getResponseCode() === 200) {
      sheet.getRange(row, 2).setValue(JSON.parse(response.getContentText()).response.email_status);
    }
  }
}`;

/** Ten at a time, written together, with the customary pause of a second after each batch. */
export const NAIVE_BATCHES = `
function runAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  var emails = sheet.getRange(2, 1, sheet.getLastRow() - 1, 1).getValues();
  for (var start = 0; start < emails.length; start += 10) {
    var batch = emails.slice(start, start + 10);
    var responses = UrlFetchApp.fetchAll(batch.map(function (row) {
      return {
        url: "${SERVICE_URL}/email-verifier", method: "post", contentType: "application/json",
        muteHttpExceptions: true, headers: { "X-KEY": "sandbox-key" }, payload: JSON.stringify({ email: row[0] })
      };
    }));
    sheet.getRange(start + 2, 2, batch.length, 1).setValues(responses.map(function (response) {
      return [response.getResponseCode() === 200 ? JSON.parse(response.getContentText()).response.email_status : ""];
    }));
    SpreadsheetApp.flush();
    Utilities.sleep(1000);
  }
}`;
