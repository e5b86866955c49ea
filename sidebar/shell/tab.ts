import type { ComponentType } from "preact";
import type { SidebarTab } from "../../src/settings/views";
import type { IconName } from "../controls/icon";
/** What a tab's folder exports. */
export interface Tab {
  id: SidebarTab;
  label: string;
  /** Above the label. */
  icon: IconName;
  /** Without a key such a tab leads to the first step instead of showing its page. */
  needsKey: boolean;
  Page: ComponentType;
}
