import { createDriver } from "../../sidebar/driver/driver";
import { runCalls } from "../../sidebar/driver/run-calls";
import { createAddonHost } from "../addon/create-addon-host";
import type { UserSession } from "../apps-script/host-document";
import { createMemoryWorkbook } from "../apps-script/workbook/memory-workbook";
import type { Workbook } from "../apps-script/workbook/workbook";
import type { Clock } from "../clock/clock";
import { createVirtualClock } from "../clock/virtual-clock";
import { ListError } from "../lists/csv-file";
import { createSandboxService } from "../service/sandbox-service";

/** The fields written beside each email, in the specification's names (2.5). */
export const ADDED_COLUMNS = ["email_status", "email_sub_status", "type", "disposable"];

const PERSON = "person@sheetscout.example";
const SHEET = "List";
const SPARE_ROWS = 10;

/** Progress is told each time so many more rows have their answer. */
const TOLD_EVERY = 100;

/**
 * Verifies emails as a sheet would: with *Verify emails in this column* of the built add-on, in the host, against the
 * sandbox. Time is virtual, so an hour of the service's pace passes in seconds.
 * @param onProgress told how many rows are done, in the end all
 * @returns for each email the values of ADDED_COLUMNS, in order
 */
export async function verifyList(emails: string[], onProgress: (done: number) => void): Promise<string[][]> {
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock });
  const host = await createAddonHost({ clock, service, scriptProperties: { API_KEY: "sandbox-key" } });
  try {
    const workbook = createMemoryWorkbook({ sheets: [{ name: SHEET, rows: emails.length + SPARE_ROWS }] });
    const person = host.openDocument({ workbook, owner: PERSON }).as(PERSON);
    fillSheet(workbook, emails);
    await runVerification(person, workbook, clock, emails.length, onProgress);
    onProgress(emails.length);
    // The addresses stand in A, the results beside them.
    return person.keyboard.shows(SHEET, `B1:E${emails.length}`);
  } finally {
    await host.close();
    service.close();
  }
}

/** As values: a list from elsewhere may hold what typing would make a formula of. */
function fillSheet(workbook: Workbook, emails: string[]): void {
  const [sheet] = workbook.sheets();
  const cells = emails.map((value) => [{ value: value === "" ? null : value }]);
  const place = { sheetId: sheet?.sheetId ?? 0, row: 1, column: 1 };
  workbook.apply([{ type: "setCells", ...place, cells }], { kind: "person", user: PERSON });
}

async function runVerification(
  person: UserSession,
  workbook: Workbook,
  clock: Clock,
  all: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const calls = runCalls(async (name, args) => JSON.parse(await person.callFromSidebar(name, JSON.stringify(args))));
  const started = await calls.startRun({
    sheetId: workbook.sheets()[0]?.sheetId ?? 0,
    column: 1,
    header: null,
    hasHeader: false,
    rows: { kind: "all" },
    fields: ADDED_COLUMNS,
    capHalves: null,
    alsoFoundValid: true,
    find: null,
  });
  if (!started.ok) throw new ListError(`${started.message} ${started.remedy}`);
  const { run, look } = started.data;
  let told = 0;
  const end = await createDriver({
    calls,
    nowMs: () => clock.now(),
    sleep: clock.sleep,
    runId: run.id,
    driverId: "try",
    isPrepared: run.isPrepared,
    firstLook: look,
    onProgress({ rows }) {
      if (rows < told + TOLD_EVERY || rows === all) return;
      told = rows;
      onProgress(rows);
    },
  }).run();
  if (end.stop) throw new ListError(`${end.stop.message} ${end.stop.remedy}`);
}
