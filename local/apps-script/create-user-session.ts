import { askConsent, missingScopes } from "./consent";
import type { DocumentState } from "./document-state";
import { RUN_LIMIT_MS, SIMPLE_TRIGGER_LIMIT_MS } from "./execution";
import type { ExecutionRunner } from "./execution-runner";
import { plainArgument, plainResult, toFormulaAnswer, toScriptArgument } from "./formulas/convert-values";
import { explainError, runFormula } from "./formulas/custom-function-calls";
import type { OpenMode, UserSession } from "./host-document";
import type { HostState } from "./host-state";
import type { Keyboard } from "./keyboard";
import { MESSAGES } from "./messages";
import type { AuthMode, TaggedValue } from "./protocol";
import { ScriptError } from "./script-errors";
import { checkByHand } from "./sheet/check-write";

/** Names a menu or sidebar may call; V8 also allows `object.method` in menus. */
const FUNCTION_NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

/** One person in one document. */
export function createUserSession(
  state: HostState,
  runner: ExecutionRunner,
  document: DocumentState,
  user: string,
  keyboard: Keyboard,
): UserSession {
  const person = document.person(user);
  const { project, settings } = state;

  function defaultMode(): OpenMode {
    return settings.installation !== "published" || document.isEnabled ? "LIMITED" : "NONE";
  }

  /** Runs a trigger function if the project has it. */
  async function simpleTrigger(functionName: string, mode: AuthMode): Promise<void> {
    if (!project.functions.some(({ name }) => name === functionName)) return;
    await runner.run({
      entryPoint: "open",
      functionName,
      argsJson: "[]",
      mode,
      user,
      document,
      limitMs: SIMPLE_TRIGGER_LIMIT_MS,
      hasUi: true,
    });
  }

  function closePage(ids: Map<string, string>, type: "sidebarClosed" | "dialogClosed", tab = ""): void {
    const id = ids.get(tab);
    if (id === undefined) return;
    ids.delete(tab);
    document.tell(user, { type, id, ...(tab && { tab }) });
  }

  return {
    user,
    keyboard,
    check: (changes) => checkByHand(document, user, changes),
    async open(mode = defaultMode()) {
      document.lastUser = user;
      person.menus = [];
      await simpleTrigger("onOpen", mode);
    },
    async install() {
      document.lastUser = user;
      document.enable();
      await simpleTrigger("onInstall", "FULL");
    },
    menus: () => person.menus,
    async clickMenu(functionName, tab) {
      document.lastUser = user;
      document.enable();
      if (!FUNCTION_NAME.test(functionName)) throw notFound(functionName);
      if (settings.grantedScopes?.length === 0 && missingScopes(state).length > 0) {
        askConsent(state);
        if (!settings.firstClickRuns) return null;
      }
      const json = await runner.run({
        ...(tab !== undefined && { tab }),
        entryPoint: "menu",
        functionName,
        argsJson: "[]",
        mode: "FULL",
        user,
        document,
        limitMs: RUN_LIMIT_MS,
        hasUi: true,
      });
      return JSON.parse(json) as unknown;
    },
    async callFormula(name, args = []) {
      const found = project.functions.find((candidate) => candidate.name.toUpperCase() === name.toUpperCase());
      if (found === undefined) return { error: "#NAME?", note: `Unknown function: '${name}'.` };
      const argsJson = JSON.stringify(
        args.map((arg) => toScriptArgument(plainArgument(arg, document.timeZone), document.timeZone)),
      );
      try {
        const json = await runFormula(runner, document, user, found.name, argsJson);
        return plainResult(toFormulaAnswer(JSON.parse(json) as TaggedValue, document.timeZone), document.timeZone);
      } catch (error) {
        if (!(error instanceof ScriptError)) throw error;
        return plainResult(explainError(error, settings.translated), document.timeZone);
      }
    },
    async callFromSidebar(functionName, argsJson, tab) {
      document.lastUser = user;
      if (settings.sidebarFailureChance > 0 && state.random() < settings.sidebarFailureChance) {
        throw new ScriptError("ScriptError", MESSAGES.serverError());
      }
      if (!project.functions.some(({ name }) => name === functionName)) throw notFound(functionName);
      return runner.run({
        ...(tab !== undefined && { tab }),
        entryPoint: "sidebar",
        functionName,
        argsJson,
        mode: "FULL",
        user,
        document,
        limitMs: RUN_LIMIT_MS,
        hasUi: true,
      });
    },
    answer(id, button, text = "") {
      const wake = person.questions.get(id);
      person.questions.delete(id);
      wake?.({ button, text });
    },
    closeSidebar: (tab) => closePage(person.sidebarIds, "sidebarClosed", tab),
    closeDialog: (tab) => closePage(person.dialogIds, "dialogClosed", tab),
    onUi(listener) {
      person.listeners.add(listener);
      return () => void person.listeners.delete(listener);
    },
  };
}

function notFound(functionName: string): ScriptError {
  return new ScriptError("Exception", `Script function not found: ${functionName}`);
}
