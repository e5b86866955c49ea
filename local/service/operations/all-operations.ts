import { z } from "zod";
import { readDomain } from "../directory/addresses";
import { readAnonymousId } from "../directory/anonymous-id";
import { profileDomain } from "../directory/domain-profile";
import { judgeEmail, normalizeEmail } from "../directory/email-verdict";
import { formatTimestamp } from "../directory/stored-emails";
import { ServiceFailure } from "../http/service-failure";
import { readAccount } from "../ledger/accounts";
import { charge } from "../ledger/ledger";
import { domainSearch } from "./domain-search/domain-search";
import { envelope, type Operation, type OperationName, readParameters } from "./operation";
import { searchCompany } from "./search-company/search-company";

const OF_A_VERIFICATION = z
  .strictObject({ email: z.string().trim().min(1).max(1_000).optional(), email_anon_id: z.string().min(1).optional() })
  .refine(({ email, email_anon_id }) => (email === undefined) !== (email_anon_id === undefined), {
    message: "Exactly one of email and email_anon_id is required.",
  });

/** Half a credit for each email (service.verification-price). */
const VERIFICATION_HALVES = 1;

function emailOf({ email, email_anon_id: id }: z.infer<typeof OF_A_VERIFICATION>): string {
  if (email !== undefined) return normalizeEmail(email);
  const known = readAnonymousId(id ?? "");
  if (known === undefined)
    throw new ServiceFailure("INVALID_REQUEST", "email_anon_id: the service never gave out this ID.");
  return known;
}

/** The status of one email (service.verification-request). */
const emailVerifier: Operation = ({ state }, { caller, body, now }) => {
  const parameters = readParameters(OF_A_VERIFICATION, body);
  const email = emailOf(parameters);
  const { email_status, ...verdict } = judgeEmail(email);
  const isNew = state.run(
    "INSERT OR IGNORE INTO verified_emails (team_id, email, at) VALUES (?, ?, ?)",
    ...[caller.teamId, email, now],
  );
  // Through an anonymous ID only a VALID result is charged (service.found-address-price).
  const free = isNew === 0 || (parameters.email_anon_id !== undefined && email_status !== "VALID");
  const halves = free ? 0 : VERIFICATION_HALVES;
  charge(state, caller, now, { operation: "email-verifier", subject: email, halves });
  return envelope({ free, email_status, ...verdict });
};

const NO_PARAMETERS = z.strictObject({});
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Plan and credits. The fields are integers and the ledger counts halves: used credits are rounded up and
 * remaining ones down, so that both always add up to the plan's credits.
 */
const accountInformation: Operation = ({ state }, { caller, body, now }) => {
  readParameters(NO_PARAMETERS, body);
  const { plan, quotaHalves, usedHalves, renewsAt } = readAccount(state, caller.teamId, now);
  return envelope({
    current_plan: plan,
    remaining_credits: Math.floor((quotaHalves - usedHalves) / 2),
    used_credits: Math.ceil(usedHalves / 2),
    next_quota_renewal_days: Math.ceil((renewsAt - now) / DAY_MS),
    next_quota_renewal_date: formatTimestamp(renewsAt),
  });
};

const OF_A_COUNT = z.strictObject({ domain: z.string().trim().min(1, "A domain is required.") });

/** Counts the emails that are stored for a domain. Free (service.email-count). */
const emailCount: Operation = (_storage, { body }) => {
  const { domain: written } = readParameters(OF_A_COUNT, body);
  const domain = readDomain(written);
  if (!domain) throw new ServiceFailure("INVALID_REQUEST", `domain: "${written}" is neither a domain nor a website.`);
  return envelope({ count: profileDomain(domain).emailCount });
};

const SHORTEST_SEARCH = 2;
const MAX_SUGGESTIONS = 20;

const OF_SUGGESTIONS = z.strictObject({ location_search: z.string().trim().min(SHORTEST_SEARCH) });

/**
 * The valid location strings that contain a text, those beginning with it first. The specification mentions such an
 * operation (service.location-names) without its parameters; these are the ones of the same family of interfaces. Free.
 */
const searchSuggestions: Operation = ({ seed }, { body }) => {
  const text = readParameters(OF_SUGGESTIONS, body).location_search.toLowerCase();
  const suggestions = seed.database.all<{ name: string; type: string }>(
    `SELECT name, type FROM locations WHERE instr(lower(name), ?) > 0
     ORDER BY instr(lower(name), ?) > 1, name LIMIT ?`,
    ...[text, text, MAX_SUGGESTIONS],
  );
  return { error: false, location_suggestions: suggestions.map(({ name, type }) => ({ name, type })) };
};

export const OPERATIONS: Record<OperationName, Operation> = {
  "account-information": accountInformation,
  "email-count": emailCount,
  "search-company": searchCompany,
  "email-verifier": emailVerifier,
  "domain-search": domainSearch,
  "search-suggestions": searchSuggestions,
};
