import path from "node:path";
import process from "node:process";
import { realClock } from "../clock/clock";
import { typedIn, UsageError } from "../command-line";
import { PROJECT_ROOT } from "../project-root";
import { listen } from "./http/listen";
import { SANDBOX_TEAMS } from "./ledger/accounts";
import { readOptions } from "./options";
import { createSandboxService } from "./sandbox-service";

const BAD_USAGE = 2;

function explain(error: unknown, port?: number): string {
  if (error instanceof UsageError) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") return `Port ${port} is in use; choose another with --port N.`;
  if (code === "EACCES" && port !== undefined) return `Port ${port} is not allowed here; choose another with --port N.`;
  return error instanceof Error ? error.message : String(error);
}

async function main(): Promise<void> {
  let port: number | undefined;
  try {
    const settings = readOptions(process.argv.slice(2), typedIn(), path.join(PROJECT_ROOT, ".data/service"));
    const service = createSandboxService({ ...settings, clock: realClock });
    port = settings.port;
    const { address } = await listen(service.fetch, port, settings.publicHost ? [settings.publicHost] : []);
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
    console.error(explain(error, port));
    process.exitCode = BAD_USAGE;
  }
}

await main();
