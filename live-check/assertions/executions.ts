import { type Assertion, describe, formulaShows, type Group, outcome } from "../assertion";

/** Document properties that the check's own parts hand to each other. */
export const SHARED_PROPERTY = "check-shared";
const TRIGGER_MADE = "check-trigger-made";
const TRIGGER_SAW = "check-trigger-saw";

const properties = () => PropertiesService.getDocumentProperties();

const AT_ONCE = 30;
const POLL_MS = 1_000;
/** The longest wait within one click; the next one looks again. */
const TRIGGER_PATIENCE_MS = 45_000;
/** Google promises 15 minutes. */
const TRIGGER_LATEST_MS = 20 * 60_000;

/** Thrown by an assertion that can only be seen later: it is left for the next click. */
export class NotYet extends Error {}

const inOtherExecution = (id: string, fact: string, formula: string, expected: string, before: () => () => void) => ({
  id,
  fact,
  expected,
  see(sheet: GoogleAppsScript.Spreadsheet.Sheet) {
    const after = before();
    try {
      return formulaShows(sheet, "A1", formula);
    } finally {
      after();
    }
  },
});

/** A formula is an execution of its own, beside that of the menu item. */
export const EXECUTIONS: Group = {
  title: "Two executions at once",
  assertions: [
    inOtherExecution(
      "google.locks:elsewhere",
      "A document lock that one execution holds is refused to another",
      '=CHECK_SERVICE("held-lock")',
      "false",
      () => {
        const lock = LockService.getDocumentLock();
        lock.tryLock(0);
        return () => lock.releaseLock();
      },
    ),
    inOtherExecution(
      "google.properties:elsewhere",
      "A document property that one execution has written is there for another at once",
      '=CHECK_SERVICE("shared-property")',
      "written",
      () => {
        properties().setProperty(SHARED_PROPERTY, "written");
        return () => properties().deleteProperty(SHARED_PROPERTY);
      },
    ),
    {
      id: "google.executions-at-once",
      fact: "30 formulas that take 2 s each, written at once, all answer",
      expected: "30 answered",
      see(sheet) {
        const range = sheet.getRange(1, 1, AT_ONCE, 1);
        range.setFormulas(Array.from({ length: AT_ONCE }, (_, index) => [`=CHECK_PAUSE(${index})`]));
        let answered = 0;
        for (let tries = 0; tries < 40 && answered < AT_ONCE; tries++) {
          SpreadsheetApp.flush();
          const shown = range.getDisplayValues().flat();
          answered = shown.filter((text) => text === "answered").length;
          if (shown.some((text) => text.startsWith("#"))) break;
          Utilities.sleep(POLL_MS);
        }
        return `${answered} answered`;
      },
    },
  ],
};

/** Reads what the trigger has seen of one thing, and waits for it if it has not fired yet. */
const inTrigger = (id: string, fact: string, expected: string, settles?: true): Assertion => ({
  id,
  fact,
  expected,
  settles,
  see() {
    const made = Number(properties().getProperty(TRIGGER_MADE) ?? Date.now());
    const until = Date.now() + TRIGGER_PATIENCE_MS;
    for (;;) {
      const saw = properties().getProperty(TRIGGER_SAW);
      if (saw !== null) return (JSON.parse(saw) as Record<string, string>)[id] ?? "nothing";
      if (Date.now() - made > TRIGGER_LATEST_MS) return "has not fired in 20 minutes";
      if (Date.now() > until) throw new NotYet();
      Utilities.sleep(POLL_MS);
    }
  },
});

/** What a clock trigger finds; it fires while the other assertions run. */
export const TRIGGER: Group = {
  title: "A clock trigger",
  assertions: [
    inTrigger(
      "google.trigger-event",
      "The fields of a clock trigger's event",
      "mode, uid and calendar fields, no source",
    ),
    inTrigger("google.trigger-event:zone", "The zone of its calendar fields", '"UTC"', true),
    inTrigger("google.trigger-owner:spreadsheet", "getActive() is the spreadsheet it was made in", "the same"),
    inTrigger("google.trigger-owner:sheet", "getActiveSheet()", "throws", true),
    inTrigger("google.trigger-owner:interface", "getUi()", "throws"),
    inTrigger("google.trigger-owner:user", "It has the user properties of whoever made it", "the same"),
    inTrigger("google.document-lock:trigger", "getDocumentLock() there", "taken", true),
    inTrigger("google.document-lock:trigger-cache", "getDocumentCache() there", "kept", true),
    inTrigger("google.trigger-owner:write", "It writes a document property", "written"),
  ],
};

