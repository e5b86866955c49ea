import { refuse } from "./refusal";
import type { Result } from "./result";

/** Longer texts of Google's are cut: they only have to be recognised by a reader. */
const MAX_WORDS_CHARACTERS = 200;

/**
 * Runs a function of the sidebar so that everything that can happen becomes a Result.
 * @param ensureUserInterface throws where there is none: anybody can call a public function from a cell (design 3.14)
 * @throws Error in a cell, where nobody reads Results
 */
export function answerSidebar<Data>(ensureUserInterface: () => void, work: () => Result<Data>): Result<Data> {
  try {
    ensureUserInterface();
  } catch {
    throw new Error("This is not a formula. Open Sheetscout from the Extensions menu instead.");
  }
  try {
    return work();
  } catch (thrown) {
    // The words are Google's and translated: shown, never parsed.
    const words = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, MAX_WORDS_CHARACTERS);
    return refuse("UNEXPECTED", `Google could not do this. (${words})`, "Try again in a minute.");
  }
}
