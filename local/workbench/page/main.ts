import type { UiEvent } from "../../apps-script/host-document";
import { columnName } from "../../apps-script/sheet/a1";
import type { FunctionHelp, ServerMessage } from "../messages";
import { markCellsWithNotes } from "./cell-marks";
import { showCellNotes } from "./cell-note";
import { drawCharts } from "./charts";
import { drawConditionalFormats } from "./conditional-formats";
import { connect } from "./connection";
import { ask, BUTTON_SETS } from "./dialogs";
import { byId } from "./elements";
import { createFrames } from "./frames";
import { offerFunctions } from "./function-help";
import { startGrid, whenDrawn } from "./grid";
import { showMenuBar } from "./menu-bar";
import { reportSelection, select, selectedColumn } from "./selection";
import { synchronise } from "./sync";
import { showToast } from "./toasts";
import "./page.css";
import "./menu.css";
import "./overlays.css";

const grid = startGrid("grid");
const connection = connect(receive, (isOpen) => {
  if (!isOpen) frames.loseCalls();
  byId("connection-state").textContent = isOpen ? "" : "Not connected: start the workbench again with npm start.";
});
const workbook = synchronise(grid, connection.send);
const frames = createFrames({
  send: connection.send,
  focusGrid: () => byId("grid").querySelector<HTMLElement>("[contenteditable]")?.focus(),
});
const reportSelected = reportSelection(grid, connection.send);
// For people in the browser's console, under the name Univer's documentation uses.
Object.assign(globalThis, { univerAPI: grid.api });
let addonName = "Add-on";
let functions: FunctionHelp[] = [];
let isShown = false;
let showFormats: ReturnType<typeof drawConditionalFormats>;
let showCharts: ReturnType<typeof drawCharts>;

function receive(message: ServerMessage): void {
  switch (message.type) {
    case "welcome":
      addonName = message.wording.addonName;
      document.title = message.wording.documentName;
      byId("document-name").textContent = message.wording.documentName;
      byId("document-subtitle").textContent = message.wording.subtitle;
      functions = message.functions;
      break;
    case "workbook":
      workbook.receive(message);
      if (!isShown) prepareGrid();
      reportSelected();
      break;
    case "mutation":
      workbook.receive(message);
      break;
    case "extras":
      showFormats(message.formats);
      showCharts(message.charts);
      break;
    case "menus":
      showMenuBar(byId("menu-bar"), addonName, message.menus, {
        selectedColumn: () => columnName(selectedColumn(grid)?.column ?? 1),
        sort: (ascending) => {
          const selected = selectedColumn(grid);
          if (selected && connection.send({ type: "sort", ...selected, ascending })) workbook.forgetUndo();
        },
        run: (functionName) => connection.send({ type: "clickMenu", functionName }),
        help: () => explainHelp(),
      });
      break;
    case "ui":
      showEvent(message.event);
      break;
    case "frame":
      frames.open(message);
      break;
    case "frameClosed":
      frames.close(message.kind);
      break;
    case "answer":
    case "failure":
      frames.answer(message);
      break;
    case "activate":
      select(grid, message.sheetName, message.areas);
      break;
    case "refused":
      void ask({ title: "There was a problem", message: message.message, buttons: { OK: "OK" }, input: false });
      break;
    case "scriptError":
      void ask({ title: "The script has failed", message: message.message, buttons: { OK: "OK" }, input: false });
      break;
  }
}

function showEvent(event: Extract<UiEvent, { type: "toast" | "alert" }>): void {
  if (event.type === "toast") showToast(event.message, event.title, event.seconds);
  else
    void ask({
      title: event.title,
      message: event.prompt,
      buttons: BUTTON_SETS[event.buttons] ?? { OK: "OK" },
      input: event.input,
    }).then(({ button, text }) => connection.send({ type: "reply", id: event.id, button, text }));
}

/** Univer makes its services when the first workbook opens, not before, and can be typed into when it is drawn. */
function prepareGrid(): void {
  isShown = true;
  whenDrawn(grid, () => {
    document.body.dataset.ready = "true";
    byId("opening").remove();
  });
  offerFunctions(grid, functions);
  showCellNotes(grid);
  markCellsWithNotes(grid);
  showFormats = drawConditionalFormats(grid);
  showCharts = drawCharts(grid);
}

function explainHelp(): void {
  void ask({
    title: addonName,
    message: "On Google, this entry shows the add-on's page in the Marketplace.",
    buttons: { OK: "OK" },
    input: false,
  });
}
