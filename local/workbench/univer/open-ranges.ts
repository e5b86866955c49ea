import type { LexerTreeBuilder } from "@univerjs/engine-formula";
import { closeOpenRanges } from "../../apps-script/formulas/evaluate";

/**
 * Lets Univer calculate ranges that are open below, such as `A2:A`, which it does not know: it reads them as ending far
 * below every list. In the cell and for scripts they stay as they were typed.
 */
export function knowOpenRanges(lexer: LexerTreeBuilder): void {
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (formula, ...others) => build(closeOpenRanges(formula), ...others);
}
