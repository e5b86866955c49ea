import { finishFormulas } from "./formulas/finish-formulas";
import type { SheetWork } from "./formulas/sheet-cells";
import { turnFormulasIntoValues } from "./formulas/turn-into-values";
import { openActiveSheet, readSelection } from "./platform/active-sheet";
import { confirm, showToast } from "./platform/messages";
import { scriptClock } from "./platform/script-clock";
import { ensureUserInterface } from "./platform/user-interface";

/** @throws Error in a cell: every public function can be called from one (design 3.14) */
function openSheetWork(): SheetWork {
  ensureUserInterface();
  return { sheet: openActiveSheet(), selection: readSelection(), tell: showToast };
}

/** *Finish formulas* */
export const finishFormulasOfSheet = (): void => finishFormulas(openSheetWork(), scriptClock);

/** *Turn formulas into values* */
export const turnFormulasOfSheetIntoValues = (): void =>
  turnFormulasIntoValues({ ...openSheetWork(), confirm }, scriptClock);
