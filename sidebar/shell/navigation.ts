import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { SidebarTab } from "../../src/settings/views";
/** A column that one tab hands over to another. */
export interface GivenColumn {
  sheetId: number;
  /** From 1; `null` for the likeliest one of its sheet. */
  column: number | null;
}

/** Ways from one part of the page to another. */
export interface Navigation {
  showTab(id: SidebarTab): void;
  /** Shows a tab that begins with a column, and gives the focus to its page. */
  handOver(id: SidebarTab, column: GivenColumn): void;
  /** What each tab was given last: a new object each time, so that it notices the same column given again. */
  given: Partial<Record<SidebarTab, GivenColumn>>;
  /** Gives the focus to the shown tab's page, after the control that had it has gone. */
  focusPage(): void;
}

const nowhere = (): void => {};

/** Outside of the shell nothing leads anywhere. */
export const NavigationContext = createContext<Navigation>({
  showTab: nowhere,
  handOver: nowhere,
  given: {},
  focusPage: nowhere,
});

/** The ways from one tab to another. */
export const useNavigation = (): Navigation => useContext(NavigationContext);
