import { profileDomain } from "../../directory/domain-profile";
import { listEmail, storedEmails } from "../../directory/stored-emails";
import { type Call, envelope, type Operation, readParameters, type Storage } from "../operation";
import { chargeEmails } from "./charge-emails";
import { enrichCompany } from "./company-enrichment";
import { CONTINUATION, SEARCH } from "./parameters";
import { resolveCompany } from "./resolve-company";
import { advanceSession, continueSession, openSession, type SearchSession } from "./search-session";

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
    email_list: answered.map(listEmail),
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
