import { type Context, Hono } from "hono";
import { z } from "zod";
import { FAULT_KINDS } from "../faults/faults";
import { readJson, readText, saysJson } from "../http/read-body";
import { ServiceFailure } from "../http/service-failure";
import { PLANS } from "../ledger/accounts";
import { OPERATION_NAMES } from "../operations/operation";
import type { SandboxControls } from "./controls";

/** Far more than any test needs, and small enough to compute with. */
const MAX_CREDITS = 1_000_000_000;
const MAX_CALLS = 1_000_000;
const LONGEST_DELAY_MS = 60 * 60 * 1000;
const LONGEST_KEY = 500;
const LARGEST_BODY_BYTES = 16 * 1024;

const KEY = z.string().max(LONGEST_KEY);
const CLOCK = z.strictObject({ moveMs: z.int().min(0) });
const ACCOUNT = z.strictObject({
  key: KEY,
  credits: z.number().min(0).max(MAX_CREDITS).multipleOf(0.5).optional(),
  plan: z.enum(PLANS).optional(),
});
const FAULT = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  operation: z.enum(OPERATION_NAMES).optional(),
  key: KEY.optional(),
  skip: z.int().min(0).max(MAX_CALLS).optional(),
  times: z.int().min(1).max(MAX_CALLS).optional(),
  probability: z.number().min(0).max(1).optional(),
  delayMs: z.number().min(0).max(LONGEST_DELAY_MS).optional(),
  // 204, 205 and 304 have no body.
  status: z.union([z.int().min(200).max(203), z.int().min(206).max(303), z.int().min(305).max(599)]).optional(),
});

/**
 * Takes only a body that calls itself JSON: a page of another site can send any other kind without the browser's asking
 * first.
 */
async function read<Schema extends z.ZodType>(schema: Schema, { req }: Context): Promise<z.infer<Schema>> {
  if (!saysJson(req.header("Content-Type"))) {
    throw new ServiceFailure("INVALID_REQUEST", "The header Content-Type must be application/json.", 415);
  }
  return schema.parse(readJson(await readText(req.raw, LARGEST_BODY_BYTES)));
}

/** The controls over HTTP, for people and for tests in other processes. They take no key. */
export function controlRoutes(controls: SandboxControls): Hono {
  const routes = new Hono();
  routes.onError((error, context) => {
    const status = error instanceof ServiceFailure ? error.status : 400;
    const message =
      error instanceof z.ZodError
        ? z.prettifyError(error)
        : error instanceof ServiceFailure
          ? error.detail
          : error.message;
    if (status === 413) context.header("Connection", "close");
    return context.json({ error: true, message }, status);
  });
  routes.post("/clock", async (context) => {
    controls.moveClock((await read(CLOCK, context)).moveMs);
    return context.json({ error: false });
  });
  routes.post("/account", async (context) => {
    const { key, ...change } = await read(ACCOUNT, context);
    controls.setAccount(key, change);
    return context.json({ error: false });
  });
  routes.post("/faults", async (context) => {
    controls.addFault(await read(FAULT, context));
    return context.json({ error: false });
  });
  routes.delete("/faults", (context) => {
    controls.clearFaults();
    return context.json({ error: false });
  });
  routes.get("/calls", (context) => context.json({ error: false, calls: controls.calls() }));
  routes.get("/ledger", (context) => context.json({ error: false, ledger: controls.ledger() }));
  return routes;
}
