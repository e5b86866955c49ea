import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Title,
} from "chart.js";
import type { ChartRecord } from "../../apps-script/extras/extras";
import { gidOf } from "../univer/sheet-ids";
import { gridPlace, placeOfCell } from "./cell-place";
import { make } from "./elements";
import { type Grid, onSelection } from "./grid";

Chart.register(ArcElement, BarController, BarElement, CategoryScale, Legend, LinearScale);
Chart.register(LineController, LineElement, PieController, PointElement, Title);

/** Google's size of a new chart. */
const SIZE_PX = { width: 600, height: 371 };
/** Google's colours of series and slices. */
const COLORS = ["#4285f4", "#ea4335", "#fbbc04", "#34a853", "#ff6d01", "#46bdc6", "#7baaf7", "#f07b72"];
const KINDS: Record<string, "bar" | "line" | "pie"> = {
  BAR: "bar",
  COLUMN: "bar",
  LINE: "line",
  AREA: "line",
  PIE: "pie",
};

/** A chart's data: names from the first column, a series from each other one. */
interface ChartTable {
  names: string[];
  series: { name: string; values: (number | null)[] }[];
}

interface ShownChart {
  record: ChartRecord;
  box: HTMLElement;
  /** The charts that are drawn, so that only what has changed is drawn again. */
  drawn: string;
  chart: Chart | undefined;
}

/**
 * Draws the charts that scripts have put over the sheets, from what their cells show now. The host keeps them, so the
 * page is given them anew whenever they change.
 */
export function drawCharts(grid: Grid) {
  // Over the cells alone: what is scrolled behind the headers or beyond the window is cut off.
  const layer = make("div", { className: "charts" });
  document.body.append(layer);
  let shown: ShownChart[] = [];
  let isWaiting = false;
  const place = () => {
    isWaiting = false;
    const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
    const area = gridPlace(grid);
    layer.hidden = !sheet || !area || shown.length === 0;
    if (!sheet || !area || shown.length === 0) return;
    const { left, top, right, bottom } = area;
    Object.assign(layer.style, { left: `${left}px`, top: `${top}px` });
    Object.assign(layer.style, { width: `${right - left}px`, height: `${bottom - top}px` });
    for (const each of shown) {
      const { position, sheetId } = each.record;
      const cell = sheetId === gidOf(sheet.getSheetId()) && placeOfCell(grid, position.row - 1, position.column - 1);
      each.box.hidden = !cell;
      if (!cell) continue;
      const at = { left: cell.left - left + position.offsetX, top: cell.top - top + position.offsetY };
      Object.assign(each.box.style, { left: `${at.left}px`, top: `${at.top}px` });
      draw(grid, each);
    }
  };
  const placeSoon = () => {
    if (!isWaiting) requestAnimationFrame(place);
    isWaiting = true;
  };
  grid.api.addEvent(grid.api.Event.Scroll, placeSoon);
  onSelection(grid, placeSoon);
  grid.onMutation(placeSoon);
  new ResizeObserver(placeSoon).observe(document.body);
  return (records: readonly ChartRecord[]): void => {
    for (const { chart, box } of shown) {
      chart?.destroy();
      box.remove();
    }
    shown = records.map((record) => {
      const { width = SIZE_PX.width, height = SIZE_PX.height } = record.options as Partial<typeof SIZE_PX>;
      const style = { width: `${width}px`, height: `${height}px` };
      const box = make("div", { className: "chart", style, attributes_: { role: "img" } });
      layer.append(box);
      return { record, box, drawn: "", chart: undefined };
    });
    placeSoon();
  };
}

function draw(grid: Grid, shown: ShownChart): void {
  const { record, box } = shown;
  const table = readTable(grid, record);
  const state = JSON.stringify(table);
  if (state === shown.drawn) return;
  shown.drawn = state;
  shown.chart?.destroy();
  const title = String(record.options.title ?? "");
  const values = table.series.flatMap(({ values }) =>
    table.names.map((name, index) => `${name}: ${values[index] ?? ""}`),
  );
  box.setAttribute("aria-label", `Chart ${title}. ${values.join(", ")}`);
  const kind = KINDS[record.chartType];
  if (!kind) {
    box.replaceChildren(make("p", { textContent: `A chart of the kind ${record.chartType} is not drawn here.` }));
    return;
  }
  const canvas = make("canvas");
  box.replaceChildren(canvas);
  shown.chart = new Chart(canvas, configuration(kind, record, title, table));
}

function configuration(
  kind: "bar" | "line" | "pie",
  { chartType, options }: ChartRecord,
  title: string,
  { names, series }: ChartTable,
): ChartConfiguration {
  const legend = (options.legend ?? {}) as { position?: string };
  const colors = Array.isArray(options.colors) && options.colors.length > 0 ? options.colors.map(String) : COLORS;
  const datasets = series.map(({ name, values }, index) => {
    const color = colors[index % colors.length] ?? "";
    const slices = names.map((_, slice) => colors[slice % colors.length] ?? "");
    return {
      label: name,
      data: values,
      backgroundColor: kind === "pie" ? slices : color,
      borderColor: kind === "pie" ? "#fff" : color,
      fill: chartType === "AREA",
    };
  });
  return {
    type: kind,
    data: { labels: names, datasets },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      indexAxis: chartType === "BAR" ? "y" : "x",
      layout: { padding: 12 },
      plugins: {
        title: {
          display: title !== "",
          text: title,
          align: "start",
          color: "#757575",
          font: { size: 16, weight: "normal" },
        },
        legend: { display: legend.position !== "none" && (kind === "pie" || datasets.length > 1), position: "right" },
      },
    },
  };
}

/** Reads the ranges side by side, as Google does: headers from the first row, names from the first column. */
function readTable(grid: Grid, { areas, options }: ChartRecord): ChartTable {
  const sheets = grid.api.getActiveWorkbook()?.getSheets() ?? [];
  const columns = areas.flatMap(({ sheetId, area }) => {
    const sheet = sheets.find((candidate) => gidOf(candidate.getSheetId()) === sheetId);
    const rows = sheet?.getRange(area.row - 1, area.column - 1, area.rows, area.columns).getValues() ?? [];
    return Array.from({ length: area.columns }, (_, column) => rows.map((row) => row[column] ?? null));
  });
  const [first = [], ...rest] = columns;
  const isNumber = (value: unknown) => typeof value === "number";
  const headers = Number(options.numHeaders ?? (rest.some((column) => isNumber(column[0])) ? 0 : 1));
  return {
    names: first.slice(headers).map((value) => String(value ?? "")),
    series: rest.map((column) => ({
      name: headers > 0 ? String(column[0] ?? "") : "",
      values: column.slice(headers).map((value) => (isNumber(value) ? Number(value) : null)),
    })),
  };
}
