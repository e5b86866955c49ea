import type { MenuItem } from "../../apps-script/host-document";
import { make } from "./elements";
import { type MenuEntry, openMenu } from "./menu";

interface MenuActions {
  /** Runs a function of the script. */
  run(functionName: string): void;
  help(): void;
}

/** The menu bar with the Extensions menu, which holds the add-on's menu and, as on Google, a Help entry below it. */
export function showMenuBar(
  bar: HTMLElement,
  addonName: string,
  menus: readonly MenuItem[],
  actions: MenuActions,
): void {
  const button = make("button", {
    type: "button",
    className: "menu-bar-button",
    textContent: "Extensions",
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
    const entries = extensionsMenu(addonName, menus, actions);
    openMenu({ entries, anchor: button, side: "below", closeAll, closeThis: closeAll });
  };
  button.addEventListener("click", open);
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
  });
  bar.replaceChildren(button);
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
  const separated: MenuEntry[] = entries.length > 0 ? ["separator"] : [];
  return [{ caption: own?.caption || addonName, entries: [...entries, ...separated, help] }, ...others.map(toEntry)];
}
