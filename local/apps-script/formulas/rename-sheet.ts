const TEXT_OR_SHEET = /("(?:[^"]|"")*")|('(?:[^']|'')+'|(?<![\w.])[A-Za-z_][\w.]*)!/g;

/** Names that need no quotes: they begin with a letter and are neither a cell nor a number. */
const PLAIN_NAME = /^(?![A-Za-z]{1,3}\d+$)[A-Za-z_][\w.]*$/;

/** How a formula names a sheet: `Leads!`, `'Leads 2'!`. */
function sheetPrefix(name: string): string {
  return PLAIN_NAME.test(name) ? `${name}!` : `'${name.replace(/'/g, "''")}'!`;
}

/** A formula after a sheet has got another name: its references to that sheet follow; texts stay. */
export function renameSheetIn(formula: string, name: string, newName: string): string {
  return formula.replace(TEXT_OR_SHEET, (all: string, text: string | undefined, sheet: string | undefined) => {
    if (text !== undefined || sheet === undefined) return all;
    const named = sheet.startsWith("'") ? sheet.slice(1, -1).replace(/''/g, "'") : sheet;
    return named.toLowerCase() === name.toLowerCase() ? sheetPrefix(newName) : all;
  });
}
