import type { Cell } from "../service/cells";
import { isKeyFailure } from "../service/errors";
import { answerAll } from "./answer-all";
import { failureText, unfinishedText } from "./answer-texts";
import { readColumns } from "./arguments";
import type { FormulaEnvironment } from "./environment";
import { pick } from "./pick";
import { ACCOUNT, ACCOUNT_COLUMNS, THE_ACCOUNT } from "./topics";

/**
 * `=ACCOUNT_INFO([field])`: one value for one field, else a table with a header row.
 * @throws ServiceError when there is no valid key
 */
export function accountInfo(environment: FormulaEnvironment, field: unknown): Cell | Cell[][] {
  const wanted = readColumns(field, ACCOUNT_COLUMNS, ACCOUNT_COLUMNS);
  const answer = answerAll(environment, ACCOUNT, new Map([[THE_ACCOUNT, THE_ACCOUNT]])).get(THE_ACCOUNT);
  if (answer?.state === "failed") return failureText(answer.error);
  if (answer?.state !== "known") {
    if (answer?.reason && isKeyFailure(answer.reason)) throw answer.reason;
    return unfinishedText(answer?.reason ?? null);
  }
  const row = pick(answer.known, ACCOUNT_COLUMNS, wanted);
  return wanted.length === 1 ? (row[0] ?? "") : [wanted, row];
}
