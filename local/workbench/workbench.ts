import { createFrameScript } from "../apps-script/client/frame-script";
import type { Host, SavedHost } from "../apps-script/host";
import type { Actor } from "../apps-script/workbook/change";
import { createDocumentFile, type DocumentFile, type KeptDocument } from "./document-file";
import { helpFor } from "./function-help";
import { freeName } from "./list-sheet";
import { loadUniver } from "./load-univer";
import type { PageWording } from "./messages";
import { blankWorkbook, fillSheets, type SheetContent } from "./new-workbook";
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
  const workbook = openWorkbook(options, kept ?? null);
  const document = host.openDocument({
    workbook,
    owner: user,
    name: options.wording.documentName,
    ...(kept && { saved: kept.document }),
  });
  const session = document.as(user);
  const hub = createPageHub({
    ...{ workbook, document, session },
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
    return { workbook: workbook.snapshot(), document: document.save(), host: host.save() };
  }
}

function newHost({ user, userProperties }: WorkbenchOptions): SavedHost {
  return { scriptProperties: {}, userProperties: { [user]: userProperties } };
}

function openWorkbook(options: WorkbenchOptions, kept: KeptDocument | null): UniverWorkbook {
  const { createUniverWorkbook } = loadUniver();
  const { list, sheets, wording } = options;
  const by: Actor = { kind: "person", user: options.user };
  if (kept) {
    const workbook = createUniverWorkbook(kept.workbook);
    if (list) addFirstSheet(workbook, list, by);
    return workbook;
  }
  const first = list
    ? [
        {
          ...list,
          name: freeName(
            list.name,
            sheets.map(({ name }) => name),
          ),
        },
      ]
    : [];
  const contents = [...first, ...sheets];
  const workbook = createUniverWorkbook(blankWorkbook(wording.documentName, contents));
  fillSheets(workbook, contents, by);
  return workbook;
}

function addFirstSheet(workbook: UniverWorkbook, list: SheetContent, by: Actor): void {
  const existing = workbook.sheets();
  const sheetId = Math.max(...existing.map((sheet) => sheet.sheetId)) + 1;
  const name = freeName(
    list.name,
    existing.map((sheet) => sheet.name),
  );
  const columns = Math.max(26, ...list.rows.map((row) => row.length));
  workbook.apply(
    [
      { type: "addSheet", sheetId, name, index: 0, rows: Math.max(1_000, list.rows.length), columns },
      {
        type: "setCells",
        sheetId,
        row: 1,
        column: 1,
        cells: list.rows.map((row) => row.map((cell) => cell ?? undefined)),
      },
    ],
    by,
  );
}
