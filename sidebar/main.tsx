import { render } from "preact";
import { createCallServer } from "./server";
import { SessionProvider } from "./session";
import { settings } from "./settings";
import { wearTheme } from "./settings/options";
import { Shell } from "./shell";
import type { Tab } from "./shell/navigation";
import "./base.css";

/** All pages but the last are large, so they are fetched when they are opened. */
const TABS: readonly Tab[] = [
  { id: "verify", label: "Verify", icon: "good", needsKey: true },
  { id: "find-emails", label: "Emails", icon: "envelope", needsKey: true },
  { id: "enrich", label: "Details", icon: "details", needsKey: true },
  { id: "companies", label: "Companies", icon: "building", needsKey: true },
  { id: "account", label: "Account", icon: "person", needsKey: false },
  settings,
];

const root = document.getElementById("app");
// The server names tab and theme in the page it sends (data-tab, data-theme).
wearTheme(root?.dataset.theme);
if (root) {
  render(
    <SessionProvider call={createCallServer(google.script.run)}>
      <Shell tabs={TABS} opened={root.dataset.tab} />
    </SessionProvider>,
    root,
  );
}
