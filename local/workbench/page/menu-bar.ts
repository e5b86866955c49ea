import type { MenuItem } from "../../apps-script/host-document";
import { make } from "./elements";
import { type MenuEntry, openMenu } from "./menu";

interface MenuActions {
  /** The name of the selected cell's column. */
  selectedColumn(): string;
  /** Sorts the sheet by the selected cell's column. */
  sort(ascending: boolean): void;
  /** Runs a function of the script. */
  run(functionName: string): void;
  help(): void;
  openList(): void;
  download(): void;
  /** Missing where it cannot be done. */
  startOver: (() => void) | undefined;
  filter(): void;
  removeFilter(): void;
  executions(): void;
  triggers(): void;
  permissions(): void;
  isGoogleSpeed(): boolean;
  setGoogleSpeed(isOn: boolean): void;
}

/** The menu bar: of Google's own menus what lists need, and the Extensions menu with the add-on's. */
export function showMenuBar(
  bar: HTMLElement,
  addonName: string,
  menus: readonly MenuItem[],
  actions: MenuActions,
): void {
  bar.replaceChildren(
    menuButton("File", () => fileMenu(actions)),
    menuButton("Data", () => dataMenu(actions)),
    menuButton("Extensions", () => extensionsMenu(addonName, menus, actions)),
  );
}

/** A button of the bar; its entries are asked for each time it opens. */
function menuButton(caption: string, entriesNow: () => MenuEntry[]): HTMLButtonElement {
  const button = make("button", {
    type: "button",
    className: "menu-bar-button",
    textContent: caption,
    attributes_: { role: "menuitem", "aria-haspopup": "menu", "aria-expanded": "false" },
  });
  let isOpen = false;
  const closeAll = () => {
    if (!isOpen) return;
    isOpen = false;
    for (const menu of document.querySelectorAll(".menu")) menu.remove();
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", closeOutside, true);
    button.focus();
  };
  const closeOutside = ({ target }: Event) => {
    const isInside = target instanceof Element && (target === button || target.closest(".menu"));
    if (!isInside) closeAll();
  };
  const open = () => {
    if (isOpen) return closeAll();
    isOpen = true;
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", closeOutside, true);
    openMenu({ entries: entriesNow(), anchor: button, side: "below", closeAll, closeThis: closeAll });
  };
  button.addEventListener("click", open);
  button.addEventListener("keydown", (event) => {
    const neighbour = { ArrowRight: button.nextElementSibling, ArrowLeft: button.previousElementSibling }[event.key];
    if (neighbour instanceof HTMLElement) neighbour.focus();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
  });
  return button;
}

function fileMenu({ openList, download, startOver }: MenuActions): MenuEntry[] {
  const entries: MenuEntry[] = [
    { caption: "Open a CSV file…", run: openList },
    { caption: "Download this sheet as CSV", run: download },
  ];
  return startOver ? [...entries, "separator", { caption: "Start over…", run: startOver }] : entries;
}

function dataMenu({ selectedColumn, sort, filter, removeFilter }: MenuActions): MenuEntry[] {
  const column = selectedColumn();
  return [
    { caption: `Sort sheet by column ${column} (A to Z)`, run: () => sort(true) },
    { caption: `Sort sheet by column ${column} (Z to A)`, run: () => sort(false) },
    "separator",
    { caption: `Filter column ${column} by values…`, run: filter },
    { caption: "Remove the filter", run: removeFilter },
  ];
}

function extensionsMenu(addonName: string, menus: readonly MenuItem[], actions: MenuActions): MenuEntry[] {
  const toEntry = ({ caption, functionName, separator, items }: MenuItem): MenuEntry => {
    if (separator) return "separator";
    if (items) return { caption, entries: items.map(toEntry) };
    return { caption, run: () => functionName !== undefined && actions.run(functionName) };
  };
  const [own, ...others] = menus;
  const entries = own?.items?.map(toEntry) ?? [];
  const help: MenuEntry = { caption: "Help", run: actions.help };
  const isOn = actions.isGoogleSpeed();
  const separated: MenuEntry[] = entries.length > 0 ? ["separator"] : [];
  return [
    { caption: own?.caption || addonName, entries: [...entries, ...separated, help] },
    ...others.map(toEntry),
    "separator",
    {
      caption: "Apps Script",
      entries: [
        { caption: "Executions", run: actions.executions },
        { caption: "Triggers", run: actions.triggers },
        { caption: "Permissions…", run: actions.permissions },
        { caption: "Google's speed", isOn, run: () => actions.setGoogleSpeed(!isOn) },
      ],
    },
  ];
}
