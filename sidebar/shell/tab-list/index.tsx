import { useRef } from "preact/hooks";
import type { SidebarTab } from "../../../src/settings/sidebar-tab";
import { Icon, type IconName } from "../../controls/icon";
import type { Tab } from "../tab";
import "./style.css";

/** More labels do not stand side by side in 300 px. */
const MAX_LABELS = 3;

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

const IconTab = ({ icon, label }: { icon: IconName; label: string }) => (
  <>
    <Icon name={icon} />
    <span class="unseen">{label}</span>
  </>
);

/** The row of tabs: one stop for the Tab key, arrows move inside it and show the tab at once. */
export function TabList({ tabs, shown, onShow }: TabListProps) {
  const isNarrow = tabs.length > MAX_LABELS;
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
          title={isNarrow && icon ? label : undefined}
        >
          {isNarrow && icon ? <IconTab icon={icon} label={label} /> : label}
        </button>
      ))}
    </div>
  );
}
