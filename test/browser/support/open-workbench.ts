import { createAddonHost } from "../../../local/addon/create-addon-host";
import type { Host } from "../../../local/apps-script/host";
import { makeShiftable, realClock } from "../../../local/clock/clock";
import { createSandboxService } from "../../../local/service/sandbox-service";
import { sampleSheets } from "../../../local/workbench/sample-sheets";
import { startWorkbench, type WorkbenchOptions } from "../../../local/workbench/workbench";
/**
 * The workbench as `npm start` opens it, on any free port: the built add-on, a sandbox service in memory, the sample
 * sheets, nothing kept. Close it in the end.
 */
export async function openWorkbench(options: Partial<WorkbenchOptions> = {}) {
  const clock = makeShiftable(realClock);
  const service = createSandboxService({ dataDirectory: null, clock });
  let host: Host | undefined;
  const workbench = await startWorkbench({
    async createHost(saved) {
      host = await createAddonHost({ service, clock, saved });
      return host;
    },
    clock,
    port: 0,
    user: "you@sandbox.example",
    wording: { documentName: "Test document", addonName: "Sheetscout", subtitle: "A test" },
    file: null,
    sheets: sampleSheets(),
    userProperties: { API_KEY: "sandbox-key" },
    ...options,
  });
  return {
    ...workbench,
    service,
    /** The times of the host's calls; unless a test has made one itself. */
    settings: () => host?.settings,
    close: async () => {
      await workbench.close();
      service.close();
    },
  };
}
