import type { Cell } from "../service/cells";
import type { FormulaEnvironment } from "./environment";
import { fillShape } from "./shape";
import { EMAIL_COUNT } from "./topics";

/** `=EMAIL_COUNT(domains)` */
export function countEmailsOf(environment: FormulaEnvironment, domains: unknown): Cell | Cell[][] {
  return fillShape(environment, domains, { topic: EMAIL_COUNT, width: 1, cells: (row) => row });
}
