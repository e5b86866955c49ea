import { maskKey } from "../ledger/accounts";
import type { Database } from "./database";

/** One call as the service saw it. */
export interface LoggedCall {
  /** The times at which it arrived and was answered, in milliseconds since 1970. */
  at: number;
  endedAt: number;
  /** The API key as `maskKey` shows it, empty when there was none. */
  key: string;
  /** The path without its leading slash. */
  operation: string;
  /** The request body's text. */
  request: string;
  /** The HTTP status; 0 when the connection was dropped. */
  status: number;
  errorCode: string | null;
  /** The kind of fault that struck it, if one was asked for. */
  fault: string | null;
}

/** The most of a request that the log keeps, so that a megabyte of nonsense does not stay. */
const LONGEST_LOGGED_REQUEST = 4_000;
/** The number of calls that a restart keeps. */
const MAX_KEPT_CALLS = 100_000;

export function logCall(state: Database, call: LoggedCall): void {
  state.run(
    `INSERT INTO calls (at, ended_at, key, operation, request, status, error_code, fault)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[call.at, call.endedAt, maskKey(call.key), call.operation, call.request.slice(0, LONGEST_LOGGED_REQUEST)],
    ...[call.status, call.errorCode, call.fault],
  );
}

/** The number of the last call. */
export const lastCall = (state: Database): number =>
  state.get<{ id: number | null }>("SELECT max(id) AS id FROM calls")?.id ?? 0;

/** All calls after the one of this number, in the order in which they were answered. */
export function readCalls(state: Database, after: number): LoggedCall[] {
  return state
    .all<LoggedCall>(
      `SELECT at, ended_at AS endedAt, key, operation, request, status, error_code AS errorCode, fault
       FROM calls WHERE id > ? ORDER BY id`,
      after,
    )
    .map(({ at, endedAt, key, operation, request, status, errorCode, fault }) => ({
      at,
      endedAt,
      key,
      operation,
      request,
      status,
      errorCode,
      fault,
    }));
}

export function dropOldCalls(state: Database): void {
  state.run("DELETE FROM calls WHERE id <= (SELECT max(id) FROM calls) - ?", MAX_KEPT_CALLS);
}
