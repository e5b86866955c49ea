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

/** How many host calls some work takes. */
export async function countCalls({ host }: FlowWorld, work: () => Promise<void>): Promise<number> {
  let calls = 0;
  const untrace = host.onTrace(({ event }) => {
    if (event === "call") calls++;
  });
  await work();
  untrace();
  return calls;
}

/** Presses a button again when Google has failed, as an execution that was killed does. */
export async function press<Data>(call: () => Promise<Result<Data>>): Promise<Data> {
  const result = await call();
  return dataOf(result.ok || result.code !== "GOOGLE_FAILED" ? result : await call());
}
