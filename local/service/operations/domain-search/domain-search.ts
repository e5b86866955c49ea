import { profileDomain } from "../../directory/domain-profile";
import { listEmail, storedEmails } from "../../directory/stored-emails";
import { envelope, type Operation, readParameters } from "../operation";
import { chargeEmails } from "./charge-emails";
import { enrichCompany } from "./company-enrichment";
import { CONTINUATION, SEARCH } from "./parameters";
import { resolveCompany } from "./resolve-company";
import { advanceSession, continueSession, openSession, type SearchSession } from "./search-session";

/** 4.5: the emails of one company, set by set. */
export const domainSearch: Operation = ({ state, seed }, { caller, body, now }) => {
  const session = "search_id" in body ? resume() : start();
  const profile = profileDomain(session.domain);
  const stored = storedEmails(profile, seed.names).filter(
    ({ type }) => session.emailType === "all" || session.emailType === type,
  );
  const end = Math.min(session.nextPosition + session.emailsPerAnswer, stored.length);
  const answered = stored.slice(session.nextPosition, end);
  chargeEmails(
    ...([state, caller, now] as const),
    profile.domain,
    answered.map(({ email }) => email),
  );
  advanceSession(state, session.id, end);
  return envelope({
    email_list: answered.map(listEmail),
    ...(session.withCompany ? { company_enrichment: enrichCompany(seed, profile) } : {}),
    meta: {
      search_id: session.id,
      total_emails: stored.length,
      remaining_emails: stored.length - end,
      more_results: end < stored.length,
      domain: profile.domain,
      limit: session.emailsPerAnswer,
    },
  });

  function start(): SearchSession {
    const { company, limit, email_type, company_enrichment } = readParameters(SEARCH, body);
    const { domain } = resolveCompany(seed, company);
    const settings = { domain, emailType: email_type, emailsPerAnswer: limit, withCompany: company_enrichment };
    return openSession(state, caller.teamId, now, settings);
  }

  function resume(): SearchSession {
    return continueSession(state, caller.teamId, now, readParameters(CONTINUATION, body).search_id);
  }
};
