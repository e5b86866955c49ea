import { randomUUID } from "node:crypto";
import { z } from "zod";
import { profileDomain } from "../../directory/domain-profile";
import { listEmail, type StoredEmail, storedEmails } from "../../directory/stored-emails";
import { ServiceFailure } from "../../http/service-failure";
import { charge, HALVES_PER_CREDIT } from "../../ledger/ledger";
import type { Database } from "../../storage/database";
import { type Call, envelope, type Operation, readParameters, type Storage } from "../operation";
import { enrichCompany, resolveCompany } from "./company";

/** service.domain-search */
const DEFAULT_LIMIT = 50;
/** The specification does not show the maximum (service.domain-search); `meta.limit` tells the limit in effect. */
const LARGEST_LIMIT = 100;

/** A new search (service.domain-search). */
const SEARCH = z.strictObject({
  company: z.string("A company is required.").trim().min(1, "A company is required."),
  limit: z
    .int()
    .min(1)
    .default(DEFAULT_LIMIT)
    .transform((limit) => Math.min(limit, LARGEST_LIMIT)),
  email_type: z.enum(["all", "generic", "professional"]).default("all"),
  company_enrichment: z.boolean().default(false),
});

/**
 * The next set of an earlier search. Its settings are the original ones, whatever else is sent
 * (service.search-continuation).
 */
const CONTINUATION = z.looseObject({ search_id: z.string().min(1) });

export type EmailType = z.infer<typeof SEARCH>["email_type"];

/** service.domain-price */
const EMAILS_PER_CREDIT = 50;

interface Searched {
  pulled: number;
  charged: number;
}

/**
 * Charges the emails of one answer: 1 credit for each 50 different emails that the team has pulled of a company, in
 * whichever requests. What was pulled and paid before is not charged again (service.domain-price).
 */
function chargeEmails(state: Database, { caller, now }: Call, domain: string, emails: StoredEmail[]): void {
  const before = state.get<Searched>(
    "SELECT pulled, charged_credits AS charged FROM searched_domains WHERE team_id = ? AND domain = ?",
    ...[caller.teamId, domain],
  ) ?? { pulled: 0, charged: 0 };
  let pulled = before.pulled;
  for (const { email } of emails) {
    pulled += state.run(
      "INSERT OR IGNORE INTO pulled_emails (team_id, domain, email) VALUES (?, ?, ?)",
      ...[caller.teamId, domain, email],
    );
  }
  if (pulled === before.pulled) return;
  const due = Math.ceil(pulled / EMAILS_PER_CREDIT);
  const credits = due - before.charged;
  charge(state, caller, now, { operation: "domain-search", subject: domain, halves: credits * HALVES_PER_CREDIT });
  state.run(
    "INSERT OR REPLACE INTO searched_domains (team_id, domain, pulled, charged_credits) VALUES (?, ?, ?, ?)",
    ...[caller.teamId, domain, pulled, due],
  );
}

/** The time for which a search can be continued after its first answer (service.continuation-hours). */
const SESSION_MS = 3 * 60 * 60 * 1000;

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

function openSession(
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
function continueSession(state: Database, teamId: string, now: number, id: string): SearchSession {
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

/** Moves the search on. It stays moved on even if the answer never arrives (service.search-continuation). */
function advanceSession(state: Database, id: string, nextPosition: number): void {
  state.run("UPDATE search_sessions SET next_position = ? WHERE id = ?", nextPosition, id);
}

function findSession({ state, seed }: Storage, { caller, body, now }: Call): SearchSession {
  if ("search_id" in body) {
    return continueSession(state, caller.teamId, now, readParameters(CONTINUATION, body).search_id);
  }
  const { company, limit, email_type, company_enrichment } = readParameters(SEARCH, body);
  const { domain } = resolveCompany(seed, company);
  const settings = { domain, emailType: email_type, emailsPerAnswer: limit, withCompany: company_enrichment };
  return openSession(state, caller.teamId, now, settings);
}

/** The emails of one company, set by set (service.domain-search). */
export const domainSearch: Operation = (storage, call) => {
  const { state, seed } = storage;
  const session = findSession(storage, call);
  const profile = profileDomain(session.domain);
  const company = storedEmails(profile, seed.names);
  const stored = company.filter(({ type }) => session.emailType === "all" || session.emailType === type);
  const end = Math.min(session.nextPosition + session.emailsPerAnswer, stored.length);
  const answered = stored.slice(session.nextPosition, end);
  chargeEmails(state, call, profile.domain, answered);
  advanceSession(state, session.id, end);
  return envelope({
    email_list: answered.map((email) => listEmail(email, call.now)),
    ...(session.withCompany ? { company_enrichment: enrichCompany(seed, profile) } : {}),
    meta: {
      search_id: session.id,
      // Those found for the company (service.domain-totals), of whichever type was asked for.
      total_emails: company.length,
      remaining_emails: stored.length - end,
      more_results: end < stored.length,
      domain: profile.domain,
      limit: session.emailsPerAnswer,
    },
  });
};
