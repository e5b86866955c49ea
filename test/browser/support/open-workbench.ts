import { createAddonHost } from "../../../local/addon/create-addon-host";
import type { Host } from "../../../local/apps-script/host";
import { makeShiftable, realClock } from "../../../local/clock/clock";
import { createSandboxService } from "../../../local/service/sandbox-service";
import { sampleSheets } from "../../../local/workbench/sample-sheets";
import type { SheetContent } from "../../../local/workbench/univer/new-workbook";
import { startWorkbench, type WorkbenchOptions } from "../../../local/workbench/workbench";

/** Each formula begins an execution, in a second of computing for all: tests that look at them open `sampleSheets()`. */
const withoutFormulas = (sheet: SheetContent): SheetContent => ({
  ...sheet,
  rows: sheet.rows.map((row) =>
    row.map((cell) => (typeof cell === "object" && cell && "formula" in cell ? null : cell)),
  ),
});

/**
 * The workbench as `npm start` opens it, on any free port: the built add-on, a sandbox service in memory, the sample
 * sheets but for their formulas, nothing kept. Close it in the end.
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
    sheets: sampleSheets().map(withoutFormulas),
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
