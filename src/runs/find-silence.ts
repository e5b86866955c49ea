import { ServiceError } from "../service/errors";
import { readAccount } from "../service/operations";
import type { RunService } from "./run-parts";
import type { SliceAnswer } from "./slices";

/** While nothing is answered, each question is asked again after this, however often that was. */
const SILENCE_RETRY_MS = 5_000;

/**
 * One free question tells a lost batch from a service that cannot be reached. Both may be lost in a moment without
 * network: only the driver sees how long the silence lasts.
 * @returns `NO_ANSWER` with Google's words; `null` when the service answers
 */
export function findSilence({ client }: RunService): ServiceError | null {
  const [answer] = client.askAll([readAccount()]);
  if (!answer || answer.ok || answer.error.code !== "NO_ANSWER") return null;
  return new ServiceError({ code: "NO_ANSWER", status: null, detail: answer.error.detail });
}

/** A silence says nothing of the questions that met it: none of them gets its failure for an answer. */
export const askAgainLater = (answer: SliceAnswer): SliceAnswer =>
  answer.state === "failed" && answer.code === "NO_ANSWER" ? { ...answer, retryMs: SILENCE_RETRY_MS } : answer;
