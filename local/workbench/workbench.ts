import { createFrameScript } from "../apps-script/client/frame-script";
import type { Host, SavedHost } from "../apps-script/host";
import type { ShiftableClock } from "../clock/clock";
import { createDocumentFile, type DocumentFile, type KeptDocument } from "./document-file";
import { helpFor } from "./function-help";
import { createGoogleSpeed } from "./google-speed";
import type { PageWording } from "./messages";
import { listsIn, openWorkbook } from "./open-workbook";
import { createPermissions } from "./permissions";
import { recordExecutions } from "./server/executions";
import { createPageHub, type PageHub } from "./server/page-hub";
import { startPageServer } from "./server/page-server";
import type { SheetContent } from "./univer/new-workbook";
import type { UniverWorkbook } from "./univer/univer-workbook";

export interface WorkbenchOptions {
  /** 0 takes any free port. */
  port: number;
  /** The host's, and the service's. */
  clock: ShiftableClock;
  /** Makes the host that runs the script, with the properties it had; the workbench closes it in the end. */
  createHost(saved: SavedHost): Promise<Host>;
  wording: PageWording;
  /** The person at the keyboard, who also owns the document. */
  user: string;
  /** The file that keeps the document; `null` keeps it in memory. */
  file: string | null;
  /** The sheets of a new document. */
  sheets: SheetContent[];
  /** The person's own properties in a new document. */
  userProperties: Record<string, string>;
  /** A sheet to put first, in a new document and in one that was kept. */
  list?: SheetContent;
  /** Forgets the document and begins anew; missing where that cannot be done. */
  startOver?(): void;
  /** Called once the page is there; the spreadsheet comes into it when it has been read. */
  onListening?(address: string): void;
}

export interface Workbench {
  address: string;
  workbook: UniverWorkbook;
  close(): Promise<void>;
}

/** A spreadsheet page on this machine in which a script project runs as on Google. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  let openPages: ((hub: PageHub) => void) | undefined;
  const opened = new Promise<PageHub>((resolve) => {
    openPages = resolve;
  });
  let frameHtml: PageHub["frameHtml"] = () => undefined;
  const server = await startPageServer({
    port: options.port,
    frameHtml: (key) => frameHtml(key),
    onPage: (socket) => void opened.then((hub) => hub.open(socket)),
  });
  const address = `http://127.0.0.1:${server.port}/`;
  options.onListening?.(address);
  try {
    const { hub, workbook, close } = await openDocument(options, address);
    frameHtml = hub.frameHtml;
    openPages?.(hub);
    return {
      address,
      workbook,
      close: async () => {
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Tells pages in frames that the spreadsheet around them takes the system's colours; Google's is light. */
const GOES_WITH_SYSTEM = '<script>document.documentElement.dataset.sheet = "system"</script>\n';

/** Opens the document and the script in it, for any number of pages. */
async function openDocument(options: WorkbenchOptions, address: string) {
  const { user } = options;
  const file: DocumentFile | null = options.file === null ? null : createDocumentFile(options.file, current);
  const kept = await file?.read();
  const host = await options.createHost(kept?.host ?? newHost(options));
  const { documentName } = options.wording;
  const executions = recordExecutions();
  host.onTrace(executions.note);
  const frameScript = (await createFrameScript(host.functions())) + GOES_WITH_SYSTEM;
  const { workbook, lists } = openWorkbook(kept ?? null, { documentName, sheets: options.sheets, list: options.list });
  const document = host.openDocument({
    workbook,
    owner: user,
    name: documentName,
    ...(kept && { saved: kept.document }),
  });
  const session = document.as(user);
  // Before the formulas begin: a sheet may have more of them than run at once, and then nothing else is let in. As on
  // Google, a script whose onOpen fails has no menu; the spreadsheet is there all the same.
  const opened = session.open().catch((error: unknown) => console.error("onOpen has failed:", error));
  const hub = createPageHub({
    executions: executions.list,
    triggers: host,
    aheadMs: () => options.clock.aheadMs(),
    speed: createGoogleSpeed(host.settings, options.clock),
    permissions: createPermissions(host, address),
    startOver: options.startOver,
    workbook,
    document,
    session,
    frameScript,
    wording: options.wording,
    functions: host
      .functions()
      .filter(({ inAutocomplete }) => inAutocomplete)
      .map(helpFor),
  });
  const close = async () => {
    hub.close();
    await file?.close();
    document.close();
    await host.close();
    workbook.close();
  };
  if (file) {
    workbook.onMutation(() => file.changed());
    document.onSaveNeeded(() => file.changed());
    host.onSaveNeeded(() => file.changed());
    file.changed();
  }
  await opened;
  return { hub, workbook, close };

  function current(): KeptDocument {
    return {
      workbook: workbook.snapshot(),
      document: document.save(),
      host: host.save(),
      lists: listsIn(workbook, lists),
    };
  }
}

function newHost({ user, userProperties }: WorkbenchOptions): SavedHost {
  return { scriptProperties: {}, userProperties: { [user]: userProperties } };
}
