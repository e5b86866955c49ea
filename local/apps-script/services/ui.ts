import { askConsent } from "../consent";
import type { DocumentState } from "../document-state";
import type { Execution } from "../execution";
import type { MenuItem, UiEvent } from "../host-document";
import type { ServiceCalls } from "../host-state";

function documentOf(execution: Execution): DocumentState {
  if (execution.document === null) throw new Error("No document, so no user interface.");
  return execution.document;
}

/** Tells the person in the tab from which they have started the script. */
function tellTab(execution: Execution, event: UiEvent): void {
  const { user, tab } = execution;
  documentOf(execution).tell(user, tab === undefined ? event : { ...event, tab });
}

export const uiCalls: ServiceCalls = {
  "Ui.addMenu": (_state, execution, menu: MenuItem) => {
    const document = documentOf(execution);
    const person = document.person(execution.user);
    person.menus = [...person.menus.filter(({ caption }) => caption !== menu.caption), menu];
    document.tell(execution.user, { type: "menus", menus: person.menus });
  },
  /** One sidebar at a time in a tab: opening one replaces the other (google.sidebar). */
  "Ui.showSidebar": (_state, execution, title: string, html: string) => {
    const document = documentOf(execution);
    const person = document.person(execution.user);
    const before = person.sidebarIds.get(execution.tab ?? "");
    if (before !== undefined) tellTab(execution, { type: "sidebarClosed", id: before });
    const id = document.newPageId();
    person.sidebarIds.set(execution.tab ?? "", id);
    tellTab(execution, { type: "sidebar", id, title, html });
  },
  "Ui.showDialog": (_state, execution, page: Omit<Extract<UiEvent, { type: "dialog" }>, "type" | "id">) => {
    const document = documentOf(execution);
    const person = document.person(execution.user);
    const id = document.newPageId();
    person.dialogIds.set(execution.tab ?? "", id);
    tellTab(execution, { type: "dialog", id, ...page });
  },
  /** Suspends the script until answered; its locks do not survive that (google.alert). */
  "Ui.alert": (state, execution, question: Omit<Extract<UiEvent, { type: "alert" }>, "type" | "id">) => {
    const document = documentOf(execution);
    const id = document.newPageId();
    state.locks.releaseAll(execution);
    return state.clock.park((wake) => {
      document.person(execution.user).questions.set(id, wake);
      tellTab(execution, { type: "alert", id, ...question });
    });
  },
  "Spreadsheet.toast": (_state, execution, message: string, title: string, seconds: number) => {
    // Of a trigger nobody sees anything.
    if (execution.entryPoint !== "trigger") tellTab(execution, { type: "toast", message, title, seconds });
  },
  "ScriptApp.askConsent": (state) => askConsent(state),
};
