import { questionId } from "../../pacing/question-id";
import { nextWaitMs } from "../../pacing/retry";
import { cellOf } from "../../service/cells";
import { COMPANY_REFUSALS, halvesForEmails } from "../../service/domain-search";
import { isAccountFailure, retryReason, type ServiceError, type ServiceErrorCode } from "../../service/errors";
import type { DomainSearch } from "../../service/resources";
import type { CellValue } from "../../sheet/table";
import { failureCell } from "../judge-row";
import type { FoundPlace } from "../run-record";
import type { FoundRow, SliceAnswer, SliceReport } from "../slices";
import { isSurelyUndone, noteOutcomes, type TakenBatch } from "../take-batch";
import { COMPANY_COLUMN } from "./emails-list";
import { isWhole, loseSet, newPull, nextCall, type Pull, takeSet } from "./pull";

/** Instead of a number. */
const NO_EMAILS = "no emails";

/**
 * No set is asked for later. With a wait and a turn before, and 60 s for the last answer (facts 2.2), it keeps within
 * Google's 6 minutes. 1,000 emails of ten companies take less than 2 beside 7 other lanes.
 */
const PULL_WITHIN_MS = 180_000;

/** A search is begun anew so often; each time it costs nothing but calls (specification 8.1). */
const MAX_LOSSES = 3;

const MISSING: ServiceErrorCode = "EMAILS_MISSING";

/** A company of this batch, and what has ended it. */
interface Asked extends Pull {
  error: ServiceError | null;
  /** Something may have been charged that did not come. */
  isUnsure: boolean;
}

/** Searches a batch of companies, and pulls the emails of each set by set: a company's whole result is one answer. */
export function askCompanies(batch: TakenBatch): void {
  const { parts, run, limiter, items, startMs, report } = batch;
  const find = run.find as FoundPlace;
  const asked = items.map((item): Asked => ({ ...newPull(item, find), error: null, isUnsure: false }));
  const open = (): Asked[] => asked.filter(({ isDone, error }) => !isDone && error === null);
  let waitMs = send(batch, asked, find);
  for (let round = 1; open().length > 0 && !isEnded(report); round++) {
    if (waitMs > 0) parts.clock.sleep(waitMs);
    const byId = new Map(open().map((each) => [questionId(`${startMs}+${round}`, each.item.key), each]));
    const wanted = { ids: [...byId.keys()], latestStartMs: startMs + PULL_WITHIN_MS, superseded: new Map() };
    const { granted } = limiter.awaitTurn({ ...wanted, by: "run" });
    if (granted.length === 0) break;
    const next = granted.map((id) => byId.get(id) as Asked);
    waitMs = send(batch, next, find);
  }
  for (const each of asked) report.answers.push(answerOf(batch, each, find));
}

/** Nothing more is pulled in this slice. */
const isEnded = ({ stop, silence }: SliceReport): boolean => stop !== null || silence !== null;

/** @returns how long to wait before what was lost is begun anew */
function send(batch: TakenBatch, asked: Asked[], find: FoundPlace): number {
  const outcomes = batch.service.client.askAll<DomainSearch>(asked.map((each) => nextCall(each, find)));
  let waitMs = 0;
  asked.forEach((each, i) => {
    const outcome = outcomes[i];
    if (outcome?.ok) takeSet(each, outcome.result, find.limit);
    if (!outcome || outcome.ok) return;
    const { error } = outcome;
    if (!isSurelyUndone(error)) each.isUnsure = true;
    const isBegun = each.first !== null;
    if (isBegun) loseSet(each);
    // The first answer of all says what is wrong with a company, or is asked again by the driver.
    if (!isBegun || each.losses >= MAX_LOSSES || isAccountFailure(error)) each.error = error;
    else waitMs = Math.max(waitMs, nextWaitMs(retryReason(error), each.losses) ?? 0);
  });
  noteOutcomes(batch, outcomes);
  return waitMs;
}

function answerOf({ run, startMs, report, noteCost }: TakenBatch, asked: Asked, find: FoundPlace): SliceAnswer {
  const { item, held, first, isDone, error, isUnsure } = asked;
  const { key } = item;
  const isAnswered = isDone && first !== null && isWhole(asked);
  const halves = halvesForEmails(held.size);
  // Whatever the service says of a company, it would have said before, too, when its answer was lost.
  const isTold = isAnswered || (error !== null && COMPANY_REFUSALS.includes(error.code));
  if (isAnswered || !isUnsure) noteCost(key, halves, isTold);
  if (!isAnswered) {
    const isAccounts = error === null ? !isDone && isEnded(report) : isAccountFailure(error);
    if (isAccounts) return { key, state: "unasked" };
    const code = error?.code ?? MISSING;
    // Only what the first answer says is true of the company itself.
    const reason = (error && retryReason(error)) ?? (first ? "server" : null);
    const retryMs = nextWaitMs(reason, item.attempts + 1);
    return { key, state: "failed", code, cells: [failureCell(code)], retryMs, startMs };
  }
  const emails = foundRows(asked, first, find);
  if (halves === 0) report.freeAnswers++;
  const domain = cellOf(first.meta, "domain");
  const cells = run.fields.map(
    (field): CellValue => (field === "emails_found" ? emails.length || NO_EMAILS : cellOf(first.meta, field)),
  );
  const company = String(domain).toLowerCase() || key;
  return { key, state: "answered", cells, isFree: halves === 0, emails, company };
}

/** In the order of the list's columns. */
function foundRows({ item, held }: Pull, first: DomainSearch, { limit, columns }: FoundPlace): FoundRow[] {
  const { company_enrichment } = first;
  return [...held].slice(0, limit).map(([email, found]) => {
    const row = { ...found, [COMPANY_COLUMN]: item.text, company_enrichment };
    return { email, cells: columns.map((column) => cellOf(row, column)) };
  });
}
