import { useMemo, useRef, useState } from "preact/hooks";
import type { SidebarTab } from "../../src/result";
import { Icon } from "../controls/button";
import { LiveRegion } from "../controls/notice";
import { focusPage, type Navigation, NavigationContext, type Tab } from "./navigation";
import { Page } from "./page";
import "./style.css";

interface TabListProps {
  tabs: readonly Tab[];
  shown: SidebarTab;
  onShow: (id: SidebarTab) => void;
}

const tabId = (id: SidebarTab): string => `tab-${id}`;
const pageId = (id: SidebarTab): string => `page-${id}`;

/** Returns `null` for keys that lead to no tab. */
function destination(key: string, index: number, count: number): number | null {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

/** The row is one stop for the Tab key; arrows move within it and show the tab at once. */
function TabList({ tabs, shown, onShow }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ id }) => id === shown);
    const next = tabs[destination(event.key, index, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onShow(next.id);
    list.current?.querySelector<HTMLElement>(`#${tabId(next.id)}`)?.focus();
  };
  return (
    <div ref={list} class="tab-list" role="tablist" aria-label="Sheetscout" onKeyDown={move}>
      {tabs.map(({ id, label, icon }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          aria-selected={id === shown}
          aria-controls={pageId(id)}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => onShow(id)}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  );
}

interface ShellProps {
  tabs: readonly Tab[];
  /** The menu item names the place. An unknown one leads to the first tab, where clean lists are too. */
  opened: string | undefined;
}

const ACTIVE_SHEET = { sheetId: null, column: null };

export function Shell({ tabs, opened }: ShellProps) {
  const first = tabs.find(({ id }) => id === opened) ?? tabs[0];
  const [shown, setShown] = useState<SidebarTab>(first?.id ?? "settings");
  const [visited, setVisited] = useState<readonly SidebarTab[]>([shown]);
  const [given, setGiven] = useState<Navigation["given"]>({});
  const [toClean, setToClean] = useState<Navigation["toClean"]>(opened === "clean-list" ? ACTIVE_SHEET : null);
  const navigation = useMemo<Navigation>(() => {
    const showTab = (id: SidebarTab): void => {
      setShown(id);
      setVisited((before) => (before.includes(id) ? before : [...before, id]));
    };
    return {
      shown,
      showTab,
      given,
      handOver(id, column) {
        if (id === "verify") setToClean(null);
        setGiven((before) => ({ ...before, [id]: { ...column } }));
        showTab(id);
        focusPage();
      },
      toClean,
      clean(list) {
        setToClean(list);
        showTab("verify");
        focusPage();
      },
    };
  }, [shown, given, toClean]);
  return (
    <>
      <NavigationContext.Provider value={navigation}>
        <main>
          <h1 class="unseen">Sheetscout</h1>
          <TabList tabs={tabs} shown={shown} onShow={navigation.showTab} />
          {tabs.map((tab) => (
            <div
              key={tab.id}
              role="tabpanel"
              id={pageId(tab.id)}
              aria-labelledby={tabId(tab.id)}
              tabIndex={-1}
              hidden={tab.id !== shown}
              class="page"
            >
              {/* Tabs that the user leaves keep what was typed into them. */}
              {visited.includes(tab.id) && <Page tab={tab} />}
            </div>
          ))}
        </main>
      </NavigationContext.Provider>
      <LiveRegion />
    </>
  );
}
