import type { Result } from "../../src/result";
import type { EndRequest, Look, LookRequest, SliceReport, SliceRequest, StartedRun } from "../../src/runs/slices";
import type { RunView, RunWish } from "../../src/runs/views";

/** The driver's way to the server: `google.script.run` in the page, the host in tests, `npm run try` and the bench. */
export interface RunCalls {
  lookAhead(request: LookRequest): Promise<Result<Look>>;
  runSlice(request: SliceRequest): Promise<Result<SliceReport>>;
  prepareRun(runId: string): Promise<Result<RunView>>;
  endRun(request: EndRequest): Promise<Result<RunView>>;
}

/** What has to be called before there is something to drive. */
export interface StartCalls {
  startRun(wish: RunWish): Promise<Result<StartedRun>>;
}

/** Calls a function of the server by its name; what fails on the way is a refusal too. */
export type CallByName = (name: string, args: unknown[]) => Promise<Result<unknown>>;

/** The functions that a driver needs, out of one that calls any. */
export function runCalls(call: CallByName): RunCalls & StartCalls {
  const named =
    <Argument, Data>(name: string) =>
    (argument: Argument) =>
      call(name, [argument]) as Promise<Result<Data>>;
  return {
    lookAhead: named("lookAhead"),
    runSlice: named("runSlice"),
    prepareRun: named("prepareRun"),
    endRun: named("endRun"),
    startRun: named("startRun"),
  };
}
