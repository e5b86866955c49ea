import type { UiEvent } from "../../apps-script/host-document";
import { columnName } from "../../apps-script/sheet/a1";
import type { FunctionHelp, PageMessage, ServerMessage } from "../messages";
import { markCellsWithNotes, showCellNotes } from "./cell-notes";
import { drawCharts } from "./charts";
import { drawConditionalFormats } from "./conditional-formats";
import { connect } from "./connection";
import { ask, askFilter, askPermissions, BUTTON_SETS, showToast } from "./dialogs";
import { byId } from "./elements";
import { createExecutions } from "./executions";
import { chooseFile, downloadSheet } from "./files";
import { endFinishedFormulas, offerFunctions } from "./formula-typing";
import { createFrames } from "./frames";
import { fillNameBox, reportSelection, select, selectedColumn, startGrid, whenDrawn } from "./grid";
import { showMenuBar } from "./menu-bar";
import { synchronise } from "./sync";
import { createTriggers } from "./triggers";
import "./page.css";
import "./menu.css";
import "./overlays.css";

const MESSAGE_SECONDS = 8;

const grid = startGrid("grid");
const connection = connect(receive, (isOpen) => {
  if (!isOpen) frames.loseCalls();
  byId("connection-state").textContent = isOpen
    ? ""
    : "Not connected: start the workbench again with npm start. What you type is kept and sent then.";
});
const workbook = synchronise(grid, connection.send, (message) => showToast(message, "", MESSAGE_SECONDS));
const executions = createExecutions(() => connection.send({ type: "executions" }));
const triggers = createTriggers(
  () => connection.send({ type: "triggers" }),
  (uid) => connection.send({ type: "runTrigger", uid }),
  () => connection.send({ type: "forward" }),
);
const frames = createFrames({
  send: connection.send,
  focusGrid: () => byId("grid").querySelector<HTMLElement>("[contenteditable]")?.focus(),
});
const reportSelected = reportSelection(grid, connection.send);
// For people in the browser's console, under the name Univer's documentation uses.
Object.assign(globalThis, { univerAPI: grid.api });
let addonName = "Add-on";
let functions: FunctionHelp[] = [];
let canStartOver = false;
let subtitle = "";
let isGoogleSpeed = false;
let isShown = false;
let showFormats: ReturnType<typeof drawConditionalFormats>;
let showCharts: ReturnType<typeof drawCharts>;

function receive(message: ServerMessage): void {
  switch (message.type) {
    case "welcome":
      addonName = message.wording.addonName;
      document.title = message.wording.documentName;
      byId("document-name").textContent = message.wording.documentName;
      subtitle = message.wording.subtitle;
      functions = message.functions;
      canStartOver = message.canStartOver;
      workbook.welcome(message.run);
      askOnce();
      break;
    case "googleSpeed":
      isGoogleSpeed = message.isOn;
      byId("document-subtitle").textContent = subtitle + (isGoogleSpeed ? " · At Google's speed" : "");
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
          if (selected && send({ type: "sort", ...selected, ascending })) workbook.forgetUndo();
        },
        filter: () => void filter(),
        removeFilter: () => {
          const selected = selectedColumn(grid);
          if (selected) send({ type: "removeFilter", sheetName: selected.sheetName });
        },
        openList: async () => {
          const file = await chooseFile();
          if (file) send({ type: "openList", ...file });
        },
        download: () => downloadSheet(grid, document.title),
        startOver: canStartOver ? () => void startOver() : undefined,
        executions: executions.toggle,
        triggers: triggers.toggle,
        permissions: () => send({ type: "permissions" }),
        isGoogleSpeed: () => isGoogleSpeed,
        setGoogleSpeed: (isOn) => send({ type: "googleSpeed", isOn }),
        run: (functionName) => send({ type: "clickMenu", functionName }),
        help: showDocuments,
      });
      break;
    case "permissions":
      void askPermissions(addonName, message.permissions).then((scopes) => {
        if (scopes) send({ type: "grant", scopes });
      });
      break;
    case "triggers":
      triggers.show(message.triggers);
      break;
    case "executions":
      executions.show(message.executions);
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
    fillNameBox(grid);
  });
  workbook.guardUndo();
  endFinishedFormulas(grid);
  offerFunctions(grid, functions);
  showCellNotes(grid);
  markCellsWithNotes(grid);
  showFormats = drawConditionalFormats(grid);
  showCharts = drawCharts(grid);
}

/** The address that scripts name for the consent screen shows it as soon as the page is connected. */
let isToAsk = new URLSearchParams(location.search).has("permissions");
function askOnce(): void {
  if (isToAsk) connection.send({ type: "permissions" });
  isToAsk = false;
}

/** For actions of a person: without a connection they learn that nothing was done. */
function send(message: PageMessage): boolean {
  const isSent = connection.send(message);
  if (!isSent) showToast("This was not done: the workbench is not connected.", "", MESSAGE_SECONDS);
  return isSent;
}

async function filter(): Promise<void> {
  const selected = selectedColumn(grid);
  const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
  if (!selected || !sheet) return;
  const first = sheet.getSheet().getFreeze().ySplit;
  const rows = sheet.getDataRange().getHeight() - first;
  if (rows < 1) return showToast("There is nothing to filter in this sheet.", "", MESSAGE_SECONDS);
  const shown = sheet
    .getRange(first, selected.column - 1, rows, 1)
    .getDisplayValues()
    .flat();
  const texts = [...new Set(shown)].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
  const hidden = await askFilter(columnName(selected.column), texts);
  if (hidden) send({ type: "filter", ...selected, hidden });
}

async function startOver(): Promise<void> {
  const { button } = await ask({
    title: "Start over?",
    message:
      "All sheets of the workbench go, with what has been typed, and the sandbox forgets what was spent and bought. This cannot be undone.",
    buttons: { OK: "Start over", CANCEL: "Cancel" },
    input: false,
  });
  if (button === "OK") send({ type: "startOver" });
}

/** On Google, this entry shows the add-on's page in the Marketplace. */
function showDocuments(): void {
  window.open("/help", "_blank", "noopener");
}
