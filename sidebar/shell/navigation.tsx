import { type ComponentType, createContext } from "preact";
import { useCallback, useContext, useEffect, useRef } from "preact/hooks";
import type { MadeListView } from "../../src/jobs/clean-list-views";
import type { FetchedTab, SidebarTab } from "../../src/result";
import type { IconName } from "../controls/button";

/** A folder exports a tab, or only its `Page` if that is fetched. */
export type Tab = {
  label: string;
  icon: IconName;
  /** Without a key, the tab shows only the first step. */
  needsKey: boolean;
} & ({ id: SidebarTab; Page: ComponentType } | { id: FetchedTab; Page?: undefined });

export interface GivenColumn {
  sheetId: number;
  /** Counts from 1; `null` for the likeliest column of the sheet. */
  column: number | null;
  jobId?: string;
  /** The sheet is a copy of another one, and was made just now. */
  copy?: { made: MadeListView; of: string };
  [choice: string]: unknown;
}

export interface ListToClean {
  /** `null` for the active sheet. */
  sheetId: number | null;
  /** Any column of the list will do; `null` for the first one that has results. */
  column: number | null;
}

export interface Navigation {
  shown: SidebarTab;
  showTab(id: SidebarTab): void;
  handOver(id: SidebarTab, column: GivenColumn): void;
  /** The object is new each time, so that a tab notices the same column again. */
  given: Partial<Record<SidebarTab, GivenColumn>>;
  /** The first tab then shows the page of clean lists. */
  toClean: ListToClean | null;
  clean(list: ListToClean | null): void;
}

export const NavigationContext = createContext<Navigation | null>(null);

/** @throws Error outside of the shell */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error("useNavigation stands outside of the shell.");
  return navigation;
}

/** The control that had the focus has vanished. */
export function focusPage(): void {
  // The page is drawn first, because drawing takes the focus away.
  setTimeout(() => pageShown()?.focus());
}

/** After an answer, because the user may have moved the focus meanwhile. @param next the page if left out */
export function focusIfLost(next: () => HTMLElement | null | undefined = pageShown): void {
  setTimeout(() => {
    if (document.activeElement === document.body) next()?.focus();
  });
}

const pageShown = (): HTMLElement | null => document.querySelector("[role=tabpanel]:not([hidden])");

/**
 * Calls `look` when the user comes back and sees the element of the returned ref.
 * @param news calls it as well when it changes
 */
export function useComingBack<Shown extends HTMLElement = HTMLElement>(look: () => void, news = 0) {
  const section = useRef<Shown>(null);
  const latest = useRef(look);
  latest.current = look;
  const { shown } = useNavigation();
  const isOld = useRef(false);
  const lookIfSeen = useCallback(() => {
    if (section.current && !section.current.closest("[hidden]")) latest.current();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to look.
  useEffect(() => {
    if (isOld.current) lookIfSeen();
    isOld.current = true;
  }, [shown, news, lookIfSeen]);
  useEffect(() => {
    document.documentElement.addEventListener("mouseenter", lookIfSeen);
    window.addEventListener("focus", lookIfSeen);
    return () => {
      document.documentElement.removeEventListener("mouseenter", lookIfSeen);
      window.removeEventListener("focus", lookIfSeen);
    };
  }, [lookIfSeen]);
  return section;
}
