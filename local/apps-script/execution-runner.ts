import { isVirtualClock } from "../clock/virtual-clock";
import { createRandom } from "../random";
import { missingScopes } from "./consent";
import type { Execution, ExecutionRequest } from "./execution";
import type { HostClock } from "./host-clock";
import type { HostState } from "./host-state";
import type { LoadedProject } from "./loading/load-project";
import { MESSAGES, translate } from "./messages";
import type { ExecutionInfo, ScriptErrorData, WorkerMessage } from "./protocol";
import { ScriptError } from "./script-errors";
import { callService } from "./services/call-service";
import { PendingWrites } from "./sheet/pending-writes";

/** The facts about an execution that its script side is given. */
function createExecutionInfo(state: HostState, execution: Execution): ExecutionInfo {
  const { settings, manifest } = state;
  return {
    mode: execution.mode,
    entryPoint: execution.entryPoint,
    scopes: settings.grantedScopes ?? manifest.oauthScopes ?? null,
    missingScopes: missingScopes(state),
    consentAddress: settings.consentAddress,
    hasDocument: execution.document !== null,
    hasDocumentLock: execution.document !== null && execution.lacksLock !== true && settings.givesDocumentLock,
    hasUi: execution.hasUi,
    nowMs: isVirtualClock(state.clock) ? state.clock.now() : null,
    aheadMs: state.clock.aheadMs?.() ?? 0,
    seed: Math.floor(execution.random() * 2 ** 31),
    translated: settings.translated,
    timeZone: manifest.timeZone,
    locale: execution.document?.locale ?? "en",
    user: execution.user,
    scriptId: "local-script",
    projectTitle: state.title,
    dropNewBuiltIns: settings.dropNewBuiltIns,
    dateResultBecomesNull: settings.dateResultBecomesNull,
    undefinedFieldBecomesNull: settings.undefinedFieldBecomesNull,
  };
}

export type EndKind = "end" | "error" | "killed";

/**
 * Clears up after an execution: others see the writes of one that ended by itself; those of a killed one are lost
 * (google.kill-loses-writes).
 * @returns the refusal of a write that nobody has flushed before: the execution fails with it
 */
function endExecution(state: HostState, execution: Execution, kind: EndKind): ScriptError | null {
  let refusal: ScriptError | null = null;
  try {
    if (kind !== "killed") execution.pending?.flush();
  } catch (error) {
    const { message } = error as Error;
    refusal = new ScriptError("Exception", state.settings.translated ? translate(message) : message);
  }
  execution.pending = null;
  state.locks.releaseAll(execution);
  return refusal;
}

/** Runs executions: one worker each, host calls answered in order, ended by their limit, a crash point or themselves. */
export class ExecutionRunner {
  readonly #state: HostState;
  readonly #clock: HostClock;
  #nextId = 1;

  constructor(state: HostState) {
    this.#state = state;
    this.#clock = state.clock;
  }

  /** Resolves with the result as JSON text; rejects with a `ScriptError`. */
  run(request: ExecutionRequest): Promise<string> {
    return this.#clock.task(async () => {
      const { slots, settings } = this.#state;
      await slots.enter(request.user, request.entryPoint === "formula" && settings.formulasWait);
      try {
        // Even without latency a start is an event of the clock: one execution computes at a time, in a fixed order.
        await this.#clock.sleep(settings.startLatencyMs(this.#state.random));
        if (this.#state.isClosed) throw new ScriptError("Exception", "The host is closed.", { isKilled: true });
        const outcome = await this.#clock.park<string | ScriptError>((wake) => this.#begin(request, wake));
        if (typeof outcome === "string") return outcome;
        throw outcome;
      } finally {
        slots.leave(request.user);
      }
    });
  }

  #begin(request: ExecutionRequest, wake: (outcome: string | ScriptError) => void): void {
    const state = this.#state;
    const clock = this.#clock;
    const id = this.#nextId++;
    const execution: Execution = {
      ...request,
      id,
      calls: 0,
      isOver: false,
      pending: request.document && new PendingWrites(request.document, request.user, state.settings),
      random: createRandom(state.settings.seed * 7919 + id),
    };
    const worker = state.pool.take();
    let release = clock.hold();
    const overTime = () => finish("killed", this.#killed(request.limitMessage ?? MESSAGES.executionTime()));
    const cancelDeadline = clock.at(clock.now() + request.limitMs, overTime);
    const stopWatching = state.watchdog.watch(worker, overTime);

    const finish = (endKind: EndKind, result: string | ScriptError): void => {
      if (execution.isOver) return;
      execution.isOver = true;
      cancelDeadline();
      stopWatching();
      state.running.delete(execution);
      // Ending a thread takes real time, which the clock must not see.
      const releaseEnd = clock.hold();
      const freed = endKind === "killed" ? state.pool.end(worker) : Promise.resolve(state.pool.giveBack(worker));
      const refusal = endExecution(state, execution, endKind);
      const [kind, outcome] = endKind === "end" && refusal !== null ? ["error" as const, refusal] : [endKind, result];
      state.trace(execution.id, kind, typeof outcome === "string" ? "" : outcome.message);
      void freed.then(() => {
        wake(outcome);
        release();
        releaseEnd();
      });
    };

    const onCall = (name: string, args: unknown[]): void => {
      void clock.task(async () => {
        release();
        const answer = await callService(state, execution, name, args, () =>
          finish("killed", this.#killed(MESSAGES.serverError())),
        );
        if (execution.isOver) return;
        release = clock.hold();
        worker.reply(answer);
      });
    };

    worker.onMessage = (message: WorkerMessage) => {
      if (message.type === "call") onCall(message.name, message.args);
      else if (message.type === "log") state.trace(execution.id, "log", message.text);
      else if (message.type === "end") finish("end", message.resultJson);
      else if (message.type === "error") finish("error", scriptErrorOf(message.error, state.project));
    };
    state.running.set(execution, (reason) => finish("killed", reason));
    state.trace(id, "start", `${request.entryPoint} ${request.functionName}`);
    worker.start({
      functionName: request.functionName,
      argsJson: request.argsJson,
      info: createExecutionInfo(state, execution),
    });
  }

  #killed(message: string): ScriptError {
    const text = this.#state.settings.translated ? translate(message) : message;
    return new ScriptError("Exception", text, { isKilled: true });
  }
}

/** The first place in the project's files that a stack names. */
function placeOf(stack: string, project: LoadedProject): { file: string; line: number } | null {
  const match = /project:(\d+)(?::\d+)?/.exec(stack);
  return match === null ? null : project.placeOf(Number(match[1]));
}

/** A script's error, with its stack in terms of the project's files, named without `.js` (google.top-level). */
function scriptErrorOf(data: ScriptErrorData, project: LoadedProject): ScriptError {
  const lines = data.stack
    .split("\n")
    .filter((line) => !/\bruntime:\d+|node:|worker\.cjs/.test(line))
    .map((line) =>
      line.replace(/project:(\d+)/, (_all, number: string) => {
        const { file, line: fileLine } = project.placeOf(Number(number));
        return `${file}:${fileLine}`;
      }),
    );
  return new ScriptError(data.name, data.message, {
    line: placeOf(data.stack, project)?.line ?? 0,
    stack: lines.join("\n"),
  });
}
