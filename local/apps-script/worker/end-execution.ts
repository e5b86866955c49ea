import { Session } from "node:inspector";

let session: Session | undefined;

/**
 * Ends the script that is running in this thread as a killed process would: no `catch`, no `finally`, and nothing of
 * ours on the stack goes on either. The thread then waits for its next message.
 */
export function endExecution(): never {
  if (session === undefined) {
    session = new Session();
    session.connect();
  }
  session.post("Runtime.terminateExecution");
  // The engine ends the loop at its next turn.
  for (;;);
}
