import type { FrameLocator, Locator } from "playwright-core";
import { openSidebar, type WorkbenchWorld } from "./workbench-world";

/** Opens the companies page from the menu; its searches may still have to come. */
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

/** Reads the search as JSON from the same field. */
export async function searchAsJson(sidebar: FrameLocator): Promise<unknown> {
  await foldOf(sidebar, "The whole search").click();
  return JSON.parse(await sidebar.getByLabel("Filters", { exact: true }).inputValue());
}

/** Every company of the sandbox: 200, on 8 pages. */
export const ALL_COMPANIES = { company_headcount_custom: { min: 1 } };

/** Presses Preview and waits for what it finds. */
export async function preview(sidebar: FrameLocator): Promise<void> {
  await sidebar.getByRole("button", { name: "Preview" }).click();
  await sidebar.getByRole("heading", { name: "Put them into a sheet" }).waitFor();
}

/** Opens the companies page with what a search finds. */
export async function openPreview(world: WorkbenchWorld, filters: object): Promise<FrameLocator> {
  const sidebar = await openCompanies(world);
  await pasteSearch(sidebar, filters);
  await preview(sidebar);
  return sidebar;
}
