/** `google.script.run` allows no more calls at the same time. */
export const MAX_LANES = 10;

export type SidebarTab = "verify" | "find-emails" | "enrich" | "companies" | "account" | "settings";

export type SidebarPlace = SidebarTab | "clean-list";

/** The page of each tab is a file `<name>.html`, fetched when the tab is first opened. */
export const FETCHED_TABS = ["verify", "find-emails", "enrich", "companies", "account"] as const satisfies SidebarTab[];
export type FetchedTab = (typeof FETCHED_TABS)[number];

/** The most questions in one call that asks. If its execution dies, their answers are lost with it. */
export const MAX_QUESTIONS = 20;

/** The most domains in one call that counts emails: more than it can count in its time. */
export const MAX_COUNTED_DOMAINS = 200;

export const MAX_SHORT_TEXT = 100;

/** The header and cells that identify a column are kept with a job, in a property of 9 KB (google.properties). */
export const KNOWN_CHARACTERS = 60;

export interface Refusal {
  ok: false;
  /** A code of the service (service.failure-answers) or one of our own. */
  code: string;
  message: string;
  /** Empty if nothing helps. */
  remedy: string;
}

/** No function of the sidebar throws, because Google may translate or cut the message. */
export type Result<Data> = { ok: true; data: Data } | Refusal;

/** Ends a sentence that advises to try again (google.fetches-a-day). */
export const LATER = "in a minute, or tomorrow if Google says that a day's calls are used up.";

/** Ends a remedy. A template would keep all texts in each page of the sidebar. */
const FREE = "is free with the key that has paid.";

const MOVING = "Somebody keeps moving columns or rows here.";

const TEXTS = {
  BUSY: ["Google is busy with this spreadsheet.", "Try again in a minute."],
  JOB_GONE: [
    "This job is no longer known.",
    "It was undone, or newer jobs took its place. Start a new one: what was paid for",
    FREE,
  ],
  JOB_PAUSED: ["The job is paused.", "Resume it when you like."],
  JOB_STOPPED: ["The job was stopped.", "Start a new one: what is done stays done."],
  JOB_FINISHED: ["The job is finished.", "Start a new one for rows that were added."],
  JOB_TAKEN_OVER: ["The job was resumed somewhere else.", "It goes on there. What was paid for here is written."],
  SHEET_GONE: [
    "The sheet of this job was deleted.",
    "Start again in a copy of it, if there is one: what was paid for",
    FREE,
  ],
  LIST_GONE: ["The sheet that this job writes to was deleted.", "Start again with all rows: what was paid for", FREE],
  COLUMN_GONE: ["A column that the job needs was deleted", "Start a new job: what was paid for", FREE],
  LEFT_OUT_GONE: [
    "The column to leave out was deleted.",
    "Bring it back (Edit ▸ Undo) and go on, or start again with another one.",
  ],
  LEFT_OUT_SHRUNK: [
    "The column to leave out has fewer entries than when it was counted",
    "Check whether its cells show errors or are still loading. If entries were removed on purpose, read the sheet again and start anew.",
  ],
  COLUMNS_MOVING: [MOVING, "Try again when they are done: nothing is lost."],
  COLUMNS_CHANGED: ["The columns have changed since the dry run.", "Read the sheet again, then start."],
  COLUMNS_REFUSED: [
    "Google refuses to add the columns for the results",
    "If the sheet is protected, ask its owner; if the list is a table with typed columns, choose Format ▸ Convert to range in its menu. Then resume: what was asked before",
    FREE,
  ],
  CELLS_MERGED: [
    "Cells are merged with those beside them, so the results have no place.",
    "Unmerge them, then resume: what was asked before",
    FREE,
  ],
  OTHER_KEY: ["This job last ran with another API key.", "Resuming it spends the credits of your key."],
  COLUMN_TAKEN: [
    "Somebody works on this column with another API key.",
    "Wait until that job has ended: its results cost you nothing. Or stop it.",
  ],
  CAP_REACHED: ["This job has reached its credit limit.", "Raise it to go on."],
  ROWS_NOT_NOTED: [
    "Google did not let Sheetscout note which rows are meant",
    "Start again once the reason is gone, or choose all rows. Nothing was asked yet.",
  ],
  SHEET_NOT_MADE: [
    "Google could not add the new sheet",
    "Try again, perhaps with another name. If Google speaks of the property storage, undo old jobs.",
  ],
  SHEET_FULL: [
    "The spreadsheet cannot get any larger",
    "Delete rows, columns or sheets that nobody needs, then go on.",
  ],
  STORE_FULL: ["There is no room to remember another job", "Undo old jobs, above all lists from long searches."],
  NOTHING_VERIFIED: [
    "No emails in this sheet have been verified.",
    "Verify their column: what was verified before",
    FREE,
  ],
  NOTHING_TO_SEND: ["No row may be mailed with these choices.", "Change them, or verify the column again."],
  LIST_CHANGED: [
    "Somebody has changed this list since it was made.",
    "So it was kept. If you do not need it, delete its sheet by hand.",
  ],
  SHEET_IN_USE: ["An unfinished job or check for new rows works in this sheet.", "End or undo it first."],
  NOTHING_TO_SPLIT: ["No cell in this column holds several addresses any more.", "Read the sheet again."],
  NO_HEADER: ["The list has no header row, which a filter needs.", "Write names above its columns."],
  FILTER_ELSEWHERE: [
    "The sheet has a filter that starts in a different row from the list.",
    "Remove it first: Data ▸ Remove filter.",
  ],
  FILTER_REFUSED: ["Google refuses to filter this sheet", "Use the filter of the table, or ask the sheet's owner."],
  LAST_SHEET: ["No other sheet is visible.", "Show another one first."],
  NO_COLUMNS: ["No column is chosen.", "Choose at least one."],
  SEARCH_TOO_LONG: [
    "This search is too long to be shown again.",
    "Build it again: its pages stay free for 30 days if the filters are exactly the same.",
  ],
  CHARGED_AGAIN: [
    "The service has charged again for a page paid for within 30 days",
    "Resume if you accept that pages may cost again.",
  ],
  TOTALS_CHANGED: ["What the search finds has changed meanwhile", "Resume to go on with the pages as they are now."],
  UNDO_UNFINISHED: ["Google's time ran out before all rows were undone.", "Undo again to remove the rest."],
  UNDO_REFUSED: [
    "Google refused to remove everything",
    "Undo again in a minute to remove the rest. If Google refuses again, ask the owner of the sheet.",
  ],
  UNDO_CLEARED: [
    "The results are cleared, but their columns, rows or sheet are still there, because Google refused to delete them",
    "Undo again when nothing there is protected. You can also leave the empty columns; the job then stays in Past jobs.",
  ],
  UNDO_UNKNOWN: [
    "Sheetscout's hidden column was deleted, so nothing tells what this job has written",
    "Delete the job's results, their columns or their sheet by hand; then undo again.",
  ],
  UNDO_LATER_FIRST: [
    "A later search may have found the same emails again.",
    "Undo the later search first. Both are in Account ▸ Past jobs.",
  ],
  UNDO_MOVED: [MOVING, "Undo again when they are done."],
  NO_TRIGGER: [
    "Google does not let jobs go on here while the spreadsheet is closed",
    "Keep the sidebar open until the job is done.",
  ],
  WATCHED_BY_OTHERS: [
    "New rows of this column are already checked automatically for somebody else.",
    "Leave it to them, or have them stop checking first: that way nothing is paid twice.",
  ],
  TOO_MANY_WATCHES: [
    "New rows are already checked automatically in five columns here.",
    "Stop checking one of them first.",
  ],
  DAY_TOO_SMALL: ["So few credits a day would never be enough", "Give at least that many credits a day."],
  WATCH_GONE: ["Somebody stopped these automatic checks.", "Start again if you want the checks to go on."],
  NOT_YOUR_WATCH: ["Only the person who started this can let it go on.", "Ask them: it works with their key."],
  NO_TURN: ["Too many calls are waiting for their turn.", "Try again in a minute."],
  NAME_USED: ["This name is used already.", "Choose another name, or press Replace."],
  PRESET_GONE: ["These choices are not saved any more.", "Choose them again."],
  BAD_REQUEST: ["The sidebar sent something that the add-on does not understand.", "Reload the sheet."],
} as const;

