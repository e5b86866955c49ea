import { useMemo, useRef, useState } from "preact/hooks";
import type { SidebarTab } from "../../src/settings/views";
import { Announcer } from "./announcer";
import { type Navigation, NavigationContext } from "./navigation";
import { Page } from "./page";
import type { Tab } from "./tab";
import { pageId, TabList, tabId } from "./tab-list";
import "./style.css";

interface ShellProps {
  tabs: readonly Tab[];
  /** The tab that the menu item named; the first one when it is not there. */
  opened: string | undefined;
}

/** Tabs, the shown tab's page, and what is common to all of them. */
export function Shell({ tabs, opened }: ShellProps) {
  const first = tabs.find(({ id }) => id === opened) ?? tabs[0];
  const [shown, setShown] = useState<SidebarTab>(first?.id ?? "settings");
  const [visited, setVisited] = useState<readonly SidebarTab[]>([shown]);
  const main = useRef<HTMLElement>(null);
  const latest = useRef(shown);
  latest.current = shown;
  const [given, setGiven] = useState<Navigation["given"]>({});
  const navigation = useMemo<Navigation>(() => {
    const showTab = (id: SidebarTab): void => {
      setShown(id);
      setVisited((before) => (before.includes(id) ? before : [...before, id]));
    };
    // The page is drawn anew first: what would take the focus away happens then.
    const focusPage = (): void => {
      setTimeout(() => main.current?.querySelector<HTMLElement>(`#${pageId(latest.current)}`)?.focus());
    };
    return {
      showTab,
      focusPage,
      given,
      handOver(id, column) {
        setGiven((before) => ({ ...before, [id]: { ...column } }));
        showTab(id);
        focusPage();
      },
    };
  }, [given]);
  return (
    <Announcer>
      <NavigationContext.Provider value={navigation}>
        <main ref={main}>
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
              {/* Left tabs stay as they are, with what was typed into them. */}
              {visited.includes(tab.id) && <Page tab={tab} />}
            </div>
          ))}
        </main>
      </NavigationContext.Provider>
    </Announcer>
  );
}
