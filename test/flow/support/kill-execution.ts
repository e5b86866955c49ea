import type { Result } from "../../../src/result";
import { dataOf, type FlowWorld } from "./flow-world";

/**
 * Kills the execution that makes the n-th host call from now on, right after that call.
 * @returns ends it
 */
export function killAt(world: FlowWorld, callNumber: number): () => void {
  const { host } = world;
  let calls = 0;
  const untrace = host.onTrace(({ event, executionId }) => {
    if (event !== "call" || ++calls !== callNumber) return;
    host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "after" };
  });
  return () => {
    untrace();
    host.settings.crash = null;
  };
}

/** The names of the host calls that some work makes. */
export async function traceCalls({ host }: FlowWorld, work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const untrace = host.onTrace(({ event, detail }) => {
    if (event === "call") names.push(detail);
  });
  await work();
  untrace();
  return names;
}

/** Counts the host calls of some work. */
export const countCalls = async (world: FlowWorld, work: () => Promise<unknown>): Promise<number> =>
  (await traceCalls(world, work)).length;

/** Calls that make the header of a new sheet read well, one after the other. */
const DRESSING = ["Sheet.setHidden", "Sheet.setFrozen", "Range.setStyle", "Range.setNotes"];

/** The numbers of the calls to be killed at: one in each `step`, and the first of each that dresses a header. */
export const callsToKill = (names: string[], step: number): number[] =>
  names.flatMap((name, i) => (i % step === 0 || (DRESSING.includes(name) && names.indexOf(name) === i) ? [i + 1] : []));

/** Presses a button again when Google has failed, as an execution that was killed does. */
export async function press<Data>(call: () => Promise<Result<Data>>): Promise<Data> {
  const result = await call();
  return dataOf(result.ok || result.code !== "GOOGLE_FAILED" ? result : await call());
}
