import path from "node:path";
import process from "node:process";
import { realClock } from "../clock/clock";
import { runCommand, typedIn } from "../command-line";
import { PROJECT_ROOT } from "../project-root";
import { listen } from "./http/listen";
import { SANDBOX_TEAMS } from "./ledger/accounts";
import { readOptions, SERVICE_USAGE } from "./options";
import { createSandboxService } from "./sandbox-service";

const NOT_STARTED = 2;

function explain(error: unknown, port: number): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") return `Port ${port} is in use; choose another with --port N.`;
  if (code === "EACCES") return `Port ${port} is not allowed here; choose another with --port N.`;
  return error instanceof Error ? error.message : String(error);
}

await runCommand(SERVICE_USAGE, async (args) => {
  const settings = readOptions(args, typedIn(), path.join(PROJECT_ROOT, ".data/service"));
  try {
    const service = createSandboxService({ ...settings, clock: realClock });
    const { address } = await listen(service.fetch, settings.port, settings.publicHost ? [settings.publicHost] : []);
    const keys = SANDBOX_TEAMS.flatMap((team) => team.keys).join(", ");
    console.log(`The sandbox service listens at ${address} (keys: ${keys}). Ctrl-C ends it.`);
    if (settings.publicHost !== undefined) {
      console.log(
        `Calls through the tunnel at https://${settings.publicHost} are answered too: send it to ${address}.`,
      );
    }
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        service.close();
        process.exit(0);
      });
    }
  } catch (error) {
    console.error(explain(error, settings.port));
    process.exitCode = NOT_STARTED;
  }
});
