import type * as server from "../src/globals";
import { withoutUndefined } from "../src/json";
import type { Refusal, Result } from "../src/result";

type PublicFunctions = typeof server;

/** The server's functions that answer with a Result: the only ones that the page can call. */
export type Endpoints = {
  [Name in keyof PublicFunctions as ReturnType<PublicFunctions[Name]> extends Result<unknown>
    ? Name
    : never]: PublicFunctions[Name];
};

export type EndpointName = keyof Endpoints;

/** The data that a function gives when it succeeds. */
export type DataOf<Name extends EndpointName> = Extract<ReturnType<Endpoints[Name]>, { ok: true }>["data"];

/**
 * True for functions that may be called again if no answer came, though the server may have done the work. A new
 * function of the server does not compile until it is listed here.
 */
export const REPEATABLE: Record<EndpointName, boolean> = {
  readSettings: true,
  readAccount: true,
  checkAndSaveKey: true,
  removeKey: true,
  saveOptions: true,
  forgetAnswers: true,
  readTabPage: true,
  openGuide: true,
  planJob: true,
  lookAtSheet: true,
  listDomains: true,
  countEmails: true,
  // A second job would be begun.
  startJob: false,
  // The driver itself asks and writes again.
  stepJob: false,
  endJob: true,
  // Safe: the epoch is raised twice.
  resumeJob: true,
  listJobs: true,
  // A watch that is begun twice replaces itself.
  unattendedJobs: true,
  readWatchLog: true,
  summariseJob: true,
  bringForward: true,
  // A second sheet would be made.
  insertJobChart: false,
  undoJob: true,
  planCleanList: true,
  // A second sheet would be made.
  makeCleanList: false,
  // As the clean list.
  splitRows: false,
  listPastJobs: true,
  // As the clean list.
  writePastJobs: false,
  readChoices: true,
  // Saved twice it is the same, but for one that must replace nothing.
  changePresets: false,
  loadPreset: true,
  undoCopy: true,
  showOnly: true,
  selectDuplicates: true,
  // Another credit at most, if the first answer was lost: the same page is free again.
  previewSearch: true,
  countSearch: true,
  suggestLocations: true,
  readListColumn: true,
  readSavedSearches: true,
  saveSearch: true,
  loadSearch: true,
  deleteSearch: true,
  keepSearchHints: true,
};

/** One chain of `google.script.run`: each method gives a new one (google.script-run). */
export interface GoogleRunner {
  withSuccessHandler(handler: (answer: unknown) => void): GoogleRunner;
  withFailureHandler(handler: (error: Error) => void): GoogleRunner;
}

declare global {
  /** Put into the page by Google. */
  const google: { script: { run: GoogleRunner } };
}

/** Failures between the page and the server, before or after the server's own work. */
export type TransportCode = "MANY_ACCOUNTS" | "GOOGLE_FAILED" | "NO_GOOGLE_ANSWER" | "UNREADABLE_RESULT";

const TEXTS: Record<TransportCode, { message: string; remedy: string }> = {
  MANY_ACCOUNTS: {
    message: "Google refused the call because it takes you for another user.",
    remedy:
      "This happens when several Google accounts are signed in. Open the sheet in a private window or a browser profile with only the account you use for it.",
  },
  GOOGLE_FAILED: {
    message: "Google could not run the add-on.",
    remedy: "Check your connection and try again.",
  },
  NO_GOOGLE_ANSWER: {
    message: "Google has not answered.",
    remedy: "Check your connection and try again.",
  },
  UNREADABLE_RESULT: {
    message: "The add-on's answer could not be read.",
    remedy: "Close the sidebar, reload the sheet and try again.",
  },
};

/** The refusal for a failure on the way; `words` are Google's, shown as they are. */
function transportFailure(code: TransportCode, words = ""): Refusal {
  const { message, remedy } = TEXTS[code];
  return { ok: false, code, message: words ? `${message} (${words})` : message, remedy };
}

/**
 * Recognises the failure of several Google accounts in one browser (google.script-run). Google translates its texts,
 * but not the name of the status in them.
 */
function readGoogleError(error: unknown): Refusal {
  const words = error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error);
  return words.includes("PERMISSION_DENIED")
    ? transportFailure("MANY_ACCOUNTS")
    : transportFailure("GOOGLE_FAILED", words.slice(0, MAX_WORDS_CHARACTERS));
}

/** Longer texts only fill the sidebar. */
const MAX_WORDS_CHARACTERS = 200;

/** Google ends every execution after 6 minutes; half a minute more, and the answer is lost. */
const ANSWER_LIMIT_MS = 390_000;

const isResult = (answer: unknown): answer is Result<unknown> =>
  typeof answer === "object" && answer !== null && typeof (answer as { ok?: unknown }).ok === "boolean";

/** Calls the server once. Never rejects. */
function callOnce(runner: GoogleRunner, name: string, args: readonly unknown[]): Promise<Result<unknown>> {
  return new Promise((resolve) => {
    const end = (result: Result<unknown>): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => end(transportFailure("NO_GOOGLE_ANSWER")), ANSWER_LIMIT_MS);
    const prepared = runner
      // Google delivers null for values that cannot be transferred (google.script-run).
      .withSuccessHandler((answer) => end(isResult(answer) ? answer : transportFailure("UNREADABLE_RESULT")))
      .withFailureHandler((error) => end(readGoogleError(error)));
    try {
      const send = (prepared as unknown as Record<string, (...args: readonly unknown[]) => void>)[name];
      // A page can outlive the version of the add-on that it belongs to.
      if (!send) throw new Error(`${name}?`);
      send.apply(prepared, [...args]);
    } catch (error) {
      end(readGoogleError(error));
    }
  });
}

/** The waits before a call is sent again: Google's transport fails now and then (google.script-run). */
const RETRY_WAITS_MS = [500, 2_000];

/** Calls a function of the server by its name, with its own parameters. Never rejects. */
export type CallServer = <Name extends EndpointName>(
  name: Name,
  ...args: Parameters<Endpoints[Name]>
) => Promise<Result<DataOf<Name>>>;

const sleepInPage = (waitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, waitMs));

/**
 * Failures that a repetition may cure: Google's services fail now and then, too. A call that has timed out is not worth
 * waiting for three times.
 */
const CURABLE = ["UNEXPECTED", "GOOGLE_FAILED", "MANY_ACCOUNTS"];

/** The page's only way to the server. */
export function createCallServer(runner: GoogleRunner, sleep: (waitMs: number) => Promise<void> = sleepInPage) {
  const callServer: CallServer = async (name, ...given) => {
    const args = withoutUndefined(given);
    let result = await callOnce(runner, name, args);
    for (const waitMs of REPEATABLE[name] ? RETRY_WAITS_MS : []) {
      if (result.ok || !CURABLE.includes(result.code)) break;
      await sleep(waitMs);
      result = await callOnce(runner, name, args);
    }
    // The server's functions give exactly the data their types say; JSON carries them unchanged.
    return result as Result<DataOf<typeof name>>;
  };
  return callServer;
}
