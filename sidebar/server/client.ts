import type { Result } from "../../src/result";
import { callOnce } from "./call-once";
import type { DataOf, EndpointName, Endpoints } from "./endpoints";
import type { GoogleRunner } from "./google";
import { REPEATABLE } from "./repeatable";

/** How long to wait before a call is sent again after Google's now and then failing transport (facts 3.4). */
const RETRY_WAITS_MS = [500, 2_000];

/** Calls a function of the server by its name, with its own parameters. Never rejects. */
export type CallServer = <Name extends EndpointName>(
  name: Name,
  ...args: Parameters<Endpoints[Name]>
) => Promise<Result<DataOf<Name>>>;

const sleepInPage = (waitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, waitMs));

/** Google's services fail now and then, too. */
const isBlip = (result: Result<unknown>): boolean => !result.ok && result.code === "UNEXPECTED";

/** The page's only way to the server. */
export function createCallServer(runner: GoogleRunner, sleep: (waitMs: number) => Promise<void> = sleepInPage) {
  const callServer: CallServer = async (name, ...args) => {
    const waits = REPEATABLE[name] ? RETRY_WAITS_MS : [];
    let attempt = await callOnce(runner, name, args);
    for (const waitMs of waits) {
      if (attempt.arrived && !isBlip(attempt.result)) break;
      // What has had its time without an answer is not worth waiting for three times.
      if (!attempt.arrived && attempt.failure.code === "NO_GOOGLE_ANSWER") break;
      await sleep(waitMs);
      attempt = await callOnce(runner, name, args);
    }
    // The server's functions give exactly the data their types say; JSON carries them unchanged.
    return (attempt.arrived ? attempt.result : attempt.failure) as Result<DataOf<typeof name>>;
  };
  return callServer;
}