/** Lets a clock trigger fire soon, unless one has. */
export function startTrigger(): void {
  if (properties().getProperty(TRIGGER_MADE) !== null) return;
  properties().setProperty(TRIGGER_MADE, String(Date.now()));
  properties().setProperty(SPREADSHEET_ID, SpreadsheetApp.getActiveSpreadsheet().getId());
  PropertiesService.getUserProperties().setProperty(TRIGGER_MADE, "mine");
  ScriptApp.newTrigger("seeFromTrigger").timeBased().after(1_000).create();
}

const SPREADSHEET_ID = "check-spreadsheet";

/** Forgets the trigger and what it saw. */
export function forgetTrigger(): void {
  for (const name of [TRIGGER_MADE, TRIGGER_SAW, SPREADSHEET_ID]) properties().deleteProperty(name);
  PropertiesService.getUserProperties().deleteProperty(TRIGGER_MADE);
  deleteOwnTriggers();
}

function deleteOwnTriggers(): void {
  for (const trigger of ScriptApp.getProjectTriggers())
    if (trigger.getHandlerFunction() === "seeFromTrigger") ScriptApp.deleteTrigger(trigger);
}

const thrown = (work: () => unknown): string => (/^throws /.test(outcome(work)) ? "throws" : "gives something");

/** The trigger's own execution: tells what it finds. */
export function lookFromTrigger(event: Record<string, unknown> | undefined): void {
  const saw: Record<string, string> = {};
  const look = (id: string, work: () => string): void => {
    try {
      saw[id] = work();
    } catch (error) {
      saw[id] = `throws ${String(error)}`;
    }
  };
  look("google.trigger-event", () => {
    const fields = Object.keys(event ?? {});
    const missing = ["authMode", "triggerUid", "year", "month", "day-of-month", "hour", "minute"].filter(
      (name) => !fields.includes(name),
    );
    if (missing.length > 0) return `without ${missing.join(", ")}`;
    return `mode, uid and calendar fields, ${fields.includes("source") ? "source" : "no source"}`;
  });
  look("google.trigger-event:zone", () => describe(event?.timezone));
  look("google.trigger-owner:spreadsheet", () => {
    const active = SpreadsheetApp.getActiveSpreadsheet() as GoogleAppsScript.Spreadsheet.Spreadsheet | null;
    if (active === null) return "null";
    return active.getId() === properties().getProperty(SPREADSHEET_ID) ? "the same" : "another";
  });
  look("google.trigger-owner:sheet", () => thrown(() => SpreadsheetApp.getActiveSheet().getName()));
  look("google.trigger-owner:interface", () => thrown(() => SpreadsheetApp.getUi()));
  look("google.trigger-owner:user", () =>
    PropertiesService.getUserProperties().getProperty(TRIGGER_MADE) === "mine" ? "the same" : "others",
  );
  look("google.document-lock:trigger", () => {
    const lock = LockService.getDocumentLock() as GoogleAppsScript.Lock.Lock | null;
    if (lock === null) return "null";
    const isTaken = lock.tryLock(10_000);
    lock.releaseLock();
    return isTaken ? "taken" : "held by another";
  });
  look("google.document-lock:trigger-cache", () => {
    const cache = CacheService.getDocumentCache() as GoogleAppsScript.Cache.Cache | null;
    if (cache === null) return "null";
    cache.put("check-trigger", "kept", 60);
    return cache.get("check-trigger") ?? "lost";
  });
  look("google.trigger-owner:write", () => "written");
  properties().setProperty(TRIGGER_SAW, JSON.stringify(saw));
  deleteOwnTriggers();
}
