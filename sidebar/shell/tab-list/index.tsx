import { useRef } from "preact/hooks";
import type { SidebarTab } from "../../../src/settings/views";
import { Icon } from "../../controls/icon";
import type { Tab } from "../tab";
import "./style.css";

interface TabListProps {
  tabs: readonly Tab[];
  shown: SidebarTab;
  onShow: (id: SidebarTab) => void;
}

export const tabId = (id: SidebarTab): string => `tab-${id}`;
export const pageId = (id: SidebarTab): string => `page-${id}`;

/** Where a key leads from the tab at `index`; `null` for keys that are not the tab list's. */
function destination(key: string, index: number, count: number): number | null {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

/** The row of tabs: one stop for the Tab key, arrows move inside it and show the tab at once. */
export function TabList({ tabs, shown, onShow }: TabListProps) {
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
