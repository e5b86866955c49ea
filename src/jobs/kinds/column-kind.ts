import type { ColumnKindName } from "../protocol";
import { scanColumn, summariseColumn, writeAnswers } from "./column";
import { beginColumn, prepareColumn } from "./column-start";
import type { Kind } from "./kind";
import { undoColumns } from "./undo-columns";

/** What all kinds over a column do alike. */
export const columnKind: Pick<Kind<ColumnKindName>, "prepare" | "begin" | "scan" | "write" | "summarise" | "undo"> = {
  prepare: prepareColumn,
  begin: beginColumn,
  scan: scanColumn,
  write: (world, job, { entries }, properties) => writeAnswers(world, job, entries, properties),
  summarise: summariseColumn,
  undo: undoColumns,
};
