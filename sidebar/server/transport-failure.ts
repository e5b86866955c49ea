import type { Refusal } from "../../src/result";

/** What can go wrong between the page and the server, before or after the server's own work. */
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
export function transportFailure(code: TransportCode, words = ""): Refusal {
  const { message, remedy } = TEXTS[code];
  return { ok: false, code, message: words ? `${message} (${words})` : message, remedy };
}

/**
 * Tells the failure that comes with several Google accounts in one browser (facts 3.4) from all others. Google's texts
 * are translated, but the name of the status in them is not.
 */
export function readGoogleError(error: unknown): Refusal {
  const words = error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error);
  return words.includes("PERMISSION_DENIED")
    ? transportFailure("MANY_ACCOUNTS")
    : transportFailure("GOOGLE_FAILED", words.slice(0, MAX_WORDS_CHARACTERS));
}

/** Longer texts only fill the sidebar. */
const MAX_WORDS_CHARACTERS = 200;
