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
  /** What stands before a frame's own HTML: `google.script`. */
  frameScript: string;
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
  const frames = createOpenFrames(options.frameScript);
  const { open } = frames;
  const pages = new Set<Page>();
  let inUse: Page | undefined;

  const tellAll = (message: ServerMessage) => {
    for (const page of pages) page.send(message);
  };
  const showEvent = (event: UiEvent) => {
    switch (event.type) {
      case "menus":
        return tellAll(event);
      case "toast":
        return tellAll({ type: "ui", event });
      case "alert":
        return inUse?.send({ type: "ui", event });
      case "sidebar":
        return inUse?.send({ type: "frame", kind: "sidebar", title: event.title, path: open("sidebar", event.html) });
      case "dialog": {
        const { title, modal, widthPx, heightPx, html } = event;
        const path = open("dialog", html);
        return inUse?.send({ type: "frame", kind: "dialog", title, path, modal, widthPx, heightPx });
      }
      default: {
        const kind = event.type === "sidebarClosed" ? "sidebar" : "dialog";
        frames.close(kind);
        return tellAll({ type: "frameClosed", kind });
      }
    }
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
        else if (message.kind === "sidebar") session.closeSidebar();
        else session.closeDialog();
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
