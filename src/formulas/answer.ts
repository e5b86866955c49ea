import { isAccountFailure, retryReason, type ServiceError } from "../service/errors";

/** What became of a question. */
export type Answer<Known> =
  /** `isFresh` when this execution has asked. */
  | { state: "known"; known: Known; isFresh: boolean }
  /** The service's last word. */
  | { state: "failed"; error: ServiceError }
  /** To be asked again: time was up, or something stands in the way that can change. */
  | { state: "unfinished"; reason: ServiceError | null };

/** What a failure means for the one question, once it is no longer retried. */
export function settle(error: ServiceError): Answer<never> {
  const canChange = retryReason(error) !== null || isAccountFailure(error);
  return canChange ? { state: "unfinished", reason: error } : { state: "failed", error };
}
