import { randomUUID } from "node:crypto";
import { ServiceFailure } from "../../http/service-failure";
import type { Database } from "../../storage/database";
import type { EmailType } from "./parameters";

/** How long a search can be continued after its first answer (service.continuation-hours). */
export const SESSION_MS = 3 * 60 * 60 * 1000;

/** A search and how far it has come. */
export interface SearchSession {
  id: string;
  domain: string;
  emailType: EmailType;
  emailsPerAnswer: number;
  withCompany: boolean;
  /** The place of the first email not yet returned. */
  nextPosition: number;
}

export function openSession(
  state: Database,
  teamId: string,
  now: number,
  settings: Omit<SearchSession, "id" | "nextPosition">,
): SearchSession {
  const session = { ...settings, id: randomUUID(), nextPosition: 0 };
  state.run(
    `INSERT INTO search_sessions
     (id, team_id, domain, email_type, emails_per_answer, with_company, next_position, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?)`,
    ...[session.id, teamId, session.domain, session.emailType],
    ...[session.emailsPerAnswer, Number(session.withCompany), now],
  );
  return session;
}

/** @throws ServiceFailure INVALID_REQUEST for a handle that the team was never given or that has expired */
export function continueSession(state: Database, teamId: string, now: number, id: string): SearchSession {
  const row = state.get<SearchSession & { openedAt: number }>(
    `SELECT id, domain, email_type AS emailType, emails_per_answer AS emailsPerAnswer, with_company AS withCompany,
       next_position AS nextPosition, opened_at AS openedAt
     FROM search_sessions WHERE id = ? AND team_id = ?`,
    ...[id, teamId],
  );
  if (!row) throw new ServiceFailure("INVALID_REQUEST", "search_id: there is no such search.");
  if (now - row.openedAt >= SESSION_MS) {
    throw new ServiceFailure("INVALID_REQUEST", "search_id: the search has expired; start it anew.");
  }
  return { ...row, withCompany: Boolean(row.withCompany) };
}

/** Moves the search on. It stays moved on even if the answer never arrives (3). */
export function advanceSession(state: Database, id: string, nextPosition: number): void {
  state.run("UPDATE search_sessions SET next_position = ? WHERE id = ?", nextPosition, id);
}
