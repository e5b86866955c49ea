import { afterAll, beforeAll, describe, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { judgeLook, PICTURES } from "./sidebar-support/judge-look";
import { openAccount, openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startWorld({ sharpness: PICTURES ? 2 : 1 });
});
afterAll(() => world.close());

interface State {
  name: string;
  /** The key that is saved before, if any. */
  key?: string;
  /** A formula of the sheet that has run with it. */
  formula?: string;
  menuItem?: "Settings";
  /** Brings the sidebar into the state. */
  act?: (sidebar: FrameLocator) => Promise<void>;
  /** A text that is seen when it is there. */
  shows: string;
}

const STATES: State[] = [
  { name: "first-run", shows: "Connect your account" },
  {
    name: "wrong-key",
    act: async (sidebar) => {
      await sidebar.getByRole("tabpanel").getByLabel("API key").fill("no-such-key");
      await sidebar.getByRole("button", { name: "Check and save" }).click();
    },
    shows: "The service refused this key.",
  },
  { name: "account", key: "sandbox-key", formula: "VERIFY_EMAIL", shows: "Formulas use your key" },
  { name: "no-credits", key: "empty-key", shows: "No credits are left." },
  {
    name: "settings",
    key: "sandbox-key",
    menuItem: "Settings",
    act: (sidebar) => sidebar.getByText("Custom rate limits").click(),
    shows: "Plan ENTERPRISE",
  },
  {
    name: "remove-key",
    key: "sandbox-key",
    menuItem: "Settings",
    act: (sidebar) => sidebar.getByRole("button", { name: "Remove key" }).click(),
    shows: "Remove the key?",
  },
];

describe("the sidebar breaks no rule of accessibility", () => {
  test.each(STATES)(
    "in the state $name, light and dark, at 200 %",
    async ({ name, key, formula, menuItem, act, shows }) => {
      await world.session.callFromSidebar(key ? "checkAndSaveKey" : "removeKey", JSON.stringify(key ? [key] : []));
      if (formula) await world.session.callFormula(formula, ["ann@acme.example"]);
      const sidebar = menuItem ? await openSidebar(world, menuItem) : await openAccount(world);
      await act?.(sidebar);
      await sidebar.getByRole("tabpanel").getByText(shows).first().waitFor();
      await judgeLook(world, sidebar, `sidebar-${name}`);
    },
  );
});
