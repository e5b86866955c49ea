import type { MenuItem } from "../../host-document";
import { MESSAGES } from "../../messages";
import { isNothing, wrongSignature } from "../arguments";
import { call, exception, info } from "../bridge";
import type { HtmlOutput } from "../html-service";
import { javaEnum } from "../java-enum";
import { requirePermission } from "../permissions";

const Button = javaEnum(["CLOSE", "OK", "CANCEL", "YES", "NO"]);
const ButtonSet = javaEnum(["OK", "OK_CANCEL", "YES_NO", "YES_NO_CANCEL"]);

/** The size of a dialog whose page names none. */
const DEFAULT_DIALOG_PX = { width: 600, height: 400 };

export class Menu {
  readonly #caption: string;
  readonly #items: MenuItem[] = [];

  constructor(caption: string) {
    this.#caption = caption;
  }
  addItem(caption: string, functionName: string): this {
    if (typeof functionName !== "string") throw wrongSignature("Menu.addItem", [caption, functionName]);
    this.#items.push({ caption: String(caption), functionName: String(functionName) });
    return this;
  }
  addSeparator(): this {
    this.#items.push({ caption: "", separator: true });
    return this;
  }
  addSubMenu(menu: Menu): this {
    this.#items.push(menu.plain());
    return this;
  }
  addToUi(): null {
    call("Ui.addMenu", this.plain());
    return null;
  }
  /** @internal */
  plain(): MenuItem {
    return { caption: this.#caption, items: this.#items };
  }
}

interface Question {
  title: string;
  prompt: string;
  buttons: string;
  input: boolean;
}

/** `(prompt)`, `(prompt, buttons)` or `(title, prompt, buttons)`. */
function question(args: unknown[], input: boolean): Question {
  const buttons = args.find((arg) => Object.values(ButtonSet).includes(arg as never)) ?? ButtonSet.OK;
  const texts = args.filter((arg) => typeof arg === "string" || typeof arg === "number").map(String);
  const [title, prompt] = texts.length > 1 ? texts : ["", texts[0]];
  return { title: title ?? "", prompt: prompt ?? "", buttons: String(buttons), input };
}

function ask(asked: Question): { button: string; text: string } {
  requirePermission("showPage", `Ui.${asked.input ? "prompt" : "alert"}`);
  return call("Ui.alert", asked);
}

function page(html: HtmlOutput, title: unknown, modal: boolean) {
  if (isNothing(title)) throw wrongSignature(`Ui.${modal ? "showModalDialog" : "showModelessDialog"}`, [html]);
  return {
    title: String(title),
    html: html.getContent(),
    modal,
    widthPx: html.getWidth() ?? DEFAULT_DIALOG_PX.width,
    heightPx: html.getHeight() ?? DEFAULT_DIALOG_PX.height,
  };
}

const ui = {
  toString: () => "Ui",
  Button,
  ButtonSet,
  createMenu: (caption: unknown) => new Menu(String(caption)),
  createAddonMenu: () => new Menu(info().projectTitle),
  showSidebar(html: HtmlOutput): null {
    requirePermission("showPage", "Ui.showSidebar");
    call("Ui.showSidebar", html.getTitle(), html.getContent());
    return null;
  },
  showModalDialog(html: HtmlOutput, title: unknown): null {
    requirePermission("showPage", "Ui.showModalDialog");
    call("Ui.showDialog", page(html, title, true));
    return null;
  },
  showModelessDialog(html: HtmlOutput, title: unknown): null {
    requirePermission("showPage", "Ui.showModelessDialog");
    call("Ui.showDialog", page(html, title, false));
    return null;
  },
  alert: (...args: unknown[]) => Button[ask(question(args, false)).button],
  prompt(...args: unknown[]) {
    const answer = ask(question(args, true));
    return { getSelectedButton: () => Button[answer.button], getResponseText: () => answer.text };
  },
};

/** Only where a person sees the document: never in a cell, a trigger or the editor of a standalone project. */
export function getUi(): typeof ui {
  if (!info().hasUi) throw exception(MESSAGES.noUi());
  return ui;
}
