import type { FormulaEnvironment } from "./environment";
import { GENERATION_KEY, generationAt } from "./memory-entries";
import { MAX_LIFETIME_SECONDS } from "./topic";

/** Makes every cached answer of the document old: what is written from now on belongs to a new generation. */
export function forgetAnswers({ cache, clock }: Pick<FormulaEnvironment, "cache" | "clock">): void {
  cache.putAll({ [GENERATION_KEY]: generationAt(clock.nowMs()) }, MAX_LIFETIME_SECONDS);
}
