import { InterceptorEffectEnum, type IStyleData } from "@univerjs/core";
import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import type { ConditionalFormat } from "../../apps-script/extras/extras";
import { conditionalStyle, type ShownValue } from "../conditional-style";
import { univerStyle } from "../univer/cell-styles";
import { gidOf } from "../univer/sheet-ids";
import type { Grid } from "./grid";

/**
 * Draws the conditional formats that scripts have set. The host keeps them at their cells, so the page is given them
 * anew whenever they change.
 */
export function drawConditionalFormats(grid: Grid) {
  let bySheet = new Map<number, ConditionalFormat[]>();
  const interceptors = grid.get<SheetInterceptorService>(SheetInterceptorService);
  interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    // Only the style: what the cell shows is asked for below, which would come back here otherwise.
    effect: InterceptorEffectEnum.Style,
    handler: (cell, { row, col, subUnitId, worksheet, workbook, rawData }, next) => {
      const formats = bySheet.get(gidOf(subUnitId));
      const shown = () => worksheet.getCellValueOnly(row, col)?.v as ShownValue;
      const style = formats && conditionalStyle(formats, row + 1, col + 1, shown);
      if (!style) return next(cell);
      const own: IStyleData = workbook.getStyles().getStyleByCell(rawData) ?? {};
      return next({ ...(cell ?? rawData), s: { ...own, ...univerStyle(style) } });
    },
  });

  return (formats: readonly ConditionalFormat[]): void => {
    bySheet = new Map();
    for (const format of formats) bySheet.set(format.sheetId, [...(bySheet.get(format.sheetId) ?? []), format]);
    grid.api.getActiveWorkbook()?.getActiveSheet().refreshCanvas();
  };
}
