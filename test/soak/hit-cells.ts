import type { Change } from "../../local/apps-script/workbook/change";
import { contentOf } from "./addon-sheets";
import type { OwnColumn, OwnRow } from "./model";
import type { World } from "./world";

/**
 * Cells of people's that a write has hit, because somebody moved columns since its execution had read them, and that
 * stay as they are if it dies before it puts them back: only it knows what they have held. Found rows that came in such
 * a write stay in wrong columns.
 */
export interface HitCells {
  /** True also if the write is yet to be put right. */
  isHit(row: OwnRow, column: OwnColumn, text: string): boolean;
  isLost(row: OwnRow, column: OwnColumn, text: string): boolean;
  /** True if somebody had typed the cell after the execution that hit it had read it, so that older content came back. */
  isTypedBefore(row: OwnRow, column: OwnColumn): boolean;
  /** A column has come back by Ctrl+Z, as if all its cells were typed at this moment. */
  noteBack(column: OwnColumn): void;
}

interface Execution {
  call: string;
  /** The sheets whose columns somebody has moved since its last reading. */
  moved: Set<number>;
  /** The cells that people have typed since then. */
  typed: Set<string>;
  /** The content of found rows that it may have written into wrong columns. */
  astray: string[];
}

type Followed = Pick<World, "host" | "workbook" | "list" | "addon">;

export function followHits({ host, workbook, list, addon }: Followed): HitCells {
  const going = new Map<number, Execution>();
  const hits = new Map<string, { text: string; by: number[]; isLost: boolean }>();
  const typedBefore = new Set<string>();
  const nameOf = (row: OwnRow, column: OwnColumn): string => `${row.tag} ${column.id}`;

  host.onTrace(({ event, executionId, detail }) => {
    if (event === "start") going.set(executionId, { call: "", moved: new Set(), typed: new Set(), astray: [] });
    const execution = going.get(executionId);
    if (event === "call" && execution) {
      execution.call = detail;
      if (detail === "Range.getValues") for (const seen of [execution.moved, execution.typed]) seen.clear();
    }
    if (event === "killed") for (const content of execution?.astray ?? []) addon.misplaced.add(content);
    if (event === "end" || event === "error" || event === "killed") going.delete(executionId);
    if (event === "killed") for (const hit of hits.values()) hit.isLost ||= hit.by.includes(executionId);
  });

  function noteHits({ sheetId, row, column, cells }: Extract<Change, { type: "setCells" }>): void {
    const by = [...going].flatMap(([id, { call, moved }]) =>
      moved.has(sheetId) && call === "SpreadsheetApp.flush" ? [id] : [],
    );
    for (const ownRow of list.rows.values()) {
      for (const ownColumn of list.columns.values()) {
        const cell = cells[ownRow.at - row]?.[ownColumn.at - column];
        if (cell === undefined) continue;
        const text = "value" in cell ? String(cell.value ?? "") : cell.formula;
        if (by.some((id) => going.get(id)?.typed.has(nameOf(ownRow, ownColumn))))
          typedBefore.add(nameOf(ownRow, ownColumn));
        // Whoever writes it once more has looked, and knows what it does.
        if (by.length > 0) hits.set(nameOf(ownRow, ownColumn), { text, by, isLost: false });
        else hits.delete(nameOf(ownRow, ownColumn));
      }
    }
  }

  function noteTyped({ row, column, cells }: Extract<Change, { type: "setCells" }>): void {
    for (const ownRow of list.rows.values()) {
      for (const ownColumn of list.columns.values()) {
        if (cells[ownRow.at - row]?.[ownColumn.at - column] !== undefined) noteFresh(ownRow, ownColumn);
      }
    }
  }

  function noteFresh(row: OwnRow, column: OwnColumn): void {
    typedBefore.delete(nameOf(row, column));
    for (const { typed } of going.values()) typed.add(nameOf(row, column));
  }

  function noteAstray({ sheetId, row, cells }: Extract<Change, { type: "setCells" }>): void {
    for (const execution of going.values()) {
      if (execution.call !== "SpreadsheetApp.flush") continue;
      const isAstray = execution.moved.has(sheetId);
      const rows = isAstray ? addon.shows(sheetId).slice(row - 1, row - 1 + cells.length) : [];
      // Whoever writes once more has looked, and puts it right.
      execution.astray = isAstray ? [...execution.astray, ...rows.map(contentOf)] : [];
    }
  }

  workbook.onChange((changes, { kind }) => {
    for (const change of changes) {
      if (!("sheetId" in change) || (change.sheetId !== list.sheetId && !addon.ids.has(change.sheetId))) continue;
      if (change.type === "setCells" && kind === "script")
        (change.sheetId === list.sheetId ? noteHits : noteAstray)(change);
      else if (change.type === "setCells" && change.sheetId === list.sheetId) noteTyped(change);
      const isMove = change.type === "insert" || change.type === "delete" || change.type === "move";
      if (isMove && change.dimension === "columns" && kind === "person")
        for (const { moved } of going.values()) moved.add(change.sheetId);
    }
  });

  return {
    noteBack: (column) => {
      for (const row of list.rows.values()) noteFresh(row, column);
    },
    isTypedBefore: (row, column) => typedBefore.has(nameOf(row, column)),
    isHit: (row, column, text) => hits.get(nameOf(row, column))?.text === text,
    isLost(row, column, text) {
      const hit = hits.get(nameOf(row, column));
      return hit?.isLost === true && hit.text === text;
    },
  };
}

/** What such cells show is people's own from now on. The columns that identify rows are no such cells. */
export function takeLost({ list, hitCells, counts }: World, shownAt: (row: number, column: number) => string): void {
  for (const column of list.columns.values()) {
    const isToIdentify = column.role === "tag" || column.role === "input" || column.role === "ask";
    for (const row of list.rows.values()) {
      const is = shownAt(row.at, column.at);
      const isLost = hitCells.isTypedBefore(row, column) || (!isToIdentify && hitCells.isLost(row, column, is));
      if (is === list.expected(row, column) || !isLost) continue;
      row.shown.set(column.id, is);
      counts.undecided++;
    }
  }
}