type RefusalCode = keyof typeof TEXTS;

/** Long enough to recognise a message. It is kept in a property of 9 KB. */
const MAX_DETAIL_CHARACTERS = 300;

export const refuse = (code: string, message: string, remedy: string): Refusal => ({
  ok: false,
  code,
  message,
  remedy,
});

/** `detail` names the thing, or repeats Google's words. */
export function refusal(code: RefusalCode, detail = ""): Refusal {
  const [message, ...remedy] = TEXTS[code];
  const sentence = message.replace(/\.$/, "");
  return refuse(code, detail ? `${sentence}: ${cut(detail).replace(/\.$/, "")}.` : `${sentence}.`, remedy.join(" "));
}

/** For what is done with a sheet when no job needs it. */
export const SHEET_DELETED = refuse("SHEET_GONE", "This sheet was deleted.", "Choose another one.");

/** @param left what was not counted when the cost was told, in words: "2 more emails" */
export const moreThanTold = (left: string): Refusal =>
  refuse(
    "MORE_THAN_TOLD",
    `The list has changed since the cost was told: ${left} could exceed it.`,
    "Resume to go on: the new price is shown first.",
  );

/**
 * @param toDo what needs the permission, in words: "show its sidebar"
 * @param address the page that asks for it; empty if Google names none
 */
export function notAllowed(toDo: string[], address: string, item = "Open sidebar"): Refusal {
  const way = address
    ? `Open ${address} and tick every box`
    : `Choose Extensions ▸ Sheetscout ▸ ${item}, tick every box`;
  return refuse(
    "NO_CONSENT",
    `Google has not been allowed to ${toDo.join(" and to ")}.`,
    `${way}, then try again. What is done is kept.`,
  );
}

export const isRefused = (value: unknown): value is Refusal =>
  (value as Partial<Refusal> | null | undefined)?.ok === false;

/** The message of anything thrown. Google translates its messages: show them, never parse them. */
export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Cuts between words, unless the last one is very long. */
export const cut = (text: string, maxCharacters = MAX_DETAIL_CHARACTERS): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1).replace(/\s\S{0,30}$/, "")}…` : text;

/** @throws Error in a cell, where any formula can call a public function */
export function refuseInCell(ensureUserInterface: () => void): void {
  try {
    ensureUserInterface();
  } catch {
    throw new Error("This is not a formula. Open Sheetscout from the Extensions menu instead.");
  }
}

/** Turns whatever happens into a Result. */
export function resultOf<Data>(work: () => Data | Refusal): Result<Data> {
  try {
    const data = work();
    return isRefused(data) ? data : { ok: true, data };
  } catch (thrown) {
    return refuse(
      "UNEXPECTED",
      `Something went wrong (${cut(wordsOf(thrown)).replace(/\.$/, "")}).`,
      `Try again ${LATER}`,
    );
  }
}
