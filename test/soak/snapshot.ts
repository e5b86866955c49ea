import type { HostDocument } from "../../local/apps-script/host-document";
import { ruleAt } from "../../local/apps-script/sheet/check-write";
import type { World } from "./world";

/** Everything in a document that people see or would miss, by where it is. */
export type Snapshot = Map<string, string>;

/** Blank cells beyond the last text may be coloured, too. */
const MARGIN = 6;

/** @returns cells with formats, notes and rules, and everything that lies over them; results of formulas are their own affair */
export function snapshotOf(document: HostDocument): Snapshot {
  const { workbook } = document;
  const { extras } = document.save();
  const snapshot: Snapshot = new Map();
  workbook.sheets().forEach(({ sheetId, ...sheet }, index) => {
    const { frozenRows, frozenColumns, hidden, name } = sheet;
    snapshot.set(`sheet ${sheetId}`, JSON.stringify({ index, name, hidden, frozenRows, frozenColumns }));
    snapshot.set(`sheet ${sheetId}'s filter`, JSON.stringify(workbook.filter(sheetId)));
    for (const dimension of ["rows", "columns"] as const)
      snapshot.set(`sheet ${sheetId}'s hidden ${dimension}`, [...workbook.hidden(sheetId, dimension)].join(" "));
    const extent = workbook.extent(sheetId);
    const rows = Math.min(sheet.rows, extent.rows + MARGIN);
    const columns = Math.min(sheet.columns, extent.columns + MARGIN);
    const area = { row: 1, column: 1, rows, columns };
    const styles = workbook.readStyles(sheetId, area);
    const notes = workbook.readNotes(sheetId, area);
    workbook.read(sheetId, area).forEach((cells, down) => {
      cells.forEach(({ value, formula }, right) => {
        const style = Object.entries(styles[down]?.[right] ?? {}).filter(([, set]) => set != null);
        const note = notes[down]?.[right] ?? null;
        const rule = ruleAt(extras.validations, sheetId, down + 1, right + 1);
        if (value === null && formula === undefined && style.length === 0 && note === null && rule === null) return;
        const cell = [formula ?? value, style.sort(), note, rule];
        snapshot.set(`sheet ${sheetId}, row ${down + 1}, column ${right + 1}`, JSON.stringify(cell));
      });
    });
  });
  for (const name of [
    "protections",
    "conditionalFormats",
    "charts",
    "namedRanges",
    "tables",
    "merges",
    "metadata",
  ] as const)
    extras[name].forEach((each, index) => {
      snapshot.set(`${name} ${index + 1}`, JSON.stringify({ ...each, id: 0 }));
    });
  return snapshot;
}

/** @returns what has changed, in words */
export function differences(before: Snapshot, after: Snapshot): { name: string; text: string }[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was = "nothing", is = "nothing"] = [before.get(name), after.get(name)];
    return was === is ? [] : [{ name, text: `${name} is ${is} instead of ${was}` }];
  });
}

/** A text that was put back where the cell's own rule refuses it stands in the cell's note, with the reason. */
export function isKeptInNote(
  { workbook, document, list: { sheetId } }: World,
  row: number,
  column: number,
  text: string,
) {
  const [[note] = []] = workbook.readNotes(sheetId, { row, column, rows: 1, columns: 1 });
  const rule = ruleAt(document.save().extras?.validations ?? [], sheetId, row, column);
  return rule !== null && note?.endsWith(`does not accept: ${text}`) === true;
}
