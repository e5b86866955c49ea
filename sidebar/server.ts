import type * as server from "../src/globals";
import { withoutUndefined } from "../src/json";
import { type Refusal, type Result, refuse } from "../src/result";

type PublicFunctions = typeof server;

/** The page can call only functions that return a Result. */
export type Endpoints = {
  [Name in keyof PublicFunctions as ReturnType<PublicFunctions[Name]> extends Result<unknown>
    ? Name
    : never]: PublicFunctions[Name];
};

export type EndpointName = keyof Endpoints;

type DataOf<Name extends EndpointName> = Extract<ReturnType<Endpoints[Name]>, { ok: true }>["data"];

/** Functions that would do harm if they ran twice, so they are not called again when their answer is lost. */
export const NOT_REPEATABLE = [
  // A second job would begin.
  "startJob",
  // The driver itself repeats calls.
  "stepJob",
  // Each makes a new sheet.
  "insertJobChart",
  "makeCleanList",
  "splitRows",
  "writePastJobs",
  // What is not to replace anything would be refused the second time, because it is there already.
  "changePresets",
  "saveSearch",
] as const satisfies readonly EndpointName[];

export const isRepeatable = (name: EndpointName): boolean =>
  !(NOT_REPEATABLE as readonly EndpointName[]).includes(name);

/** Each method returns a new runner (google.script-run). */
export interface GoogleRunner {
  withSuccessHandler(handler: (answer: unknown) => void): GoogleRunner;
  withFailureHandler(handler: (error: Error) => void): GoogleRunner;
}

declare global {
  const google: { script: { run: GoogleRunner } };
}

type TransportCode = "MANY_ACCOUNTS" | "NO_CONNECTION" | "GOOGLE_FAILED" | "NO_GOOGLE_ANSWER" | "UNREADABLE_RESULT";

/** The server may have done its work without an answer. A moment later it may be reached again. */
export const isUnreached = (code: string): boolean =>
  ["NO_CONNECTION", "GOOGLE_FAILED", "NO_GOOGLE_ANSWER"].includes(code);

const TEXTS: Record<TransportCode, [message: string, remedy: string]> = {
  MANY_ACCOUNTS: [
    "Google refused the call because it takes you for another user.",
    "This happens when several Google accounts are signed in. Open the sheet in a private window or a browser profile with only the account you use for it.",
  ],
  NO_CONNECTION: ["There is no connection to Google.", "Check your connection and try again."],
  GOOGLE_FAILED: ["Google could not run the add-on.", "Try again in a minute."],
  NO_GOOGLE_ANSWER: ["Google has not answered.", "Check your connection and try again."],
  UNREADABLE_RESULT: ["The add-on's answer could not be read.", "Close the sidebar, reload the sheet and try again."],
};

function transportFailure(code: TransportCode, words = ""): Refusal {
  const [message, remedy] = TEXTS[code];
  return refuse(code, words ? `${message} (${words})` : message, remedy);
}

/** Google translates its texts about several accounts in one browser, but not this status (google.script-run). */
function readGoogleError(error: unknown): Refusal {
  const words = error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error);
  if (words.includes("PERMISSION_DENIED")) return transportFailure("MANY_ACCOUNTS");
  const name = error instanceof Error ? error.name : "";
  return isConnectionLost(`${name}: ${words}`)
    ? transportFailure("NO_CONNECTION")
    : transportFailure("GOOGLE_FAILED", words.slice(0, MAX_WORDS_CHARACTERS));
}

/** The server may have done the work all the same. An answer with an HTTP status comes from Google. */
const isConnectionLost = (words: string): boolean => /NetworkError|HTTP 0\b/.test(words) && !/HTTP [1-9]/.test(words);

/** Longer texts would only fill the sidebar. */
const MAX_WORDS_CHARACTERS = 200;

/** Google ends every execution after 6 minutes. If no answer has come half a minute later, it is lost. */
const ANSWER_LIMIT_MS = 390_000;

const isResult = (answer: unknown): answer is Result<unknown> =>
  typeof answer === "object" && answer !== null && typeof (answer as { ok?: unknown }).ok === "boolean";

/** Never rejects. */
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

/** Google's transport fails now and then (google.script-run). */
const RETRY_WAITS_MS = [500, 2_000];

/** Never rejects. */
export type CallServer = <Name extends EndpointName>(
  name: Name,
  ...args: Parameters<Endpoints[Name]>
) => Promise<Result<DataOf<Name>>>;

export const sleep = (waitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, waitMs));

/** Another try may cure these. A call that has timed out is not repeated: nobody would wait that long again. */
const CURABLE = ["UNEXPECTED", "NO_CONNECTION", "GOOGLE_FAILED", "MANY_ACCOUNTS"];

export function createCallServer(runner: GoogleRunner, wait = sleep) {
  const callServer: CallServer = async (name, ...given) => {
    const args = withoutUndefined(given);
    let result = await callOnce(runner, name, args);
    for (const waitMs of isRepeatable(name) ? RETRY_WAITS_MS : []) {
      if (result.ok || !CURABLE.includes(result.code)) break;
      await wait(waitMs);
      result = await callOnce(runner, name, args);
    }
    // The server's functions return exactly the data that their types say, and JSON does not change it.
    return result as Result<DataOf<typeof name>>;
  };
  return callServer;
}
