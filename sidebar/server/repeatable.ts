import type { EndpointName } from "./endpoints";

/**
 * True if a call may be sent again when no answer came, though the server may have done what was asked. A function
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
  planJob: true,
  countColumnEmails: true,
  // A second job would be begun.
  startJob: false,
  // The driver asks again what it has no answer to, and writes again what is not in the sheet.
  stepJob: false,
  endJob: true,
  // Nobody else drives it: the epoch is raised twice.
  resumeJob: true,
  listJobs: true,
  summariseJob: true,
  // A second sheet would be made.
  insertJobChart: false,
  undoJob: true,
  // Another credit at most, if the first answer was lost: the same page is free again.
  previewSearch: true,
  countSearch: true,
  suggestLocations: true,
  readListColumn: true,
  findSearches: true,
  saveSearch: true,
  loadSearch: true,
  deleteSearch: true,
};
