import { type CountChart, sheetNameOf } from "../sheet/table";
import { neutralCells } from "./copy-sheet";

export function fillChartSheet(
  sheet: GoogleAppsScript.Spreadsheet.Sheet,
  wanted: string,
  { table, widthPx, colours }: CountChart,
): void {
  const [header = []] = table;
  sheet.getRange(1, 1, table.length, header.length).setValues(neutralCells(table));
  sheet.getRange(1, 1, 1, header.length).setFontWeight("bold");
  sheet.setColumnWidth(1, widthPx);
  // A pie, because each slice has a colour of its own; all bars of a series have the same one.
  const chart = sheet
    .newChart()
    .setChartType(Charts.ChartType.PIE)
    .addRange(sheet.getRange(1, 1, table.length, 2))
    .setNumHeaders(1)
    .setPosition(table.length + 2, 1, 0, 0)
    .setOption("title", sheetNameOf(wanted))
    .setOption("legend", { position: "right" })
    .setOption("colors", colours)
    .build();
  sheet.insertChart(chart);
}
