import { type ComponentChildren, type ComponentType, createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";
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
}

/** Ways from one part of the page to another. */
export interface Navigation {
  showTab(id: SidebarTab): void;
  /** Shows a tab that begins with a column, and gives the focus to its page. */
  handOver(id: SidebarTab, column: GivenColumn): void;
  /** The column that each tab was given last: a new object each time, so that a tab notices the same column again. */
  given: Partial<Record<SidebarTab, GivenColumn>>;
  /** Gives the focus to the shown tab's page, after the control that had it has gone. */
  focusPage(): void;
}

const nowhere = (): void => {};

/** Outside of the shell these do nothing. */
export const NavigationContext = createContext<Navigation>({
  showTab: nowhere,
  handOver: nowhere,
  given: {},
  focusPage: nowhere,
});

/** The ways from one tab to another. */
export const useNavigation = (): Navigation => useContext(NavigationContext);

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Gives the function that makes a screen reader say something without moving the focus. */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnounceContext);

/** Holds the page's only live region: regions that appear together with their text are often not read out. */
export function Announcer({ children }: { children: ComponentChildren }) {
  const [said, setSaid] = useState({ text: "", times: 0 });
  const announce = useCallback((text: string) => setSaid(({ times }) => ({ text, times: times + 1 })), []);
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div class="unseen" role="status">
        {/* A new element each time, or the same words would not be read out again. */}
        <span key={said.times}>{said.text}</span>
      </div>
    </AnnounceContext.Provider>
  );
}
