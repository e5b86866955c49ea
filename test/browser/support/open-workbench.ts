import { createAddonHost } from "../../../local/addon/create-addon-host";
import { realClock } from "../../../local/clock/clock";
import { createSandboxService } from "../../../local/service/sandbox-service";
import { sampleSheets } from "../../../local/workbench/sample-sheets";
import { startWorkbench, type WorkbenchOptions } from "../../../local/workbench/workbench";
/**
 * The workbench as `npm start` opens it, on any free port: the built add-on, a sandbox service in memory, the sample
 * sheets, nothing kept. Close it in the end.
 */
export async function openWorkbench(options: Partial<WorkbenchOptions> = {}) {
  const service = createSandboxService({ dataDirectory: null, clock: realClock });
  const workbench = await startWorkbench({
    createHost: (saved) => createAddonHost({ service, clock: realClock, saved }),
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
    close: async () => {
      await workbench.close();
      service.close();
    },
  };
}
