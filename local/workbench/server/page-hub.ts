import { randomUUID } from "node:crypto";
import type { Host } from "../../apps-script/host";
import type { HostDocument, UiEvent, UserSession } from "../../apps-script/host-document";
import { ServiceError } from "../../apps-script/script-errors";
import type { Selection } from "../../apps-script/workbook/workbook";
import { ListError } from "../../lists/csv-file";
import type { GoogleSpeed } from "../google-speed";
import type { ExecutionView, FunctionHelp, PageMessage, PageWording, ServerMessage } from "../messages";
import type { Permissions } from "../permissions";
import type { UniverWorkbook } from "../univer/univer-workbook";
import { readMessage } from "./read-message";
import { createSheetActions } from "./sheet-actions";
import { createSyncHub } from "./sync-hub";

type Kind = "sidebar" | "dialog";

/** Goes before a frame's own HTML when time was set forward: its clock is that of the script. */
const timeScript = (aheadMs: number): string =>
  aheadMs === 0
    ? ""
    : `<script>{
  const Real = Date;
  globalThis.Date = class extends Real {
    static now() { return Real.now() + ${aheadMs}; }
    constructor(...parts) { super(...(parts.length > 0 ? parts : [Real.now() + ${aheadMs}])); }
  };
}</script>\n`;

/** The HTML of each tab's open sidebar and dialog at an address nobody can guess, until it is closed or replaced. */
function createOpenFrames(script: string, aheadMs: () => number) {
  const open = new Map<string, { key: string; html: string }>();
  return {
    /** Gives the path at which a page finds the HTML. */
    open(tab: string, kind: Kind, html: string): string {
      const key = randomUUID();
      open.set(`${tab} ${kind}`, { key, html: timeScript(aheadMs()) + script + html });
      return `/frames/${key}`;
    },
    close(tab: string, kind: Kind): void {
      open.delete(`${tab} ${kind}`);
    },
    html: (key: string): string | undefined => [...open.values()].find((frame) => frame.key === key)?.html,
  };
}

export interface PageHubOptions {
  workbook: UniverWorkbook;
  document: Pick<HostDocument, "charts" | "conditionalFormats" | "onSaveNeeded">;
  session: UserSession;
  wording: PageWording;
  functions: FunctionHelp[];
  /** Goes before a frame's own HTML: `google.script`. */
  frameScript: string;
  executions(): ExecutionView[];
  triggers: Pick<Host, "triggers" | "runTrigger" | "forward">;
  /** How far time has been set forward. */
  aheadMs(): number;
  speed: GoogleSpeed;
  permissions: Permissions;
  /** Forgets everything and begins anew; missing where that cannot be done. */
  startOver: (() => void) | undefined;
}

