import "./function-help.css";
import {
  BooleanNumber,
  CustomCommandExecutionError,
  DOCS_NORMAL_EDITOR_UNIT_ID_KEY,
  type DocumentDataModel,
  IUniverInstanceService,
} from "@univerjs/core";
import { FunctionType, type IFunctionInfo } from "@univerjs/engine-formula";
import { DeviceInputEventType } from "@univerjs/engine-render";
import { IDescriptionService } from "@univerjs/sheets-formula";
import { SetCellEditVisibleOperation } from "@univerjs/sheets-ui";
import { KeyCode } from "@univerjs/ui";
import type { FunctionHelp } from "../messages";
import type { Grid } from "./grid";

/** Univer's own name for "a key was pressed in the list of suggested functions". */
const SUGGESTION_KEY = "sheet.formula-embedding-editor.search_function.";
/** The part of a formula that a suggestion completes. */
const NAME_AT_END = /(?<![\w.])[A-Za-z_][\w.]*$/;
const CELL = /^\$?[A-Za-z]{1,3}\$?\d+$/;

/**
 * Lets Enter end a formula although its list of suggestions is still there: Univer takes the list away some moments after
 * the last letter, and an Enter that comes before would put a suggestion behind the finished formula.
 */
export function endFinishedFormulas(grid: Grid): void {
  const units = grid.get<IUniverInstanceService>(IUniverInstanceService);
  grid.commands.beforeCommandExecuted(({ id, params }) => {
    const { keyCode } = (params ?? {}) as { keyCode?: number };
    if (!id.startsWith(SUGGESTION_KEY) || (keyCode !== KeyCode.ENTER && keyCode !== KeyCode.TAB)) return;
    const text =
      units.getUnit<DocumentDataModel>(DOCS_NORMAL_EDITOR_UNIT_ID_KEY)?.getBody()?.dataStream.trimEnd() ?? "";
    const name = NAME_AT_END.exec(text)?.[0];
    if (name !== undefined && !CELL.test(name)) return;
    const unitId = grid.api.getActiveWorkbook()?.getId();
    const end = { visible: false, eventType: DeviceInputEventType.Keyboard, keycode: keyCode, unitId };
    void grid.commands.executeCommand(SetCellEditVisibleOperation.id, end);
    throw new CustomCommandExecutionError("The formula is finished.");
  });
}

/** Offers the add-on's functions while a formula is typed, with what their documentation says. */
export function offerFunctions(grid: Grid, functions: readonly FunctionHelp[]): void {
  grid.get<IDescriptionService>(IDescriptionService).registerDescriptions(functions.map(toInfo));
}

function toInfo({ name, description, parameters }: FunctionHelp): IFunctionInfo {
  return {
    functionName: name,
    functionType: FunctionType.User,
    description,
    abstract: description.split(/(?<=\.)\s/)[0] ?? "",
    functionParameter: parameters.map((parameter) => ({
      name: parameter.name,
      detail: parameter.description,
      example: parameter.example,
      require: BooleanNumber.TRUE,
      repeat: BooleanNumber.FALSE,
    })),
  };
}
