import type { StoredEmail } from "../../directory/stored-emails";
import { charge, HALVES_PER_CREDIT } from "../../ledger/ledger";
import type { Database } from "../../storage/database";
import type { Call } from "../operation";

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
export function chargeEmails(state: Database, { caller, now }: Call, domain: string, emails: StoredEmail[]): void {
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
