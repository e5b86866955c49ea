import type { FrameLocator, Locator } from "playwright-core";
import { openSidebar, type WorkbenchWorld } from "./workbench-world";

/** Opens the companies page from the menu, with its searches read. */
export async function openCompanies(world: WorkbenchWorld): Promise<FrameLocator> {
  const sidebar = await openSidebar(world, "Find companies");
  await sidebar.getByRole("heading", { name: "Find companies" }).waitFor();
  return sidebar;
}

/** The line of a folded part, by the beginning of its text. */
export const foldOf = (sidebar: FrameLocator, label: string): Locator =>
  sidebar.locator("summary", { hasText: new RegExp(`^${label}`) }).first();

/** Gives a search as JSON, as a person pastes it. */
export async function pasteSearch(sidebar: FrameLocator, filters: object): Promise<void> {
  await foldOf(sidebar, "The whole search").click();
  await sidebar.getByLabel("Filters", { exact: true }).fill(JSON.stringify(filters));
  await foldOf(sidebar, "The whole search").click();
}

/** Every company of the sandbox: 200, on 8 pages. */
export const ALL_COMPANIES = { company_headcount_custom: { min: 1 } };

/** Presses Preview and waits for what it finds. */
export async function preview(sidebar: FrameLocator): Promise<void> {
  await sidebar.getByRole("button", { name: "Preview" }).click();
  await sidebar.getByRole("heading", { name: "Put them into a sheet" }).waitFor();
}
