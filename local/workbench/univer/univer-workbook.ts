import { type ICellData, type IMutationInfo, mergeWorksheetSnapshotWithDefault } from "@univerjs/core";
import { SetArrayFormulaDataMutation } from "@univerjs/engine-formula";
import { InsertSheetMutation, SetRangeCustomMetadataCommand, SetRangeValuesMutation } from "@univerjs/sheets";
import type { CustomFunctions } from "../../apps-script/formulas/custom-functions";
import type { Area } from "../../apps-script/workbook/cell";
import { type Actor, type Change, type Dimension, isStructural } from "../../apps-script/workbook/change";
import type { ChangeListener, Selection, SheetInfo, Workbook } from "../../apps-script/workbook/workbook";
import { SHARED, type SharedMutation, type WorkbookSnapshot } from "../messages";
import { applyChange } from "./apply-change";
import { watchCalculation } from "./calculation";
import { extrasOf } from "./cell-values";
import { installCustomFunctions } from "./custom-functions";
import { type Engine, startEngine } from "./engine";
import { readFilter, rowsHiddenByHand, tellFormulasOfFilters } from "./filters";
import { createFormulaKeys } from "./formula-keys";
import { evaluateIfLazily } from "./lazy-if";
import { changesOf } from "./mutation-changes";
import { type SheetContent, sheetData } from "./new-workbook";
import { cellReader } from "./read-cells";
import { gidOf, sheetByGid } from "./sheet-ids";
import { evaluateUnfinished, trackFormulas } from "./track-formulas";

/**
 * Keeps the notes of `#ERROR!` cells in the cells themselves, so that they move with them and pages can show them. They
 * are written between calculations: the engine must not be changed while it computes.
 */
export function createErrorNotes(engine: Engine) {
  const waiting = new Map<string, { sheetId: string; row: number; column: number; note: string | undefined }>();
  return {
    note(sheetId: string, row: number, column: number, note: string | undefined): void {
      waiting.set(`${sheetId}!${row},${column}`, { sheetId, row, column, note });
    },
    /** Writes the notes that have changed since the last time. */
    write(): void {
      const bySheet = new Map<string, Record<number, Record<number, ICellData>>>();
      for (const { sheetId, row, column, note } of waiting.values()) {
        const data = engine.model.getSheetBySheetId(sheetId)?.getCellMatrix().getValue(row, column);
        if (!data || extrasOf(data).error === note) continue;
        const cells = bySheet.get(sheetId) ?? {};
        bySheet.set(sheetId, cells);
        cells[row] ??= {};
        (cells[row] as Record<number, ICellData>)[column] = { custom: { ...extrasOf(data), error: note } };
      }
      waiting.clear();
      for (const [subUnitId, cellValue] of bySheet)
        engine.run(
          SetRangeValuesMutation.id,
          { unitId: engine.unitId, subUnitId, cellValue, trigger: SetRangeCustomMetadataCommand.id },
          { onlyLocal: true, fromFormula: true },
        );
    },
  };
}

export { newWorkbook, putFirst, sheetsIn } from "./new-workbook";

/** The one workbook of the workbench: Univer without a page, shown by any number of pages. */
export interface UniverWorkbook extends Workbook {
  /** Puts a new sheet with all its cells before the others, in one mutation. */
  addFirst(content: SheetContent, by: Actor): void;
  /** Everything as it is now. Write it down at once: it changes with the workbook. */
  snapshot(): WorkbookSnapshot;
  /** Carries out what somebody did in a page. `origin` comes back with `onMutation`; `check` may throw before anything is done. */
  applyMutations(
    mutations: readonly SharedMutation[],
    by: Actor,
    origin: unknown,
    check?: (changes: readonly Change[]) => void,
  ): void;
  /** Every mutation a page must carry out to show the same, with the origin of those a page has sent. */
  onMutation(listener: (mutation: SharedMutation, origin: unknown) => void): () => void;
  /** Keeps a person's selection in a page, for scripts; other pages do not get it. */
  selectedInPage(user: string, selection: Selection): void;
  /** Tells when a script selects something: pages show it. */
  onSelect(listener: (selection: Selection) => void): () => void;
}

/**
 * Opens a workbook from a snapshot, or from the data of a new one. One at a time: Univer keeps parsed formulas, and with
 * them the custom functions they call, for the whole process until the workbook is closed.
 */
