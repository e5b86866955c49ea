import { Hono } from "hono";
import { z } from "zod";
import { FAULT_KINDS } from "../faults/fault";
import { PLANS } from "../ledger/plans";
import { OPERATION_NAMES } from "../operations/operation";
import type { SandboxControls } from "./controls";

const CLOCK = z.strictObject({ moveMs: z.number() });

const ACCOUNT = z.strictObject({
  key: z.string(),
  credits: z.number().min(0).multipleOf(0.5).optional(),
  plan: z.enum(PLANS).optional(),
});

const FAULT = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  operation: z.enum(OPERATION_NAMES).optional(),
  key: z.string().optional(),
  skip: z.int().min(0).optional(),
  times: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  delayMs: z.number().min(0).optional(),
  status: z.int().min(200).max(599).optional(),
});

/** The controls over HTTP, for people and for tests in other processes. They take no key. */
export function controlRoutes(controls: SandboxControls): Hono {
  const routes = new Hono();
  routes.onError((error, context) => {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : error.message;
    return context.json({ error: true, message }, 400);
  });
  routes.post("/clock", async (context) => {
    controls.moveClock(CLOCK.parse(await context.req.json()).moveMs);
    return context.json({ error: false });
  });
  routes.post("/account", async (context) => {
    const { key, ...change } = ACCOUNT.parse(await context.req.json());
    controls.setAccount(key, change);
    return context.json({ error: false });
  });
  routes.post("/faults", async (context) => {
    controls.addFault(FAULT.parse(await context.req.json()));
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
