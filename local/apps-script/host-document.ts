import type { ChartRecord, ConditionalFormat, SavedExtras } from "./extras/extras";
import type { CustomFunctions } from "./formulas/custom-functions";
import type { Keyboard } from "./keyboard";
import type { Change } from "./workbook/change";
import type { Workbook } from "./workbook/workbook";

export interface DocumentOptions {
  workbook: Workbook;
  /** The owner's address: formulas read the owner's user properties (google.owner-properties). */
  owner: string;
  name?: string;
  id?: string;
  /** The spreadsheet's time zone; the manifest's when missing. */
  timeZone?: string;
  locale?: string;
  /** The state that `document.save()` gave in an earlier life. */
  saved?: SavedDocument;
}

export interface CopyOptions {
  /** A grid that holds what this one holds now, with the same sheets' ids. */
  workbook: Workbook;
  /** Whoever makes the copy. */
  owner: string;
  id?: string;
}

/** Plain JSON: what a document keeps besides its grid. */
export interface SavedDocument {
  properties: Record<string, string>;
  extras: SavedExtras;
  isEnabled: boolean;
}

/** `NONE`: installed but not enabled here; `LIMITED`: enabled (google.modes). */
export type OpenMode = "NONE" | "LIMITED";

export interface MenuItem {
  caption: string;
  /** Missing for separators and sub-menus. */
  functionName?: string;
  separator?: true;
  items?: MenuItem[];
}

/** Events that the person sees: whoever shows pages listens. */
export type UiEvent = {
  /** The tab of whoever has started the script; missing when they have named none. */ tab?: string;
} & (
  | { type: "menus"; menus: MenuItem[] }
  | { type: "sidebar"; id: string; title: string; html: string }
  | { type: "sidebarClosed"; id: string }
  | { type: "dialog"; id: string; title: string; html: string; modal: boolean; widthPx: number; heightPx: number }
  | { type: "dialogClosed"; id: string }
  | { type: "toast"; message: string; title: string; seconds: number }
  /** Answer with `answer(id, …)`; the script is suspended until then, and its locks are gone. */
  | { type: "alert"; id: string; title: string; prompt: string; buttons: string; input: boolean }
);

export interface HostDocument {
  readonly id: string;
  readonly workbook: Workbook;
  readonly customFunctions: CustomFunctions;
  as(user: string): UserSession;
  /** The rules that scripts have set, of all sheets; a new list when they have changed, which `onSaveNeeded` tells. */
  conditionalFormats(): readonly ConditionalFormat[];
  /** The charts that scripts have inserted, of all sheets; `onSaveNeeded` tells when they have changed. */
  charts(): readonly ChartRecord[];
  /** The state that must outlive the process besides the grid. */
  save(): SavedDocument;
  /**
   * A copy, as _File ▸ Make a copy_ leaves it (google.document-copy): metadata with the same ids, and all else that lies
   * over the grid; no properties, and nobody has used the add-on in it yet. It has the same script: a copied bound script
   * would be another one, without its properties.
   */
  copyDocument(options: CopyOptions): HostDocument;
  /** Tells that something `save()` gives has changed. */
  onSaveNeeded(listener: () => void): () => void;
  close(): void;
}

/** One person in one document. */
export interface UserSession {
  readonly user: string;
  readonly keyboard: Keyboard;
  /** Throws Google's words for what this person may not do to cells by hand: ask before applying what a page sends. */
  check(changes: readonly Change[]): void;
  /** Opens the document: runs `onOpen`. Default: NONE for a published add-on not enabled here yet, else LIMITED. */
  open(mode?: OpenMode): Promise<void>;
  /** Installs the add-on from within this document: runs `onInstall` in FULL mode (google.modes). */
  install(): Promise<void>;
  menus(): MenuItem[];
  /**
   * Runs a menu item in FULL mode and enables the add-on here. Rejects with the script's error.
   * @param tab one of several tabs in which they have the document open, each with a sidebar of its own
   * @returns what the function returned, as JSON has it; a menu makes nothing of it
   */
  clickMenu(functionName: string, tab?: string): Promise<unknown>;
  /** Calls a function as a cell would and gives what the cell shows, `#ERROR!` with its note included. */
  callFormula(name: string, args?: unknown[]): Promise<unknown>;
  /** The transport of `google.script.run`: JSON text of the argument list in, JSON text of the result out. */
  callFromSidebar(functionName: string, argsJson: string, tab?: string): Promise<string>;
  /** Answers an open alert or prompt. */
  answer(id: string, button: string, text?: string): void;
  /** The person, or the page itself, closes the sidebar or the dialog. */
  closeSidebar(tab?: string): void;
  closeDialog(tab?: string): void;
  onUi(listener: (event: UiEvent) => void): () => void;
}
