import { IUndoRedoService, type IWorkbookData } from "@univerjs/core";
import type { PageMessage, ServerMessage, SharedMutation } from "../messages";
import { MOVES_CELLS } from "../moves-cells";
import type { Grid } from "./grid";

const SHARED = /^sheet\.mutation\./;

type Incoming = Extract<ServerMessage, { type: "workbook" | "mutation" }>;

/** Shows the server's workbook in the grid, and sends the server what people do in it. */
export function synchronise(grid: Grid, send: (message: PageMessage) => void) {
  let version = 0;
  let unitId: string | undefined;
  let outgoing: SharedMutation[] = [];

  const apply = ({ id, params, options }: SharedMutation) => {
    grid.commands.syncExecuteCommand(id, params, { ...options, onlyLocal: true, fromSync: true });
  };

  grid.onMutation(({ id, params }, options) => {
    if (options.fromSync || options.onlyLocal || !SHARED.test(id)) return;
    // One action may be many mutations (rows inserted, formulas adjusted): they travel together.
    if (outgoing.length === 0)
      queueMicrotask(() => {
        send({ type: "mutations", base: version, mutations: outgoing });
        outgoing = [];
      });
    outgoing.push({ id, params });
  });

  /** Univer would undo a typed text in the place it was typed into, which is another row's by now. */
  const forgetUndo = () => {
    if (unitId !== undefined) grid.get<IUndoRedoService>(IUndoRedoService).clearUndoRedo(unitId);
  };

  const replaceWorkbook = (message: Extract<Incoming, { type: "workbook" }>) => {
    const before = grid.api.getActiveWorkbook()?.getActiveSheet();
    const shown = before && { name: before.getSheetName(), selected: before.getSelection()?.getActiveRange() };
    const a1 = shown?.selected?.getA1Notation();
    if (unitId !== undefined) grid.api.disposeUnit(unitId);
    const data = message.snapshot.data as Partial<IWorkbookData>;
    const workbook = grid.api.createWorkbook(data);
    unitId = workbook.getId();
    apply({ id: "formula.mutation.set-array-formula-data", params: message.snapshot.spilled });
    const sheet = shown && workbook.getSheetByName(shown.name);
    if (sheet) {
      workbook.setActiveSheet(sheet);
      if (a1) sheet.setActiveRange(sheet.getRange(a1));
    }
  };

  return {
    receive(message: Incoming): void {
      version = message.version;
      if (message.type === "workbook") replaceWorkbook(message);
      else {
        apply(message.mutation);
        if (MOVES_CELLS.test(message.mutation.id)) forgetUndo();
      }
    },
    forgetUndo,
  };
}
