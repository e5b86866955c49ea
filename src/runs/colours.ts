import type { Table } from "../sheet/table";

/** Light backgrounds on which black text keeps a contrast above 12 : 1. */
const STATUS_COLOURS: [text: string, background: string][] = [
  ["VALID", "#d9ead3"],
  ["CATCH_ALL", "#fff2cc"],
  ["INVALID", "#f4cccc"],
];

export const addStatusColours = (table: Table, column: number): void => {
  table.addColours(column, STATUS_COLOURS);
};

export const removeStatusColours = (table: Table, column: number): void => {
  table.removeColours(column, STATUS_COLOURS);
};
