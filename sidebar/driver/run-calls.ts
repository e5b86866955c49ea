import type { Result } from "../../src/result";
import type { EndRequest, Look, LookRequest, SliceReport, SliceRequest } from "../../src/runs/slices";
import type { RunView } from "../../src/runs/views";

/** The driver's way to the server: `google.script.run` in the page, the host in tests, `npm run try` and the bench. */
export interface RunCalls {
  lookAhead(request: LookRequest): Promise<Result<Look>>;
  runSlice(request: SliceRequest): Promise<Result<SliceReport>>;
  prepareRun(runId: string): Promise<Result<RunView>>;
  endRun(request: EndRequest): Promise<Result<RunView>>;
}
