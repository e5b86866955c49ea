import {
  ICommandService,
  type IExecutionOptions,
  type IMutationInfo,
  IUniverInstanceService,
  type IWorkbookData,
  LocaleType,
  LogLevel,
  Univer,
  UniverInstanceType,
  type Workbook as UniverModel,
} from "@univerjs/core";
import { UniverDocsPlugin } from "@univerjs/docs";
import {
  FormulaDataModel,
  FormulaExecutedStateType,
  LexerTreeBuilder,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStopMutation,
  UniverFormulaEnginePlugin,
} from "@univerjs/engine-formula";
import { UniverSheetsPlugin } from "@univerjs/sheets";
import { CalculationMode, UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import { UniverSheetsNumfmtPlugin } from "@univerjs/sheets-numfmt";
import { closeOpenRanges } from "../../apps-script/formulas/evaluate";

/**
 * Lets Univer calculate ranges that are open below, such as `A2:A`, which it does not know: it reads them as ending far
 * below every list. In the cell and for scripts they stay as they were typed.
 */
function knowOpenRanges(lexer: LexerTreeBuilder): void {
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (formula, ...others) => build(closeOpenRanges(formula), ...others);
}

/** Univer without a page: model, commands, formula engine, and one open workbook. */
export interface Engine {
  readonly unitId: string;
  readonly model: UniverModel;
  readonly formulas: FormulaDataModel;
  readonly commands: ICommandService;
  get<T>(service: Parameters<ReturnType<Univer["__getInjector"]>["get"]>[0]): T;
  /** Carries out a command or mutation at once. */
  run(id: string, params: object, options?: IExecutionOptions): void;
  /** Every mutation carried out, whoever caused it, formula results included. Returns the stop. */
  onMutation(listener: (mutation: IMutationInfo<object>, options: MutationOptions) => void): () => void;
  close(): void;
}

/** Univer says this about a mutation besides its parameters. */
export interface MutationOptions extends IExecutionOptions {
  fromFormula?: boolean;
  applyFormulaCalculationResult?: boolean;
  remove?: boolean;
}

/** Starts Univer on a workbook's data. */
export function startEngine(data: object): Engine {
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: {} },
    logLevel: LogLevel.ERROR,
  });
  univer.registerPlugin(UniverFormulaEnginePlugin);
  univer.registerPlugin(UniverDocsPlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  // Formulas without a value wait for the custom functions: earlier, their names would stay unknown.
  univer.registerPlugin(UniverSheetsFormulaPlugin, { initialFormulaComputing: CalculationMode.NO_CALCULATION });
  univer.registerPlugin(UniverSheetsNumfmtPlugin);
  const injector = univer.__getInjector();
  knowOpenRanges(injector.get(LexerTreeBuilder));
  const model = univer.createUnit<Partial<IWorkbookData>, UniverModel>(UniverInstanceType.UNIVER_SHEET, data);
  injector.get(IUniverInstanceService).focusUnit(model.getUnitId());
  const commands = injector.get(ICommandService);
  return {
    unitId: model.getUnitId(),
    model,
    commands,
    formulas: injector.get(FormulaDataModel),
    get: (service) => injector.get(service) as never,
    run: (id, params, options) => {
      if (commands.syncExecuteCommand(id, params, options) === false) throw new Error(`Univer refused ${id}.`);
    },
    onMutation: (listener) => {
      const subscription = commands.onMutationExecutedForCollab((mutation, options) =>
        listener(mutation as IMutationInfo<object>, options ?? {}),
      );
      return () => subscription.dispose();
    },
    close: () => {
      // A calculation under way has set a timer for its progress, which Univer forgets to stop.
      const functionsExecutedState = FormulaExecutedStateType.NOT_EXECUTED;
      commands.syncExecuteCommand(SetFormulaCalculationStopMutation.id, {});
      commands.syncExecuteCommand(SetFormulaCalculationNotificationMutation.id, { functionsExecutedState });
      univer.dispose();
    },
  };
}
