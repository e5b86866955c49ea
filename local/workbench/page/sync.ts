import { CustomCommandExecutionError, IUndoRedoService, type IWorkbookData, UndoCommand } from "@univerjs/core";
import { MOVES_CELLS, type PageMessage, type ServerMessage, SHARED, type SharedMutation } from "../messages";
import type { Grid } from "./grid";

type Incoming = Extract<ServerMessage, { type: "workbook" | "mutation" }>;

/** Another tab, a menu or a script: Univer knows nothing of it that it could undo. */
const NOT_OURS =
  "The last change was made by a script, by a menu or in another tab. Google undoes that too; the workbench cannot.";
const NOTHING_LEFT = "There is nothing left to undo. What was done before rows or columns moved cannot be undone here.";

/**
 * Shows the server's workbook in the grid, and sends the server what people do in it. Without a connection it is kept,
 * and sent when there is one again.
 * @param send returns true if the message is on its way
 * @param tell says something to the person
 */
export function synchronise(grid: Grid, send: (message: PageMessage) => boolean, tell: (message: string) => void) {
  let run = "";
  /** Mutations made without a connection, and the version they were made to; 0 when that was another start's. */
  let unsent: { base: number; mutations: SharedMutation[] } | undefined;
  let isLastOurs = true;
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
        if (!send({ type: "mutations", base: version, mutations: outgoing })) {
          unsent ??= { base: version, mutations: [] };
          unsent.mutations.push(...outgoing);
        }
        outgoing = [];
      });
    outgoing.push({ id, params });
    isLastOurs = true;
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

  addEventListener("beforeunload", (event) => {
    if (unsent) event.preventDefault();
  });
  return {
    /** A connection has been made to this start of the workbench; its workbook comes next. */
    welcome(current: string): void {
      if (unsent && current !== run) unsent.base = 0;
      run = current;
    },
    receive(message: Incoming): void {
      version = message.version;
      if (message.type === "workbook") {
        replaceWorkbook(message);
        // One version late, so that the server shows it here again: the workbook has come without it.
        const kept = unsent;
        if (kept && send({ type: "mutations", base: kept.base || version - 1, mutations: kept.mutations }))
          unsent = undefined;
      } else {
        apply(message.mutation);
        if (!message.isOwn && !message.mutation.options?.fromFormula) isLastOurs = false;
        if (MOVES_CELLS.test(message.mutation.id)) forgetUndo();
      }
    },
    /** Says so instead of undoing something else when Ctrl+Z cannot undo the last change. To be called once a workbook is open. */
    guardUndo(): void {
      const undo = grid.get<IUndoRedoService>(IUndoRedoService);
      grid.commands.beforeCommandExecuted(({ id }) => {
        if (id !== UndoCommand.id) return;
        const problem = isLastOurs ? (undo.pitchTopUndoElement() ? "" : NOTHING_LEFT) : NOT_OURS;
        if (problem === "") return;
        tell(problem);
        throw new CustomCommandExecutionError("Not undone.");
      });
    },
    forgetUndo,
  };
}
