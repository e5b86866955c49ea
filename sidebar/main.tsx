import { render } from "preact";
import { App } from "./app";
import "./base.css";
import { createCallServer } from "./server/client";

const root = document.getElementById("app");
// The server names the tab in the page it sends (data-tab).
if (root) render(<App call={createCallServer(google.script.run)} opened={root.dataset.tab} />, root);
