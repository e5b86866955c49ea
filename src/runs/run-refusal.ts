import type { OwnColumns } from "../lists/own-columns";
import { refuse } from "../refusal";
import type { Refusal } from "../result";
import type { RunRecord } from "./run-record";

/** Why a run cannot begin or go on, in our own codes. */
export type RunRefusalCode = keyof typeof TEXTS;

const TEXTS = {
  RUN_GONE: ["This run is not known any more.", "Start a new one: what is done stays done."],
  RUN_PAUSED: ["The run is paused.", "Resume it when you like."],
  RUN_STOPPED: ["The run was stopped.", "Start a new one: what is done stays done."],
  RUN_FINISHED: ["The run is finished.", "Start a new one for rows that were added."],
  SHEET_GONE: ["The sheet of this run was deleted.", "What was asked before is free when it is asked again."],
  EMAILS_GONE: [
    "The sheet of the found emails was deleted.",
    "Start a new run with all rows again: what was asked before is free.",
  ],
  COLUMN_GONE: ["A column that the run needs was deleted", "Start a new run: it makes its columns again."],
  COLUMNS_MOVED: ["The columns are not those of the dry run any more.", "Look at the sheet again, then start."],
  OTHER_KEY: ["This run was started with another API key.", "Resuming it spends the credits of your key."],
  CAP_REACHED: [
    "One more call could cost more than is left of the credits you allowed for this run.",
    "Allow more to go on.",
  ],
  PROTECTED: [
    "The cells for the results cannot be written.",
    "If they are protected, ask the owner of the sheet to let you edit them. Else resume in a minute.",
  ],
  COLUMNS_REFUSED: [
    "Google does not let these columns be made or named",
    "If they belong to a table, use Format > Convert to range or give them no type; if they are protected, ask the owner.",
  ],
  NOT_WRITTEN: ["Google did not write the results.", "Try again in a minute: they are free now."],
  NOTHING_THERE: ["This column has nothing to do.", "Choose another column or other rows."],
  FILL_BUSY: ["Somebody else is filling this sheet just now.", "Wait until they have paused, or two minutes."],
  SHEET_NOT_MADE: ["The new sheet could not be made", "Choose another name, or delete what is not needed."],
  SHEET_FULL: ["The spreadsheet cannot get any larger", "Delete what is not needed, then resume."],
  CHARGED_AGAIN: [
    "The service has charged for a page again that was paid for within 30 days",
    "The page is in the sheet. Resume if you accept that pages may cost again.",
  ],
  TOTALS_CHANGED: [
    "What the search finds has changed meanwhile",
    "Resuming goes on with the pages as they are now: a company may be missing between them.",
  ],
  UNDO_UNFINISHED: ["So many found emails take longer than Google permits.", "Undo again: the rest goes then."],
  NO_TURN: ["Too many calls are waiting for their turn.", "Try again in a minute."],
  BAD_REQUEST: ["This cannot be done.", "Reload the sheet and try again."],
} as const;

/** A refusal in plain words; `detail` says what exactly, or repeats Google's words. */
export function refusal(code: RunRefusalCode, detail = ""): Refusal {
  const [message, remedy] = TEXTS[code];
  return refuse(code, detail ? `${message.replace(/\.$/, "")}: ${detail.replace(/\.$/, "")}.` : message, remedy);
}

/** Somebody else has ended the run. */
export function notRunning({ state }: Pick<RunRecord, "state">): Refusal {
  if (state === "paused") return refusal("RUN_PAUSED");
  return refusal(state === "finished" ? "RUN_FINISHED" : "RUN_STOPPED");
}

/** Tells a refusal from what was asked for. */
export const isRefused = (value: object): value is Refusal => "ok" in value && value.ok === false;

/** Why columns were not made. */
export function columnsRefusal({ why, words, columns }: Extract<OwnColumns, { isThere: false }>): Refusal {
  if (why === "refused") return refusal("COLUMNS_REFUSED", [columns.join(", "), words].filter(Boolean).join(" – "));
  return refusal("COLUMN_GONE", why === "moving" ? "its columns keep moving" : "");
}
