import { createFrameScript } from "../apps-script/client/frame-script";
import type { Host, SavedHost } from "../apps-script/host";
import { createDocumentFile, type DocumentFile, type KeptDocument } from "./document-file";
import { helpFor } from "./function-help";
import type { PageWording } from "./messages";
import type { SheetContent } from "./new-workbook";
import { listsIn, openWorkbook } from "./open-workbook";
import { createPageHub } from "./server/page-hub";
import { startPageServer } from "./server/page-server";
import type { UniverWorkbook } from "./univer/univer-workbook";

export interface WorkbenchOptions {
  /** 0 takes any free port. */
  port: number;
  /** Makes the host that runs the script, with the properties it had; the workbench closes it in the end. */
  createHost(saved: SavedHost): Promise<Host>;
  wording: PageWording;
  /** The person at the keyboard, who also owns the document. */
  user: string;
  /** Where the document is kept; null keeps it in memory. */
  file: string | null;
  /** What a new document begins with. */
  sheets: SheetContent[];
  /** What the person's own properties hold in a new document. */
  userProperties: Record<string, string>;
  /** A sheet to put first, in a new document and in one that was kept. */
  list?: SheetContent;
}

export interface Workbench {
  address: string;
  workbook: UniverWorkbook;
  close(): Promise<void>;
}

/** A spreadsheet page on this machine in which a script project runs as on Google. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { user } = options;
  const file: DocumentFile | null = options.file === null ? null : createDocumentFile(options.file, current);
  const kept = await file?.read();
  const host = await options.createHost(kept?.host ?? newHost(options));
  const { documentName } = options.wording;
  const by = { kind: "person" as const, user };
  const { workbook, lists } = openWorkbook(kept ?? null, {
    documentName,
    sheets: options.sheets,
    list: options.list,
    by,
  });
  const document = host.openDocument({
    workbook,
    owner: user,
    name: documentName,
    ...(kept && { saved: kept.document }),
  });
  const session = document.as(user);
  const hub = createPageHub({
    workbook,
    document,
    session,
    frameScript: await createFrameScript(host.functions()),
    wording: options.wording,
    functions: host
      .functions()
      .filter(({ inAutocomplete }) => inAutocomplete)
      .map(helpFor),
  });
  const close = async () => {
    await server.close();
    hub.close();
    await file?.close();
    document.close();
    await host.close();
    workbook.close();
  };
  const server = await startPageServer({ port: options.port, frameHtml: hub.frameHtml, onPage: hub.open });
  if (file) {
    workbook.onMutation(() => file.changed());
    document.onSaveNeeded(() => file.changed());
    host.onSaveNeeded(() => file.changed());
    file.changed();
  }
  // As on Google, a script whose onOpen fails has no menu; the spreadsheet is there all the same.
  await session.open().catch((error: unknown) => console.error("onOpen has failed:", error));
  return { address: `http://127.0.0.1:${server.port}/`, workbook, close };

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