export function createUniverWorkbook(opened: WorkbookSnapshot): UniverWorkbook {
  const engine = startEngine(opened.data);
  if (Object.keys(opened.spilled).length > 0)
    engine.run(SetArrayFormulaDataMutation.id, opened.spilled, { onlyLocal: true });
  const changeListeners = new Set<ChangeListener>();
  const mutationListeners = new Set<(mutation: SharedMutation, origin: unknown) => void>();
  const selectListeners = new Set<(selection: Selection) => void>();
  const selections = new Map<string, Selection>();
  let functions: CustomFunctions | undefined;
  let stopFunctions: (() => void) | undefined;
  let origin: unknown;
  let isClosed = false;

  const tell = (changes: readonly Change[], by: Actor) => {
    for (const listener of changeListeners) listener(changes, by);
  };
  evaluateIfLazily(engine);
  tellFormulasOfFilters(engine);
  const keys = createFormulaKeys((key) => functions?.forget(key));
  const errorNotes = createErrorNotes(engine);
  const formulas = trackFormulas(engine, keys);
  const calculation = watchCalculation(engine, () => {
    errorNotes.write();
    tell([], { kind: "formulas" });
  });
  const stopMutations = engine.onMutation(({ id, params }, options) => {
    if (!SHARED.test(id) && id !== SetArrayFormulaDataMutation.id) return;
    const { fromFormula, applyFormulaCalculationResult, remove } = options;
    const mutation = { id, params, options: { fromFormula, applyFormulaCalculationResult, remove } };
    for (const listener of mutationListeners) listener(mutation, origin);
  });
  const reader = (sheetId: number) => cellReader(engine, sheetByGid(engine.model, sheetId));

  return {
    sheets: () => engine.model.getSheets().map(sheetInfo),
    read: (sheetId, area) => reader(sheetId).cells(area),
    readStyles: (sheetId, area) => reader(sheetId).styles(area),
    readNotes: (sheetId, area) => reader(sheetId).notes(area),
    extent: (sheetId) => reader(sheetId).extent(),
    hidden: (sheetId, dimension) => hiddenBands(sheetId, dimension),
    filter: (sheetId) => readFilter(sheetByGid(engine.model, sheetId)),
    size: (sheetId, dimension, index) => {
      const sheet = sheetByGid(engine.model, sheetId);
      return dimension === "rows" ? sheet.getRowHeight(index - 1) : sheet.getColumnWidth(index - 1);
    },
    apply: (changes, by) => {
      for (const change of changes)
        formulas.during(isStructural(change) ? "adjusting" : "typing", () => applyChange(engine, change), change);
      tell(changes, by);
    },
    applyMutations: (mutations, by, from, check) => {
      const changes = mutations.flatMap((mutation) => changesOf(mutation as IMutationInfo<object>, engine.model));
      // Texts written while rows or columns move are formulas adjusted and cells moved, not typed.
      if (!changes.some(isStructural)) check?.(changes);
      origin = from;
      try {
        formulas.during(changes.some(isStructural) ? "adjusting" : "typing", () => {
          for (const { id, params } of mutations) if (SHARED.test(id)) engine.run(id, params);
        });
      } finally {
        origin = undefined;
      }
      tell(changes, by);
    },
    addFirst: (content, by) => {
      const taken = new Set(engine.model.getSheets().map((sheet) => gidOf(sheet.getSheetId())));
      let sheetId = taken.size;
      while (taken.has(sheetId)) sheetId++;
      const data = mergeWorksheetSnapshotWithDefault(sheetData(String(sheetId), content));
      const insert = { unitId: engine.unitId, index: 0, sheet: data };
      formulas.during("adjusting", () => engine.run(InsertSheetMutation.id, insert));
      const { name, rowCount: rows, columnCount: columns } = data;
      tell([{ type: "addSheet", sheetId, name, index: 0, rows, columns }], by);
    },
    settle: () => calculation.settle(),
    selection: (user) => selections.get(user) ?? firstCell(),
    select: (user, selection) => {
      selections.set(user, selection);
      for (const listener of selectListeners) listener(selection);
    },
    selectedInPage: (user, selection) => {
      selections.set(user, selection);
    },
    onSelect: (listener) => {
      selectListeners.add(listener);
      return () => selectListeners.delete(listener);
    },
    onChange: (listener) => {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onMutation: (listener) => {
      mutationListeners.add(listener);
      return () => mutationListeners.delete(listener);
    },
    useCustomFunctions: (custom) => {
      functions = custom;
      stopFunctions = installCustomFunctions(engine, custom, {
        keys,
        noteError: errorNotes.note,
        settle: calculation.settle,
      });
      evaluateUnfinished(engine);
    },
    snapshot: () => ({
      data: engine.model.getSnapshot(),
      spilled: {
        arrayFormulaRange: engine.formulas.getArrayFormulaRange(),
        arrayFormulaCellData: engine.formulas.getArrayFormulaCellData(),
      },
    }),
    close: () => {
      if (isClosed) return;
      isClosed = true;
      stopFunctions?.();
      stopMutations();
      formulas.close();
      calculation.close();
      engine.close();
    },
  };

  function sheetInfo(sheet: ReturnType<typeof sheetByGid>): SheetInfo {
    const { hidden, freeze } = sheet.getConfig();
    return {
      sheetId: gidOf(sheet.getSheetId()),
      name: sheet.getName(),
      rows: sheet.getRowCount(),
      columns: sheet.getColumnCount(),
      hidden: hidden === 1,
      frozenRows: freeze.ySplit,
      frozenColumns: freeze.xSplit,
    };
  }

  function hiddenBands(sheetId: number, dimension: Dimension): Set<number> {
    const sheet = sheetByGid(engine.model, sheetId);
    if (dimension === "rows") return rowsHiddenByHand(sheet);
    const columns = Object.entries(sheet.getConfig().columnData);
    return new Set(columns.filter(([, column]) => column?.hd === 1).map(([index]) => Number(index) + 1));
  }

  function firstCell(): Selection {
    const sheet = engine.model.getSheets().find((candidate) => candidate.getConfig().hidden !== 1);
    const area: Area = { row: 1, column: 1, rows: 1, columns: 1 };
    return { sheetId: sheet ? gidOf(sheet.getSheetId()) : 0, areas: [area] };
  }
}