/** A page's connection, as far as it is needed here. */
export interface PageSocket {
  send(text: string): void;
  on(event: "message", listener: (data: { toString(): string }) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  /** Ends the connection; a page opens a new one and sees the workbook as it is. */
  close(code: number, reason: string): void;
}

interface Page {
  /** The script's answers find the page by it. */
  tab: string;
  send(message: ServerMessage): void;
  selected?: Extract<PageMessage, { type: "select" }>;
  /** Alerts and prompts this page has to answer: a script waits for each. */
  questions: Set<string>;
  /** The sidebar and the dialog, if they are in this page. */
  frames: Set<"sidebar" | "dialog">;
  /** The menu item that runs has made Google show its consent screen. */
  isAskedConsent: boolean;
}

/** RFC 6455: a message that does not fit the endpoint's policy. */
const POLICY_VIOLATION = 1008;

const HOUR_MS = 3_600_000;

const GRANTED = "Your choice holds from now on. Go back to what you were doing and try it again.";

export type PageHub = ReturnType<typeof createPageHub>;

/** Every page shows one document to one person; what a script opens appears in the page from which it was started. */
export function createPageHub(options: PageHubOptions) {
  const { workbook, session, document, speed, permissions } = options;
  const sync = createSyncHub(workbook, session);
  const frames = createOpenFrames(options.frameScript, options.aheadMs);
  const actions = createSheetActions(workbook, session);
  const run = randomUUID();
  const pages = new Set<Page>();
  let inUse: Page | undefined;

  const tellAll = (message: ServerMessage) => {
    for (const page of pages) page.send(message);
  };
  const openFrame = (page: Page | undefined, message: Extract<ServerMessage, { type: "frame" }>) => {
    page?.frames.add(message.kind);
    page?.send(message);
  };
  const showEvent = (event: UiEvent) => {
    const page = event.tab === undefined ? inUse : [...pages].find(({ tab }) => tab === event.tab);
    const tab = event.tab ?? page?.tab ?? "";
    switch (event.type) {
      case "menus":
        return tellAll(event);
      case "toast":
        return page ? page.send({ type: "ui", event }) : tellAll({ type: "ui", event });
      case "alert":
        // Without a page nobody can answer, and the script would wait until it is ended.
        if (!page) return session.answer(event.id, "CLOSE");
        page.questions.add(event.id);
        return page.send({ type: "ui", event });
      case "sidebar": {
        const { type: kind, title, html } = event;
        return openFrame(page, { type: "frame", kind, title, path: frames.open(tab, kind, html) });
      }
      case "dialog": {
        const { type: kind, html, title, modal, widthPx, heightPx } = event;
        const path = frames.open(tab, kind, html);
        return openFrame(page, { type: "frame", kind, title, path, modal, widthPx, heightPx });
      }
      default: {
        const kind = event.type === "sidebarClosed" ? "sidebar" : "dialog";
        frames.close(tab, kind);
        page?.frames.delete(kind);
        return page?.send({ type: "frameClosed", kind });
      }
    }
  };
  const stopUi = session.onUi(showEvent);

  const showSelection = ({ sheetId, areas }: Selection) => {
    const sheet = workbook.sheets().find((candidate) => candidate.sheetId === sheetId);
    if (!sheet || !inUse) return;
    // What the page has told before no longer holds; it tells anew when it shows this.
    inUse.selected = { type: "select", sheetName: sheet.name, areas };
    inUse.send({ type: "activate", sheetName: sheet.name, areas });
  };
  const stopSelect = workbook.onSelect(showSelection);

  const extras = () => ({
    type: "extras" as const,
    formats: document.conditionalFormats(),
    charts: document.charts(),
  });
  let drawn = JSON.stringify(extras());
  const stopExtras = document.onSaveNeeded(() => {
    const text = JSON.stringify(extras());
    if (text === drawn) return;
    drawn = text;
    tellAll(extras());
  });

  const closeFrame = ({ tab }: Page, kind: "sidebar" | "dialog") => {
    if (kind === "sidebar") session.closeSidebar(tab);
    else session.closeDialog(tab);
  };

  /** The page a person uses now; scripts ask for its selection. */
  const use = (page: Page) => {
    inUse = page;
    const { selected } = page;
    const sheet = selected && workbook.sheets().find(({ name }) => name === selected.sheetName);
    if (sheet) workbook.selectedInPage(session.user, { sheetId: sheet.sheetId, areas: selected.areas });
  };

  const hourPassed = (): string => {
    const time = new Date(Date.now() + options.aheadMs()).toLocaleTimeString([], { timeStyle: "short" });
    return `An hour has passed with the sidebar closed: it is ${time} here. Triggers that were due run now.`;
  };

  const showPermissions = (page: Page) => page.send({ type: "permissions", permissions: permissions.list() });
  permissions.onAsked(() => {
    if (!inUse) return;
    inUse.isAskedConsent = true;
    showPermissions(inUse);
  });

  const runMenuItem = async (page: Page, functionName: string) => {
    page.isAskedConsent = false;
    try {
      await session.clickMenu(functionName, page.tab);
    } catch (error) {
      // Google ends the script so as to ask, and shows no failure.
      if (!page.isAskedConsent) page.send({ type: "scriptError", message: messageOf(error) });
    }
  };

  const call = async (page: Page, { callId, functionName, args }: Extract<PageMessage, { type: "call" }>) => {
    try {
      const result = await speed.carry(() => session.callFromSidebar(functionName, args, page.tab));
      page.send({ type: "answer", callId, result });
    } catch (error) {
      const name = error instanceof Error ? error.name : "Error";
      page.send({ type: "failure", callId, name, message: messageOf(error) });
    }
  };

  return {
    frameHtml: frames.html,
    open(socket: PageSocket): void {
      const send = (message: ServerMessage) => socket.send(JSON.stringify(message));
      const page: Page = { tab: randomUUID(), send, questions: new Set(), frames: new Set(), isAskedConsent: false };
      pages.add(page);
      inUse ??= page;
      const { wording, functions, startOver } = options;
      send({ type: "welcome", run, wording, functions, canStartOver: startOver !== undefined });
      send({ type: "googleSpeed", isOn: speed.isOn });
      send({ type: "menus", menus: session.menus() });
      const shared = sync.join(send);
      send(extras());
      socket.on("message", (data) => {
        // A page's message can end its own connection at most: the others and the document live on.
        try {
          receive(readMessage(data.toString()));
        } catch (error) {
          const isRefusal = error instanceof ServiceError || error instanceof ListError;
          if (isRefusal) send({ type: "refused", message: error.message });
          else socket.close(POLICY_VIOLATION, "The workbench does not understand this message.");
        }
      });
      socket.on("close", () => {
        shared.leave();
        for (const id of page.questions) session.answer(id, "CLOSE");
        for (const kind of page.frames) closeFrame(page, kind);
        pages.delete(page);
        if (inUse === page) inUse = [...pages].at(-1);
      });

      function receive(message: PageMessage): void {
        // These come without the person doing anything in this page.
        if (message.type === "executions") {
          send({ type: "executions", executions: options.executions() });
          return;
        }
        if (message.type === "triggers") {
          send({ type: "triggers", triggers: options.triggers.triggers() });
          return;
        }
        if (message.type === "select") {
          page.selected = message;
          if (inUse === page) use(page);
          return;
        }
        use(page);
        switch (message.type) {
          case "mutations":
            shared.receive(message);
            break;
          case "sort":
            actions.sort(message.sheetName, message.column, message.ascending);
            break;
          case "filter":
            actions.filter(message.sheetName, message.column, message.hidden);
            break;
          case "removeFilter":
            actions.removeFilter(message.sheetName);
            break;
          case "openList": {
            const sheetName = actions.openList(message.fileName, Buffer.from(message.base64, "base64"));
            send({ type: "activate", sheetName, areas: [{ row: 1, column: 1, rows: 1, columns: 1 }] });
            break;
          }
          case "googleSpeed":
            speed.set(message.isOn);
            tellAll({ type: "googleSpeed", isOn: speed.isOn });
            break;
          case "permissions":
            showPermissions(page);
            break;
          case "runTrigger":
            options.triggers.runTrigger(message.uid);
            send({ type: "triggers", triggers: options.triggers.triggers() });
            break;
          case "forward":
            options.triggers.forward(HOUR_MS);
            // Nobody was there: what a page drives, or shows, is of the hour before.
            for (const each of pages) for (const kind of each.frames) closeFrame(each, kind);
            tellAll({ type: "ui", event: { type: "toast", message: hourPassed(), title: "", seconds: 10 } });
            tellAll({ type: "triggers", triggers: options.triggers.triggers() });
            break;
          case "grant":
            permissions.grant(message.scopes);
            send({ type: "ui", event: { type: "toast", message: GRANTED, title: "", seconds: 10 } });
            break;
          case "startOver":
            startOver?.();
            break;
          case "clickMenu":
            void runMenuItem(page, message.functionName);
            break;
          case "call":
            void call(page, message);
            break;
          case "closeFrame":
            closeFrame(page, message.kind);
            break;
          case "reply":
            page.questions.delete(message.id);
            session.answer(message.id, message.button, message.text);
            break;
        }
      }
    },
    close(): void {
      stopUi();
      stopSelect();
      stopExtras();
      sync.close();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
