import type { FormulaEnvironment } from "./environment";
import { answerName, GENERATION_KEY, generationAt } from "./memory-entries";
import { MAX_LIFETIME_SECONDS } from "./topic";
import { ACCOUNT, THE_ACCOUNT } from "./topics";

/** Makes every cached answer of the document old: what is written from now on belongs to a new generation. */
export function forgetAnswers({ cache, clock }: Pick<FormulaEnvironment, "cache" | "clock">): void {
  cache.putAll({ [GENERATION_KEY]: generationAt(clock.nowMs()) }, MAX_LIFETIME_SECONDS);
}

/** The entry in which `=ACCOUNT_INFO()` keeps the key's account: it holds for no other key, and reads none (design 3.3). */
export const accountEntry = ({ sha256 }: Pick<FormulaEnvironment, "sha256">): string =>
  answerName(ACCOUNT.name, sha256(THE_ACCOUNT));
