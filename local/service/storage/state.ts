import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { type Database, openDatabase } from "./database";

/** Everything that calls change. Credits are counted in halves, times in milliseconds since 1970. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS teams (
    id TEXT PRIMARY KEY, plan TEXT NOT NULL, quota_halves INTEGER NOT NULL, used_halves INTEGER NOT NULL,
    renews_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS api_keys (key TEXT PRIMARY KEY, team_id TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT, team_id TEXT NOT NULL, key TEXT NOT NULL, operation TEXT NOT NULL,
    subject TEXT NOT NULL, halves INTEGER NOT NULL, at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS verified_emails (
    team_id TEXT NOT NULL, email TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (team_id, email)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS pulled_emails (
    team_id TEXT NOT NULL, domain TEXT NOT NULL, email TEXT NOT NULL, PRIMARY KEY (team_id, domain, email)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS searched_domains (
    team_id TEXT NOT NULL, domain TEXT NOT NULL, pulled INTEGER NOT NULL, charged_credits INTEGER NOT NULL,
    PRIMARY KEY (team_id, domain)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS search_sessions (
    id TEXT PRIMARY KEY, team_id TEXT NOT NULL, domain TEXT NOT NULL, email_type TEXT NOT NULL,
    emails_per_answer INTEGER NOT NULL, with_company INTEGER NOT NULL, next_position INTEGER NOT NULL,
    opened_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS bought_results (
    team_id TEXT NOT NULL, result_set TEXT NOT NULL, paid_at INTEGER NOT NULL, PRIMARY KEY (team_id, result_set)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, ended_at INTEGER NOT NULL, key TEXT NOT NULL,
    operation TEXT NOT NULL, request TEXT NOT NULL, status INTEGER NOT NULL, error_code TEXT, fault TEXT
  );
`;

/**
 * Opens the sandbox's memory of keys, credits, purchases and calls.
 * @param dataDirectory where it is kept from one start to the next; null keeps it in memory
 */
export function openState(dataDirectory: string | null): Database {
  const state = dataDirectory ? openFile(dataDirectory) : openDatabase(":memory:");
  state.script(TABLES);
  return state;
}

function openFile(dataDirectory: string): Database {
  try {
    const file = path.join(dataDirectory, "sandbox.sqlite");
    // For its owner alone: it knows what was asked. SQLite gives the files beside it the same mode.
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
    chmodSync(file, 0o600);
    const state = openDatabase(file);
    // WAL: a process killed in the middle of a write loses that write and nothing before it.
    state.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;");
    return state;
  } catch (error) {
    throw new Error(`The data directory ${dataDirectory} cannot be used: ${(error as Error).message}`);
  }
}
