import { render } from "preact";
import { account } from "./account";
import { createCallServer } from "./server";
import { SessionProvider } from "./session";
import { settings } from "./settings";
import { Shell } from "./shell";
import { FetchedPage } from "./shell/fetched-page";
import type { Tab } from "./shell/navigation";
import { wearTheme } from "./theme";
import "./base.css";

/** The tabs in their order. The pages of the first three are large, and fetched when they are opened. */
const TABS: readonly Tab[] = [
  { id: "verify", label: "Verify", icon: "good", needsKey: true, Page: () => <FetchedPage name="verify" /> },
  {
    id: "find-emails",
    label: "Find emails",
    icon: "envelope",
    needsKey: true,
    Page: () => <FetchedPage name="find-emails" />,
  },
  {
    id: "companies",
    label: "Companies",
    icon: "building",
    needsKey: true,
    Page: () => <FetchedPage name="companies" />,
  },
  account,
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
