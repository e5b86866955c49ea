import {
  FormulaExecutedStateType,
  IActiveDirtyManagerService,
  type ISetFormulaCalculationNotificationMutation,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
} from "@univerjs/engine-formula";
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation, SetStyleCommand } from "@univerjs/sheets";
import type { Engine, MutationOptions } from "./engine";

/**
 * The engine begins a calculation 100 ms after the last change. When none has begun for this long, the change needed none.
 */
const PATIENCE_MS = 1_000;

/** Knows whether formulas are up to date. */
export function watchCalculation(engine: Engine, onEnd: () => void) {
  const triggers = engine.get<IActiveDirtyManagerService>(IActiveDirtyManagerService);
  let changes = 0;
  let begun = 0;
  let calculated = 0;
  let waiting: (() => void)[] = [];
  let patience: NodeJS.Timeout | undefined;

  const release = () => {
    clearTimeout(patience);
    patience = undefined;
    const ready = waiting;
    waiting = [];
    for (const resolve of ready) resolve();
  };
  const waitOn = () => {
    clearTimeout(patience);
    patience = setTimeout(() => {
      // On a busy machine one may have begun only just now.
      if (begun > calculated) return waitOn();
      calculated = changes;
      release();
    }, PATIENCE_MS);
  };

  const subscription = engine.commands.onCommandExecuted((command, options) => {
    if (command.id === SetFormulaCalculationStartMutation.id) begun = changes;
    else if (command.id === SetFormulaCalculationNotificationMutation.id) {
      const state = (command.params as ISetFormulaCalculationNotificationMutation).functionsExecutedState;
      if (state === FormulaExecutedStateType.STOP_EXECUTION) begun = calculated;
      if (state === undefined || state === FormulaExecutedStateType.STOP_EXECUTION) return;
      // The results are written in the engine's own next steps.
      setImmediate(() => {
        calculated = begun;
        onEnd();
        if (calculated >= changes) release();
      });
    } else if (triggers.get(command.id) && startsCalculation(command, options)) {
      changes++;
      if (waiting.length > 0) waitOn();
    }
  });

  return {
    settle(): Promise<void> {
      if (calculated >= changes) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        waitOn();
      });
    },
    close(): void {
      subscription.dispose();
      release();
    },
  };
}

/** The engine's own conditions for taking a change as a reason to calculate. */
function startsCalculation(command: { id: string; params?: object }, options?: MutationOptions): boolean {
  if (command.id !== SetRangeValuesMutation.id) return true;
  const { trigger } = command.params as ISetRangeValuesMutationParams;
  return options?.onlyLocal !== true && trigger !== SetStyleCommand.id;
}
