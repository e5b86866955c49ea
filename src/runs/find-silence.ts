import { ServiceError } from "../service/errors";
import { readAccount } from "../service/operations";
import type { RunService } from "./run-parts";

/**
 * One free question tells a lost batch from a service that cannot be reached (design 3.12).
 * @returns `NO_ANSWER` with Google's words; `null` when the service answers
 */
export function findSilence({ client }: RunService): ServiceError | null {
  const [answer] = client.askAll([readAccount()]);
  if (!answer || answer.ok || answer.error.code !== "NO_ANSWER") return null;
  return new ServiceError({ code: "NO_ANSWER", status: null, detail: answer.error.detail });
}
