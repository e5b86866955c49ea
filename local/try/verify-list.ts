import { createAddonHost } from "../addon/create-addon-host";
import { createMemoryWorkbook } from "../apps-script/workbook/memory-workbook";
import { createVirtualClock } from "../clock/virtual-clock";
import { ListError } from "../lists/csv-file";
import { createSandboxService } from "../service/sandbox-service";

/** The fields written beside each email, in the specification's names (2.5). */
export const ADDED_COLUMNS = ["email_status", "email_sub_status", "type", "disposable"];

/** The most emails one formula is told to take; above this the add-on advises a column run instead. */
const EMAILS_A_FORMULA = 100;

/** A formula stops after 15 s and says this of the rest; recalculating it goes on where it stopped. */
const UNFINISHED = "not finished";

/** Each recalculation answers at least one email unless the service answers nothing at all. */
const RECALCULATIONS_AT_MOST = EMAILS_A_FORMULA;

const PERSON = "person@sheetscout.example";

/** The cells of a formula's result; in a sheet an error would stand in its one cell, with a note that says why. */
function readTable(result: unknown): unknown[][] {
  if (Array.isArray(result)) return result;
  const { error, note } = result as { error: string; note: string };
  throw new ListError(`The formula answered ${error}: ${note}`);
}

/**
 * Verifies emails as a sheet would: with `=VERIFY_EMAIL(…)` of the built add-on, in the host, against the sandbox.
 * Time is virtual, so an hour of the service's pace passes in seconds.
 * @param onProgress told how many emails have their answer
 * @returns for each email the values of ADDED_COLUMNS, in order
 */
export async function verifyList(emails: string[], onProgress: (done: number) => void): Promise<string[][]> {
  const clock = createVirtualClock();
  const service = await createSandboxService({ dataDirectory: null, clock });
  const host = await createAddonHost({ clock, service, scriptProperties: { API_KEY: "sandbox-key" } });
  try {
    const person = host.openDocument({ workbook: createMemoryWorkbook(), owner: PERSON }).as(PERSON);
    const answers: string[][] = [];
    for (let start = 0; start < emails.length; start += EMAILS_A_FORMULA) {
      const part = emails.slice(start, start + EMAILS_A_FORMULA).map((email) => [email]);
      let result: unknown[][] = [];
      for (let round = 0; round < RECALCULATIONS_AT_MOST; round++) {
        result = readTable(await person.callFormula("VERIFY_EMAIL", [part, [ADDED_COLUMNS]]));
        if (!result.some((row) => row.includes(UNFINISHED))) break;
      }
      answers.push(...result.map((row) => row.map(String)));
      onProgress(answers.length);
    }
    return answers;
  } finally {
    await host.close();
    service.close();
  }
}
