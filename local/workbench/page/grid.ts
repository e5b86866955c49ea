import {
  ICommandService,
  type IMutationInfo,
  LifecycleService,
  LifecycleStages,
  LocaleType,
  LogLevel,
  mergeLocales,
  Univer,
} from "@univerjs/core";
import { FUniver } from "@univerjs/core/facade";
import designText from "@univerjs/design/locale/en-US";
import { UniverDocsPlugin } from "@univerjs/docs";
import { UniverDocsUIPlugin } from "@univerjs/docs-ui";
import docsText from "@univerjs/docs-ui/locale/en-US";
import { UniverFormulaEnginePlugin } from "@univerjs/engine-formula";
import { UniverRenderEnginePlugin } from "@univerjs/engine-render";
import { UniverSheetsPlugin } from "@univerjs/sheets";
import sheetsText from "@univerjs/sheets/locale/en-US";
import { UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import formulaText from "@univerjs/sheets-formula/locale/en-US";
import { UniverSheetsFormulaUIPlugin } from "@univerjs/sheets-formula-ui";
import formulaUiText from "@univerjs/sheets-formula-ui/locale/en-US";
import { UniverSheetsNumfmtPlugin } from "@univerjs/sheets-numfmt";
import { UniverSheetsNumfmtUIPlugin } from "@univerjs/sheets-numfmt-ui";
import numberFormatText from "@univerjs/sheets-numfmt-ui/locale/en-US";
import { UniverSheetsUIPlugin } from "@univerjs/sheets-ui";
import sheetsUiText from "@univerjs/sheets-ui/locale/en-US";
import { UniverUIPlugin } from "@univerjs/ui";
import uiText from "@univerjs/ui/locale/en-US";
import "@univerjs/engine-formula/facade";
import "@univerjs/ui/facade";
import "@univerjs/sheets/facade";
import "@univerjs/sheets-ui/facade";
import "@univerjs/sheets-formula/facade";
import "@univerjs/design/lib/index.css";
import "@univerjs/ui/lib/index.css";
import "@univerjs/docs-ui/lib/index.css";
import "@univerjs/sheets-ui/lib/index.css";
import "@univerjs/sheets-formula-ui/lib/index.css";
import "@univerjs/sheets-numfmt-ui/lib/index.css";

/** Univer as the page shows it. It edits and draws; the server computes. */
export interface Grid {
  readonly api: FUniver;
  readonly commands: ICommandService;
  get<T>(service: Parameters<ReturnType<Univer["__getInjector"]>["get"]>[0]): T;
  /** Every mutation, with what Univer says about it. */
  onMutation(listener: (mutation: IMutationInfo<object>, options: GridOptions) => void): void;
}

export interface GridOptions {
  onlyLocal?: boolean;
  fromSync?: boolean;
  [option: string]: unknown;
}

/** Sheets names optional arguments of its own functions so, and says nothing of the others. */
const HELP_AS_IN_SHEETS = {
  "sheets-formula-ui": {
    prompt: { helpExample: "Example", helpAbstract: "About", required: "", optional: "[optional]" },
  },
};

/** Draws an empty spreadsheet into the element with this id. */
export function startGrid(containerId: string): Grid {
  const texts = [designText, uiText, docsText, sheetsText, sheetsUiText, formulaText, formulaUiText, numberFormatText];
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: mergeLocales(...texts, HELP_AS_IN_SHEETS) },
    logLevel: LogLevel.ERROR,
  });
  univer.registerPlugin(UniverRenderEnginePlugin);
  univer.registerPlugin(UniverFormulaEnginePlugin, { notExecuteFormula: true });
  univer.registerPlugin(UniverUIPlugin, { container: containerId, ribbonType: "simple", disableAutoFocus: true });
  univer.registerPlugin(UniverDocsPlugin);
  univer.registerPlugin(UniverDocsUIPlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  univer.registerPlugin(UniverSheetsUIPlugin, { disableForceStringAlert: true, disableForceStringMark: true });
  univer.registerPlugin(UniverSheetsFormulaPlugin);
  univer.registerPlugin(UniverSheetsFormulaUIPlugin);
  univer.registerPlugin(UniverSheetsNumfmtPlugin);
  univer.registerPlugin(UniverSheetsNumfmtUIPlugin);
  const injector = univer.__getInjector();
  const commands = injector.get(ICommandService);
  return {
    api: FUniver.newAPI(univer),
    commands,
    get: (service) => injector.get(service) as never,
    onMutation: (listener) => {
      commands.onMutationExecutedForCollab((mutation, options) =>
        listener(mutation as IMutationInfo<object>, (options ?? {}) as GridOptions),
      );
    },
  };
}

/** Calls back once the first workbook is on the screen. */
export function whenDrawn(grid: Grid, act: () => void): void {
  void grid.get<LifecycleService>(LifecycleService).onStage(LifecycleStages.Rendered).then(act);
}
