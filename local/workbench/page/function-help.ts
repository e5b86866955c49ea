import { BooleanNumber } from "@univerjs/core";
import { FunctionType, type IFunctionInfo } from "@univerjs/engine-formula";
import { IDescriptionService } from "@univerjs/sheets-formula";
import type { FunctionHelp } from "../messages";
import type { Grid } from "./grid";
import "./function-help.css";

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
