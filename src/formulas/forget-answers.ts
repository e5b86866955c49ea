import type { FormulaEnvironment } from "./environment";
import { GENERATION_KEY } from "./memory-entries";
import { MAX_LIFETIME_SECONDS } from "./topic";

/** Makes every cached answer of the document old: what is written from now on belongs to a new generation. */
export function forgetAnswers({ cache, clock }: Pick<FormulaEnvironment, "cache" | "clock">): void {
  cache.putAll({ [GENERATION_KEY]: clock.nowMs().toString(36) }, MAX_LIFETIME_SECONDS);
}
