import { refuse } from "./refusal";
import type { Result } from "./result";

/** Longer texts of Google's are cut: they only have to be recognised by a reader. */
const MAX_WORDS_CHARACTERS = 200;

/**
 * Lets nothing happen in a cell, from which anybody can call a public function (design 3.14).
 * @param ensureUserInterface throws where there is none
 * @throws Error in a cell
 */
export function refuseInCell(ensureUserInterface: () => void): void {
  try {
    ensureUserInterface();
  } catch {
    throw new Error("This is not a formula. Open Sheetscout from the Extensions menu instead.");
  }
}

/**
 * Runs a function of the sidebar so that everything that can happen becomes a Result.
 * @param ensureUserInterface as for `refuseInCell`
 * @throws Error only in a cell, where nobody reads Results
 */
export function answerSidebar<Data>(ensureUserInterface: () => void, work: () => Result<Data>): Result<Data> {
  refuseInCell(ensureUserInterface);
  try {
    return work();
  } catch (thrown) {
    // The words are Google's and translated: shown, never parsed.
    const words = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, MAX_WORDS_CHARACTERS);
    return refuse("UNEXPECTED", `Google could not do this. (${words})`, "Try again in a minute.");
  }
}
