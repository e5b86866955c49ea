import { openBenchWorld, SERVICE_URL } from "./bench-world";

/** How the same list is verified otherwise. Both are what one finds in tutorials and in the code of other add-ons. */
const SCRIPTS = {
  /** One row after the other, each written as it comes. */
  loop: `
function verifyAll() {
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
}`,
  /** Ten at a time, written together, with the customary pause of a second after each batch. */
  batches: `
function verifyAll() {
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
}`,
};

export type OtherWay = keyof typeof SCRIPTS;

/** What one execution achieves before Google ends it after 6 minutes. */
export interface OtherRun {
  answered: number;
  refused: number;
  perMinute: number;
  /** How often it has to be started for the whole list. */
  starts: number;
}

export async function runOtherWay(way: OtherWay, rows: string[][]): Promise<OtherRun> {
  const world = await openBenchWorld({ script: SCRIPTS[way], rows });
  try {
    const startMs = world.clock.now();
    // Google kills it: that is how it ends.
    await world.user.clickMenu("verifyAll").catch(() => undefined);
    const minutes = (world.clock.now() - startMs) / 60_000;
    const calls = world.service.controls.calls();
    const answered = calls.filter(({ status }) => status === 200).length;
    return {
      ...{ answered, refused: calls.filter(({ status }) => status === 429).length },
      perMinute: answered / minutes,
      starts: Math.ceil((rows.length - 1) / Math.max(1, answered)),
    };
  } finally {
    await world.close();
  }
}
