import type { ChartRecord, ConditionalFormat } from "../apps-script/extras/extras";
import type { TriggerView } from "../apps-script/host";
import type { MenuItem, UiEvent } from "../apps-script/host-document";
import type { PermissionView } from "./permissions";

/** A workbook's whole state as plain JSON: for pages that open it and for the disk. */
export interface WorkbookSnapshot {
  /** Univer's workbook data. */
  data: object;
  /** The cells that formulas have spilled, which Univer keeps apart from the others. */
  spilled: object;
}

/** A mutation as pages and the server exchange it. */
export interface SharedMutation {
  id: string;
  params: object;
  options?: { fromFormula?: boolean; applyFormulaCalculationResult?: boolean; remove?: boolean };
}

/** A function of the add-on as the page's autocomplete and help show it. */
export interface FunctionHelp {
  name: string;
  description: string;
  /** `example`: its part of the example in the documentation, `""` without one. */
  parameters: { name: string; description: string; example: string }[];
}

/** The texts of the page besides the workbook. */
export interface PageWording {
  documentName: string;
  /** The add-on's name in the Extensions menu. */
  addonName: string;
  /** A short line beside the document's name. */
  subtitle: string;
}

/** One run of the script, as the list of executions shows it. */
export interface ExecutionView {
  functionName: string;
  type: string;
  startedMs: number;
  /** `null` while it runs. */
  endedMs: number | null;
  status: "Running" | "Completed" | "Failed" | "Timed out";
  log: string[];
}

export type ServerMessage =
  /** `run` is the same for all connections to one start of the workbench; only within it versions compare. */
  | { type: "welcome"; run: string; wording: PageWording; functions: FunctionHelp[]; canStartOver: boolean }
  | { type: "executions"; executions: ExecutionView[] }
  | { type: "triggers"; triggers: TriggerView[] }
  /** At the beginning and whenever somebody changes it. */
  | { type: "googleSpeed"; isOn: boolean }
  /** Google's consent screen. */
  | { type: "permissions"; permissions: PermissionView[] }
  /** The whole workbook, at the beginning and when a page has fallen behind. */
  | { type: "workbook"; version: number; snapshot: WorkbookSnapshot }
  /** `isOwn`: this page has sent it, late, and is shown it again. */
  | { type: "mutation"; version: number; mutation: SharedMutation; isOwn: boolean }
  /** Everything that lies over the cells of all sheets, at the beginning and whenever it changes. */
  | { type: "extras"; formats: readonly ConditionalFormat[]; charts: readonly ChartRecord[] }
  | { type: "menus"; menus: MenuItem[] }
  | { type: "ui"; event: Extract<UiEvent, { type: "toast" | "alert" }> }
  /** A sidebar or dialog whose HTML waits at `path`. */
  | { type: "frame"; kind: "sidebar"; title: string; path: string }
  | {
      type: "frame";
      kind: "dialog";
      title: string;
      path: string;
      modal: boolean;
      widthPx: number;
      heightPx: number;
    }
  | { type: "frameClosed"; kind: "sidebar" | "dialog" }
  /** A script has selected something. */
  | { type: "activate"; sheetName: string; areas: PageArea[] }
  | { type: "answer"; callId: number; result: string }
  | { type: "failure"; callId: number; name: string; message: string }
  /** The person's action is undone: Google's words for why. */
  | { type: "refused"; message: string }
  /** A menu item's script has failed: what Google shows in a box. */
  | { type: "scriptError"; message: string };

/** A rectangle on the page, rows and columns from 1. */
export interface PageArea {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export type PageMessage =
  /** The mutations of one action in the page; `base` is the last version the page had seen. */
  | { type: "mutations"; base: number; mutations: SharedMutation[] }
  | { type: "select"; sheetName: string; areas: PageArea[] }
  /** *Data ▸ Sort sheet*; the column counts from 1. */
  | { type: "sort"; sheetName: string; column: number; ascending: boolean }
  /** *Data ▸ Filter*: hides the rows in which the column, counted from 1, shows one of these texts. */
  | { type: "filter"; sheetName: string; column: number; hidden: string[] }
  | { type: "removeFilter"; sheetName: string }
  /** *File ▸ Open CSV*. */
  | { type: "openList"; fileName: string; base64: string }
  /** *File ▸ Start over*: everything is forgotten, the credits spent too. */
  | { type: "startOver" }
  /** *Extensions ▸ Apps Script ▸ Google's speed*: calls take the time that they take there, or none. */
  | { type: "googleSpeed"; isOn: boolean }
  /** Asks for the consent screen. */
  | { type: "permissions" }
  /** *Continue* on the consent screen: these scopes are granted, and no others. */
  | { type: "grant"; scopes: string[] }
  /** Asks for the list of executions. */
  | { type: "executions" }
  /** Asks for the list of triggers. */
  | { type: "triggers" }
  /** *Run now* in the list of triggers: its time comes now. */
  | { type: "runTrigger"; uid: string }
  /** *Forward 1 hour* there: nobody is here meanwhile, and triggers that come due run. */
  | { type: "forward" }
  | { type: "clickMenu"; functionName: string }
  /** `google.script.run`: the arguments as JSON text. */
  | { type: "call"; callId: number; functionName: string; args: string }
  | { type: "reply"; id: string; button: string; text?: string }
  | { type: "closeFrame"; kind: "sidebar" | "dialog" };

/** The mutations that pages and the server exchange. */
export const SHARED = /^sheet\.mutation\./;

/** Mutations after which positions in a sheet mean something else. */
export const MOVES_CELLS = /^sheet\.mutation\.(insert-(row|col)|remove-(rows|col|sheet)|move-|reorder-)/;
