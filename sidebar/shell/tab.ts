import type { ComponentType } from "preact";
import type { SidebarTab } from "../../src/settings/sidebar-tab";

/** What a tab's folder exports. */
export interface Tab {
  id: SidebarTab;
  label: string;
  /** Without a key such a tab leads to the first step instead of showing its page. */
  needsKey: boolean;
  Page: ComponentType;
}
