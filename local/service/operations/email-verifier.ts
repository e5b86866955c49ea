import { z } from "zod";
import { readAnonymousId } from "../directory/anonymous-id";
import { judgeEmail, normalizeEmail } from "../directory/email-verdict";
import { ServiceFailure } from "../http/service-failure";
import { charge } from "../ledger/ledger";
import { envelope, type Operation, readParameters } from "./operation";

const PARAMETERS = z
  .strictObject({ email: z.string().trim().min(1).max(1_000).optional(), email_anon_id: z.string().min(1).optional() })
  .refine(({ email, email_anon_id }) => (email === undefined) !== (email_anon_id === undefined), {
    message: "Exactly one of email and email_anon_id is required.",
  });

/** Half a credit for each email (service.verification-price). */
const VERIFICATION_HALVES = 1;

function emailOf({ email, email_anon_id: id }: z.infer<typeof PARAMETERS>): string {
  if (email !== undefined) return normalizeEmail(email);
  const known = readAnonymousId(id ?? "");
  if (known === undefined)
    throw new ServiceFailure("INVALID_REQUEST", "email_anon_id: the service never gave out this ID.");
  return known;
}

/** The status of one email (service.verification-request). */
export const emailVerifier: Operation = ({ state }, { caller, body, now }) => {
  const parameters = readParameters(PARAMETERS, body);
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
