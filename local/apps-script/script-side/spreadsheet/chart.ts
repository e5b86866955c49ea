import type { ChartRecord } from "../../extras/extras";
import { javaEnum } from "../java-enum";
import type { Range } from "./range";
import type { Spreadsheet } from "./spreadsheet";

export const ChartType = javaEnum(["AREA", "BAR", "COLUMN", "COMBO", "DONUT", "LINE", "PIE", "SCATTER", "TABLE"]);

/** A chart, recorded and not drawn. */
export class EmbeddedChart {
  readonly #chart: ChartRecord;
  readonly #spreadsheet: Spreadsheet;

  constructor(chart: ChartRecord, spreadsheet: Spreadsheet) {
    this.#chart = chart;
    this.#spreadsheet = spreadsheet;
  }
  getChartId = () => this.#chart.id;
  getRanges = () => this.#chart.areas.map(({ sheetId, area }) => this.#spreadsheet.sheetById(sheetId).rangeOf(area));
  getOptions = () => ({ get: (name: string) => this.#chart.options[name] ?? null });
  getContainerInfo = () => ({
    getAnchorRow: () => this.#chart.position.row,
    getAnchorColumn: () => this.#chart.position.column,
    getOffsetX: () => this.#chart.position.offsetX,
    getOffsetY: () => this.#chart.position.offsetY,
  });
  modify = () => new EmbeddedChartBuilder(this.#chart.sheetId, this.#spreadsheet, this.#chart);
  /** @internal */
  plain = () => this.#chart;
}

/** `sheet.newChart()`. */
export class EmbeddedChartBuilder {
  #chart: ChartRecord;
  readonly #spreadsheet: Spreadsheet;

  constructor(sheetId: number, spreadsheet: Spreadsheet, chart?: ChartRecord) {
    this.#spreadsheet = spreadsheet;
    const position = { row: 1, column: 1, offsetX: 0, offsetY: 0 };
    this.#chart = chart ?? { id: 0, sheetId, chartType: "COLUMN", areas: [], position, options: {} };
  }
  setChartType = (type: unknown) => this.#set({ chartType: String(type) });
  asColumnChart = () => this.#set({ chartType: "COLUMN" });
  asBarChart = () => this.#set({ chartType: "BAR" });
  asPieChart = () => this.#set({ chartType: "PIE" });
  asLineChart = () => this.#set({ chartType: "LINE" });
  addRange = (range: Range) =>
    this.#set({ areas: [...this.#chart.areas, { sheetId: range.getGridId(), area: range.area }] });
  clearRanges = () => this.#set({ areas: [] });
  setPosition = (row: number, column: number, offsetX: number, offsetY: number) =>
    this.#set({ position: { row, column, offsetX, offsetY } });
  setOption = (name: string, value: unknown) => this.#set({ options: { ...this.#chart.options, [name]: value } });
  setTitle = (title: string) => this.setOption("title", title);
  setNumHeaders = (count: number) => this.setOption("numHeaders", count);
  build(): EmbeddedChart {
    return new EmbeddedChart(this.#chart, this.#spreadsheet);
  }
  #set(changes: Partial<ChartRecord>): this {
    this.#chart = { ...this.#chart, ...changes };
    return this;
  }
}
