import { Hono } from "hono";
import { ConnectionReset } from "../faults/faults";
import { OPERATIONS } from "../operations/all-operations";
import { OPERATION_NAMES } from "../operations/operation";
import { readBody } from "./read-body";
import { failureBody, ServiceFailure } from "./service-failure";
import {
  applyFault,
  type CallVariables,
  checkKey,
  checkMethod,
  keepLog,
  keepText,
  limitRate,
  type ServiceWorld,
} from "./steps";

/**
 * The five operations over HTTP, each call going through the same steps: log, key, method, rate, body, faults.
 * @param controls routes under `/sandbox`, or nothing
 */
export function createApp(world: ServiceWorld, controls: Hono | undefined): Hono<{ Variables: CallVariables }> {
  const { storage, clock, latency, random } = world;
  const app = new Hono<{ Variables: CallVariables }>();

  app.onError((error, context) => {
    if (error instanceof ConnectionReset) throw error;
    const failure =
      error instanceof ServiceFailure
        ? error
        : new ServiceFailure("INTERNAL_ERROR", "An error occurred in the service; please contact support.");
    // A client that has gone reads no answer: that is no error.
    const isGone = (error as NodeJS.ErrnoException).code === "ECONNRESET";
    if (!(error instanceof ServiceFailure || isGone)) console.error(error);
    context.set("errorCode", failure.code);
    // The connection would take the unread rest of the body for its next request.
    if (failure.status === 413) context.header("Connection", "close");
    return context.json(failureBody(failure, context.req.path.slice(1)), failure.status);
  });
  if (controls) app.route("/sandbox", controls);
  app.use("*", keepLog(world), checkKey(world));
  for (const name of OPERATION_NAMES) {
    const steps = [checkMethod(), limitRate(world, name), keepText(), applyFault(world, name)] as const;
    app.all(`/${name}`, ...steps, async (context) => {
      const body = readBody(context.get("requestText"), name === "account-information");
      const delayMs = latency(name, random, body);
      if (delayMs > 0) await clock.sleep(delayMs);
      const call = { caller: context.get("caller"), body, now: clock.now() };
      return context.json(storage.state.transaction(() => OPERATIONS[name](storage, call)));
    });
  }
  app.notFound((context) => {
    context.set("errorCode", "INVALID_REQUEST");
    const failure = new ServiceFailure("INVALID_REQUEST", "The service has no such operation.");
    return context.json(failureBody(failure, ""), 404);
  });
  return app;
}
