import { type ComponentType, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FetchedTab, SidebarTab } from "../../src/result";
import type { IconName } from "../controls/button";

/** A tab: its folder exports one, or only its `Page` if that is fetched. */
export type Tab = {
  label: string;
  /** Above the label. */
  icon: IconName;
  /** Without a key such a tab leads to the first step instead of showing its page. */
  needsKey: boolean;
} & ({ id: SidebarTab; Page: ComponentType } | { id: FetchedTab; Page?: undefined });

/** A column that one tab hands over to another. */
export interface GivenColumn {
  sheetId: number;
  /** From 1; `null` for the likeliest one of its sheet. */
  column: number | null;
  /** The unfinished job that its page offers to go on with. */
  jobId?: string;
  /** Other choices that its job begins with. */
  [choice: string]: unknown;
}

/** The column of which a clean list is to be made. */
export interface ListToClean {
  /** `null` for the sheet in front. */
  sheetId: number | null;
  /** Its inputs or a column of its results; `null` for the first one that has results. */
  column: number | null;
}

export interface Navigation {
  /** `null` outside of the shell. */
  shown: SidebarTab | null;
  showTab(id: SidebarTab): void;
  /** Shows a tab that begins with a column, and gives the focus to its page. */
  handOver(id: SidebarTab, column: GivenColumn): void;
  /** The column that each tab was given last: a new object each time, so that a tab notices the same column again. */
  given: Partial<Record<SidebarTab, GivenColumn>>;
  /** While it is there, a clean list stands in place of the page that verifies. */
  toClean: ListToClean | null;
  /** Shows the page of clean lists, or with `null` leaves it. */
  clean(list: ListToClean | null): void;
}

const nowhere = (): void => {};

/** Outside of the shell these do nothing. */
export const NavigationContext = createContext<Navigation>({
  shown: null,
  showTab: nowhere,
  handOver: nowhere,
  given: {},
  toClean: null,
  clean: nowhere,
});

/** Gives the focus to the shown tab's page, after the control that had it has gone. */
export function focusPage(): void {
  // The page is drawn first, as drawing takes the focus away.
  setTimeout(() => document.querySelector<HTMLElement>("[role=tabpanel]:not([hidden])")?.focus());
}

/** The ways from one tab to another. */
export const useNavigation = (): Navigation => useContext(NavigationContext);
