import type { EndpointName } from "./endpoints";

/**
 * Whether a call may be sent again when no answer came, though the server may have done what was asked. A function
 * that is new on the server does not compile here before somebody has decided it.
 */
export const REPEATABLE: Record<EndpointName, boolean> = {
  readSettings: true,
  readAccount: true,
  checkAndSaveKey: true,
  removeKey: true,
  saveOptions: true,
  forgetAnswers: true,
  readSidebarPart: true,
  planRun: true,
  countColumnEmails: true,
  // A second run would be begun.
  startRun: false,
  prepareRun: true,
  lookAhead: true,
  // The driver asks again what is not in the sheet after the next look.
  runSlice: false,
  endRun: true,
  resumeRun: true,
  findRuns: true,
  summariseRun: true,
  // A second sheet would be made.
  insertRunChart: false,
  undoRun: true,
  // Another credit at most, if the first answer was lost: the same page is free again.
  previewSearch: true,
  countSearch: true,
  suggestLocations: true,
  readListColumn: true,
  findSearches: true,
  saveSearch: true,
  loadSearch: true,
  deleteSearch: true,
  planFill: true,
  // A second sheet would be made.
  startFill: false,
  // The driver asks again: what was written is found in the sheet.
  fillPages: false,
  endFill: true,
  resumeFill: true,
  findFills: true,
  summariseFill: true,
  undoFill: true,
};
