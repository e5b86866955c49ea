import type { Cell } from "../service/cells";
import { VERIFICATION_FIELDS } from "../service/fields";
import { readColumns } from "./arguments";
import type { FormulaEnvironment } from "./environment";
import { pick } from "./pick";
import { fillShape } from "./shape";
import { VERIFICATION } from "./topics";

const DEFAULT_COLUMNS = ["email_status"];

/** `=VERIFY_EMAIL(emails, [columns])` */
export function verifyEmails(environment: FormulaEnvironment, emails: unknown, columns: unknown): Cell | Cell[][] {
  const wanted = readColumns(columns, VERIFICATION_FIELDS, DEFAULT_COLUMNS);
  return fillShape(environment, emails, {
    topic: VERIFICATION,
    width: wanted.length,
    cells: (row) => pick(row, VERIFICATION_FIELDS, wanted),
  });
}
