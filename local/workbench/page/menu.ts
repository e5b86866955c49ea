import { make } from "./elements";

export type MenuEntry =
  | "separator"
  /** `isOn`: of an entry that switches something. */
  | { caption: string; run: () => void; isOn?: boolean }
  | { caption: string; entries: MenuEntry[] };

interface MenuOptions {
  entries: MenuEntry[];
  /** The place where it opens: below a button of the menu bar, or beside an entry. */
  anchor: HTMLElement;
  side: "below" | "right";
  /** Closes every menu, before an entry acts or when the person gives up. */
  closeAll(): void;
  /** Closes this menu alone: the left arrow in a sub-menu. */
  closeThis(): void;
}

/** Opens a menu and puts the focus into it. Arrow keys, Home, End, Enter, Escape and first letters work as in any menu. */
export function openMenu({ entries, anchor, side, closeAll, closeThis }: MenuOptions): HTMLElement {
  const menu = make("div", { className: "menu", attributes_: { role: "menu" } });
  let subMenu: HTMLElement | undefined;
  const closeSubMenu = () => {
    subMenu?.remove();
    subMenu = undefined;
  };

  for (const entry of entries) {
    if (entry === "separator") {
      menu.append(make("div", { className: "menu-separator", attributes_: { role: "separator" } }));
      continue;
    }
    const item = make("button", {
      type: "button",
      className: "menu-item",
      textContent: entry.caption,
      tabIndex: -1,
      attributes_: { role: "menuitem" },
    });
    if ("isOn" in entry) {
      item.setAttribute("role", "menuitemcheckbox");
      item.setAttribute("aria-checked", String(entry.isOn));
    }
    const act = () => {
      closeSubMenu();
      if ("run" in entry) {
        closeAll();
        entry.run();
        return;
      }
      const closeThis = () => {
        closeSubMenu();
        item.focus();
      };
      subMenu = openMenu({ entries: entry.entries, anchor: item, side: "right", closeAll, closeThis });
    };
    if ("entries" in entry) item.setAttribute("aria-haspopup", "menu");
    item.addEventListener("click", act);
    item.addEventListener("pointerenter", () => {
      item.focus();
      if ("entries" in entry) act();
      else closeSubMenu();
    });
    item.addEventListener("keydown", (event) => {
      if (event.key === "ArrowRight" && "entries" in entry) act();
    });
    menu.append(item);
  }

  menu.addEventListener("keydown", (event) => {
    const handled = moveFocus(menu, event.key);
    if (event.key === "Escape") closeAll();
    else if (event.key === "ArrowLeft" && side === "right") closeThis();
    else if (event.key === "Tab") closeAll();
    else if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  });

  place(menu, anchor, side);
  return menu;
}

function place(menu: HTMLElement, anchor: HTMLElement, side: "below" | "right"): void {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const at = side === "below" ? { left, top: bottom } : { left: right, top: top - 7 };
  Object.assign(menu.style, { left: `${at.left}px`, top: `${at.top}px` });
  document.body.append(menu);
  menu.querySelector<HTMLElement>(".menu-item")?.focus();
}

function moveFocus(menu: HTMLElement, key: string): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>(".menu-item")];
  const current = items.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const startsWithKey = (item: HTMLElement) => item.textContent?.toLowerCase().startsWith(key.toLowerCase());
  const after = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  const target = key.length === 1 && key !== " " ? after.find(startsWithKey) : items[targets[key] ?? -1];
  target?.focus();
  return target !== undefined;
}
