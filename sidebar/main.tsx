import { render } from "preact";
import { App } from "./app";
import "./base.css";
import { createCallServer } from "./server/client";
import { wearTheme } from "./theme";

const root = document.getElementById("app");
// The server names tab and theme in the page it sends (data-tab, data-theme).
wearTheme(root?.dataset.theme);
if (root) render(<App call={createCallServer(google.script.run)} opened={root.dataset.tab} />, root);
