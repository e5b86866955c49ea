import { neutralText } from "../sheet/cell-text";
import { type CountChart, sheetNameOf } from "../sheet/table";
import { changeSheets, insertNamed } from "./sheet-memory";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** Leaves no sheet when Google fails. @returns the name of the new sheet */
export function addChartSheet(spreadsheet: Spreadsheet, wanted: string, chart: CountChart): string {
  changeSheets();
  const { sheet, name } = insertNamed(spreadsheet, wanted);
  try {
    fillChartSheet(sheet, sheetNameOf(wanted), chart);
  } catch (thrown) {
    // Another try makes a new sheet.
    spreadsheet.deleteSheet(sheet);
    throw thrown;
  }
  return name;
}

function fillChartSheet(sheet: Sheet, title: string, { table, widthPx, colours }: CountChart): void {
  const [header = []] = table;
  const cells = table.map((row) => row.map((cell) => (typeof cell === "string" ? neutralText(cell) : cell)));
  sheet.getRange(1, 1, table.length, header.length).setValues(cells);
  sheet.getRange(1, 1, 1, header.length).setFontWeight("bold");
  sheet.setColumnWidth(1, widthPx);
  // A pie, because each slice has a colour of its own; all bars of a series have the same one.
  const chart = sheet
    .newChart()
    .setChartType(Charts.ChartType.PIE)
    .addRange(sheet.getRange(1, 1, table.length, 2))
    .setNumHeaders(1)
    .setPosition(table.length + 2, 1, 0, 0)
    .setOption("title", title)
    .setOption("legend", { position: "right" })
    .setOption("colors", colours)
    .build();
  sheet.insertChart(chart);
}
