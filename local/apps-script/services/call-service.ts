import { isVirtualClock } from "../../clock/virtual-clock";
import type { Execution } from "../execution";
import { faultError } from "../faults";
import type { HostState, ServiceCalls } from "../host-state";
import type { Answer } from "../protocol";
import { cacheCalls } from "./cache-service";
import { copyCalls } from "./copies";
import { filterCalls } from "./filters";
import { lockCalls } from "./lock-service";
import { propertiesCalls } from "./properties-service";
import { rangeReads, rangeWrites } from "./range";
import { sheetReads, sheetStructure } from "./sheet";
import { sheetExtras } from "./sheet-extras";
import { triggerCalls } from "./triggers";
import { uiCalls } from "./ui";
import { urlFetchCalls } from "./url-fetch-app";

const utilitiesCalls: ServiceCalls = {
  "Utilities.sleep": (state, _execution, ms: number) => state.clock.sleep(ms),
};

/** Everything behind `SpreadsheetApp`. */
const spreadsheetCalls: ServiceCalls = {
  ...copyCalls,
  ...filterCalls,
  ...rangeReads,
  ...rangeWrites,
  ...sheetExtras,
  ...sheetReads,
  ...sheetStructure,
};

const CALLS: ServiceCalls = {
  ...cacheCalls,
  ...lockCalls,
  ...propertiesCalls,
  ...spreadsheetCalls,
  ...triggerCalls,
  ...uiCalls,
  ...urlFetchCalls,
  ...utilitiesCalls,
};

/** The names of all host calls, for settings that treat some differently. */
export function hostCallNames(): string[] {
  return Object.keys(CALLS);
}

/**
 * Answers a host call: crash points, the person at the keyboard, latency and faults come first. `crash` ends the execution.
 */
export async function callService(
  state: HostState,
  execution: Execution,
  name: string,
  args: unknown[],
  crash: () => void,
): Promise<Answer> {
  const index = ++execution.calls;
  const { settings, clock } = state;
  const nowMs = () => (isVirtualClock(clock) ? clock.now() : null);
  state.trace(execution.id, "call", name);
  if (crashesHere(state, execution, index, "before")) crash();
  if (execution.isOver) return { nowMs: nowMs(), value: null };
  try {
    if (execution.document !== null) await settings.betweenCalls?.(index, name, execution.document.facade);
    const latencyMs = settings.latencyMs(name, execution.random);
    if (latencyMs > 0) await clock.sleep(latencyMs);
    if (execution.isOver) return { nowMs: nowMs(), value: null };
    const call = CALLS[name];
    if (call === undefined) throw new Error(`The host has no call ${name}.`);
    const fault = state.faults.strike(settings.faults, name, execution.id);
    if (fault !== undefined && fault.when !== "after") throw faultError(fault, name);
    const value = (await call(state, execution, ...args)) ?? null;
    if (fault !== undefined) throw faultError(fault, name);
    if (crashesHere(state, execution, index, "after")) crash();
    return { nowMs: nowMs(), value };
  } catch (error) {
    if (crashesHere(state, execution, index, "after")) crash();
    const { message, name: errorName } = error as Error;
    return { nowMs: nowMs(), error: { message, name: errorName } };
  }
}

/** A crash point without an execution's number is used up by the first that reaches it. */
function crashesHere(state: HostState, execution: Execution, index: number, when: "before" | "after"): boolean {
  const point = state.settings.crash;
  if (point === null || point.callIndex !== index || point.when !== when) return false;
  if (point.executionId !== undefined && point.executionId !== execution.id) return false;
  state.settings.crash = null;
  return true;
}
