import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { SidebarTab } from "../../src/settings/sidebar-tab";

/** Ways from one part of the page to another. */
export interface Navigation {
  showTab(id: SidebarTab): void;
  /** Gives the focus to the shown tab's page, after the control that had it has gone. */
  focusPage(): void;
}

export const NavigationContext = createContext<Navigation>({ showTab: () => {}, focusPage: () => {} });

export const useNavigation = (): Navigation => useContext(NavigationContext);
