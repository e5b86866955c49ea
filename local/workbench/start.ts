import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { prepareLocal } from "../../scripts/build/prepare-local";
import { createAddonHost } from "../addon/create-addon-host";
import { makeShiftable, realClock } from "../clock/clock";
import { runCommand, typedIn } from "../command-line";
import { ListError, readCsvFile } from "../lists/csv-file";
import { PROJECT_ROOT } from "../project-root";
import { createSandboxService } from "../service/sandbox-service";
import { DataFolderError, openDataFolder } from "./data-folder";
import { listSheet } from "./list-sheet";
import { readStartOptions, START_USAGE, type StartOptions } from "./options";
import { firstSheets } from "./sample-sheets";
import { startWorkbench } from "./workbench";

const DATA_FOLDER = path.join(PROJECT_ROOT, ".data/workbench");
const NOT_STARTED = 1;

/** Opens the workbench, and anew on the same port when somebody starts over. */
async function start(options: StartOptions, onListening: (address: string) => void) {
  let current: Promise<{ port: number; close(): Promise<void> }>;
  const startOver = () => {
    current = current.then(async ({ port, close }) => {
      await close();
      return open({ ...options, port, fresh: true, list: undefined }, startOver, () => {});
    });
  };
  current = open(options, startOver, onListening);
  await current;
  return { close: async () => (await current).close() };
}

async function open(options: StartOptions, startOver: () => void, onListening: (address: string) => void) {
  const file = options.list && path.resolve(typedIn(), options.list);
  const list = file ? listSheet(file, (await readCsvFile(file)).rows) : undefined;
  await prepareLocal();
  const data = options.data === undefined ? DATA_FOLDER : path.resolve(typedIn(), options.data);
  const kept = await openDataFolder(data, data === DATA_FOLDER, options.fresh);
  if (kept.left.length > 0)
    console.log(`Left in ${data}, since the workbench did not make it: ${kept.left.join(", ")}.`);
  const clock = makeShiftable(realClock);
  const service = createSandboxService({ dataDirectory: kept.service, clock });
  const workbench = await startWorkbench({
    createHost: (saved) => createAddonHost({ service, clock, saved, settings: { installation: "bound" } }),
    clock,
    port: options.port,
    user: "you@sandbox.example",
    wording: {
      documentName: "Sheetscout workbench",
      addonName: "Sheetscout",
      subtitle: "A local sandbox: made-up data, nothing leaves this computer",
    },
    file: kept.document,
    sheets: firstSheets(),
    userProperties: { API_KEY: "sandbox-key" },
    ...(list && { list }),
    startOver,
    onListening,
  }).catch(async (error: unknown) => {
    service.close();
    await kept.giveBack();
    throw error;
  });
  return {
    port: Number(new URL(workbench.address).port),
    close: async () => {
      await workbench.close();
      service.close();
      await kept.giveBack();
    },
  };
}

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in the person's browser. Where there is none, nothing happens: the address stands in the terminal. */
function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...args, address], { detached: true, stdio: "ignore" });
  opener.on("error", () => {});
  opener.unref();
}

function explain(error: unknown, port: number): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") return `Port ${port} is in use; choose another: npm start -- --port N.`;
  if (code === "EACCES") return `Port ${port} is not allowed here; choose another: npm start -- --port N.`;
  if (error instanceof ListError || error instanceof DataFolderError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await runCommand(START_USAGE, async (args) => {
  const options = readStartOptions(args);
  try {
    const started = start(options, (address) => {
      console.log(`Sheetscout's workbench is at ${address} (Ctrl-C ends it).`);
      // A long list may still be read: what is open is closed properly.
      for (const signal of ["SIGINT", "SIGTERM"] as const)
        process.once(signal, () => {
          void started.then(({ close }) => close()).finally(() => process.exit(0));
        });
      if (options.opensBrowser) openBrowser(address);
    });
    await started;
  } catch (error) {
    console.error(explain(error, options.port));
    process.exit(NOT_STARTED);
  }
});
