import { describe, expect, test } from "@jest/globals";
import { FAULT_KINDS } from "../../../local/service/faults/faults";
import { jobWorld } from "../jobs/job-document";
import { openFillDocument } from "./fill-document";

const world = jobWorld({ service: { companies: 2_000 } });

/** As many as are quick; `npm run bench` fills 1000. */
const PAGES = 40;

/** Together 30 % of all calls go wrong: each kind strikes those that the ones before it have spared. */
const SHARE_OF_EACH_KIND = 1 - 0.7 ** (1 / FAULT_KINDS.length);

describe("a service that fails in every way, in 30 % of all calls", () => {
  test("each page is filled exactly once, in its order, and costs what the ledger says @slow", async () => {
    const document = openFillDocument(world);
    const filters = { company_founded: { min: 1900 } };
    const before = world.service.controls.ledger().length;
    for (const kind of FAULT_KINDS) {
      world.service.controls.addFault({ kind, operation: "search-company", probability: SHARE_OF_EACH_KIND });
    }
    const fill = await document.startFill({ filters, pages: PAGES });
    let end = await document.driveFill(fill);
    for (let tries = 0; end.state === "paused" && tries < 3; tries++) end = await document.goOn(end.id);
    world.service.controls.clearFaults();
    expect(end).toMatchObject({ state: "finished", written: { pages: PAGES, rows: PAGES * 25, alreadyThere: 0 } });
    const asked = document.pagesAsked();
    expect(asked.length).toBeGreaterThan(PAGES * 1.2);

    const charged = world.service.controls.ledger().slice(before);
    expect(charged).toHaveLength(PAGES);
    // Each page is counted once, however often its answer was lost.
    expect(end.job.spent.halves).toBe(2 * PAGES);

    const calm = openFillDocument(world);
    await calm.fill({ filters, pages: PAGES });
    expect(document.names()).toEqual(calm.names());
  });
});

test("a service that answers with its own faults for half a minute does not pause a list of companies", async () => {
  const document = openFillDocument(world);
  world.service.controls.addFault({ kind: "internal-error", operation: "search-company", times: 7 });
  const end = await document.fill({ filters: { company_founded: { min: 1900 } }, pages: 2 });
  expect(end).toMatchObject({ state: "finished", written: { pages: 2, rows: 50 } });
});

test("a bare 403 that passes does not pause a list of companies, and one that stays pauses it", async () => {
  const document = openFillDocument(world);
  const { fetch } = world.service;
  let refusals = 3;
  world.service.fetch = async (...call) =>
    refusals-- > 0 ? new Response("<html>Forbidden</html>", { status: 403 }) : fetch(...call);
  const filters = { company_founded: { min: 1900 } };
  expect(await document.fill({ filters, pages: 2 })).toMatchObject({ state: "finished" });
  refusals = 1_000;
  const end = await document.fill({ filters, pages: 3 });
  expect(end).toMatchObject({ state: "paused", stop: { code: "HTTP_403", remedy: "Try again in a minute." } });
});

test.each([
  ["within a limit", 2, "paused"],
  ["without one", null, "finished"],
])("a page whose answer a gateway has replaced may be charged: the job counts it, %s", async (_, capHalves, state) => {
  const document = openFillDocument(world);
  const { fetch, controls } = world.service;
  let replaced = 0;
  world.service.fetch = async (...call) => {
    const answer = await fetch(...call);
    return replaced++ > 0 ? answer : new Response("<html>Timeout</html>", { status: 408 });
  };
  const before = controls.ledger().length;
  const filters = { company_founded: { min: capHalves === null ? 1901 : 1902 } };
  const end = await document.fill({ filters, pages: 3, capHalves });
  const paid = controls
    .ledger()
    .slice(before)
    .reduce((sum, { halves }) => sum + halves, 0);
  expect(end.state).toBe(state);
  expect(paid).toBe(capHalves ?? 6);
  const { halves, isExact } = end.job.spent;
  expect(isExact ? halves === paid : halves >= paid).toBe(true);
});
