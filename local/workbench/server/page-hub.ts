import type { UiEvent, UserSession } from "../../apps-script/host-document";
import type { FunctionHelp, PageMessage, PageWording, ServerMessage } from "../messages";
import type { UniverWorkbook } from "../univer/univer-workbook";
import { createOpenFrames } from "./open-frames";
import { createSyncHub } from "./sync-hub";

export interface PageHubOptions {
  workbook: UniverWorkbook;
  session: UserSession;
  wording: PageWording;
  functions: FunctionHelp[];
  /** Adds to a frame's HTML what `google.script` needs. */
  prepareFrame(html: string): string;
}

/** What a page's connection looks like from here. */
export interface PageSocket {
  send(text: string): void;
  on(event: "message", listener: (data: { toString(): string }) => void): unknown;
  on(event: "close", listener: () => void): unknown;
}

interface Page {
  send(message: ServerMessage): void;
  selected: Extract<PageMessage, { type: "select" }> | undefined;
}

/** Every page shows one document to one person; what a script opens appears in the page the person last used. */
export function createPageHub(options: PageHubOptions) {
  const { workbook, session } = options;
  const sync = createSyncHub(workbook, session.user);
  const frames = createOpenFrames(options.prepareFrame);
  const pages = new Set<Page>();
  let inUse: Page | undefined;

  const showEvent = (event: UiEvent) => {
    if (event.type === "menus" || event.type === "toast") {
      const message: ServerMessage = event.type === "menus" ? event : { type: "ui", event };
      for (const page of pages) page.send(message);
      return;
    }
    if (event.type === "sidebar" || event.type === "dialog") {
      const { html, type: kind, ...frame } = event;
      inUse?.send({ type: "frame", kind, path: frames.open(event.id, html), ...frame } as ServerMessage);
      return;
    }
    if (event.type !== "alert") frames.close(event.id);
    inUse?.send({ type: "ui", event });
  };
  const stopUi = session.onUi(showEvent);

  const select = (page: Page) => {
    inUse = page;
    const sheet = workbook.sheets().find(({ name }) => name === page.selected?.sheetName);
    if (sheet && page.selected) workbook.select(session.user, { sheetId: sheet.sheetId, areas: page.selected.areas });
  };

  const runMenuItem = async (page: Page, functionName: string) => {
    try {
      await session.clickMenu(functionName);
    } catch (error) {
      page.send({ type: "scriptError", message: messageOf(error) });
    }
  };

  const call = async (page: Page, { callId, functionName, args }: Extract<PageMessage, { type: "call" }>) => {
    try {
      page.send({ type: "answer", callId, result: await session.callFromSidebar(functionName, args) });
    } catch (error) {
      const name = error instanceof Error ? error.name : "Error";
      page.send({ type: "failure", callId, name, message: messageOf(error) });
    }
  };

  return {
    frameHtml: frames.html,
    open(socket: PageSocket): void {
      const page: Page = { send: (message) => socket.send(JSON.stringify(message)), selected: undefined };
      pages.add(page);
      inUse ??= page;
      page.send({ type: "welcome", wording: options.wording, functions: options.functions });
      page.send({ type: "menus", menus: session.menus() });
      const shared = sync.join(page.send);
      socket.on("message", (data) => receive(JSON.parse(data.toString())));
      socket.on("close", () => {
        shared.leave();
        pages.delete(page);
        if (inUse === page) inUse = [...pages].at(-1);
      });

      function receive(message: PageMessage): void {
        if (message.type === "select") {
          page.selected = message;
          if (inUse === page || inUse === undefined) select(page);
          return;
        }
        select(page);
        if (message.type === "mutations") shared.receive(message);
        else if (message.type === "clickMenu") void runMenuItem(page, message.functionName);
        else if (message.type === "call") void call(page, message);
        else if (message.type === "reply") session.answer(message.id, message.button, message.text);
        else session.closeSidebar();
      }
    },
    close(): void {
      stopUi();
      sync.close();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
