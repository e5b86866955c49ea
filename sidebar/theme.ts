import type { Theme } from "../src/settings/options";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
let worn: Theme = "sheet";

/** Sheets is light on Google; the workbench, which marks its pages, goes with the system. */
function sheetIsDark(): boolean {
  return document.documentElement.dataset.sheet === "system" && systemIsDark.matches;
}

function wear(): void {
  document.documentElement.classList.toggle("dark", worn === "dark" || (worn === "sheet" && sheetIsDark()));
}

systemIsDark.addEventListener("change", wear);

/**
 * Sets the page's colours.
 * @param theme anything but a theme counts as that of the sheet
 */
export function wearTheme(theme: string | undefined): void {
  worn = theme === "dark" || theme === "light" ? theme : "sheet";
  wear();
}
