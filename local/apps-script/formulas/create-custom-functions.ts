import type { DocumentState } from "../document-state";
import { FORMULA_LIMIT_MS } from "../execution";
import type { ExecutionRunner } from "../execution-runner";
import type { HostState } from "../host-state";
import { MESSAGES, translate } from "../messages";
import type { ScriptError } from "../script-errors";
import { CustomFunctionCalls } from "./custom-function-calls";
import type { FormulaAnswer } from "./custom-functions";
/** Runs a function as a cell does: no user interface, 30 s, the sheet read-only (google.custom-function-services). */
export function runFormula(
  runner: ExecutionRunner,
  document: DocumentState,
  user: string,
  functionName: string,
  argsJson: string,
): Promise<string> {
  return runner.run({
    entryPoint: "formula",
    functionName,
    argsJson,
    mode: "CUSTOM_FUNCTION",
    user,
    document,
    limitMs: FORMULA_LIMIT_MS,
    hasUi: false,
  });
}

/** `#ERROR!` with the note `Name: message (line N).` (google.custom-function-results). */
export function explainError(error: ScriptError, isTranslated: boolean): FormulaAnswer {
  const message = error.name === "" || error.isKilled ? error.message : `${error.name}: ${error.message}`;
  const note = MESSAGES.atLine(message, error.line);
  return { state: "done", value: { error: "#ERROR!", note: isTranslated ? translate(note) : note } };
}

/** A document's custom functions: every public function of the project (google.custom-function-names). */
export function createCustomFunctions(
  state: HostState,
  runner: ExecutionRunner,
  document: DocumentState,
): CustomFunctionCalls {
  const { settings, project, clock } = state;
  const text = (message: string) => (settings.translated ? translate(message) : message);
  const calls = new CustomFunctionCalls({
    functions: new Map(project.functions.map(({ name }) => [name.toUpperCase(), name])),
    timeZone: document.timeZone,
    clock,
    run: (functionName, argsJson) => runFormula(runner, document, document.lastUser, functionName, argsJson),
    explain: (error) => explainError(error, settings.translated),
    loading: () => text(MESSAGES.loading()),
    volatileRefusal: () => ({
      state: "done",
      value: { error: "#ERROR!", note: text(MESSAGES.volatileArgument()) },
    }),
    runsAgain: () => settings.extraRecalculationChance > 0 && state.random() < settings.extraRecalculationChance,
    keepsAnswers: () => settings.formulasKeepAnswers,
  });
  document.workbook.onChange((changes) => calls.changed(changes));
  return calls;
}
