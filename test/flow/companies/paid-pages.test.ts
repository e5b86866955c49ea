import { afterEach, describe, expect, test } from "@jest/globals";
import type { JobCalls } from "../../../src/driver/driver";
import type { CompaniesPlan } from "../../../src/jobs/views";
import type { Refusal } from "../../../src/result";
import { dataOf, jobWorld } from "../jobs/job-document";
import { type FillDocument, openFillDocument, planRequest } from "./fill-document";

// Pages that were paid for are told as free. What the service finds may have changed since.

const world = jobWorld({ service: { companies: 2_000 } });
afterEach(() => {
  world.service.fetch = world.fetchOfService;
});

interface PageAnswer {
  free: boolean;
  pagination: { current_page: number; total_count: number; total_page: number };
}

/** From now on answers with companies come changed. */
function answerOtherwise(change: (answer: PageAnswer) => void): void {
  world.service.fetch = async (request) => {
    const response = await world.fetchOfService(request);
    if (!request.url.includes("search-company") || response.status !== 200) return response;
    const answer = (await response.json()) as PageAnswer;
    change(answer);
    return Response.json(answer);
  };
}

let year = 1950;
/** A search that nobody has paid for yet. */
const newFilters = () => ({ company_type: "Private", company_founded: { min: year++ } });

async function previewAndPlan(document: FillDocument, filters: ReturnType<typeof newFilters>, pages: number) {
  const preview = dataOf(await document.call("previewSearch", filters));
  if (preview.state !== "found") throw new Error(preview.state);
  const choices = {
    filters,
    totals: preview.totals,
    pages,
    target: { kind: "new", sheetName: "Second" } as const,
  };
  const plan = dataOf(await document.call("planJob", planRequest(choices))) as CompaniesPlan;
  return { choices, plan };
}

describe("a list goes on by the totals that it began with while the service's data change a little", () => {
  test("when more pages are wanted another day: no page is paid for that is not written @slow", async () => {
    const document = openFillDocument(world);
    const end = await document.fill({ filters: newFilters(), pages: 4 });
    answerOtherwise(({ pagination }) => {
      pagination.total_count += 1;
    });
    const more = dataOf(await document.call("resumeJob", { jobId: end.id, withOwnKey: false, pages: 10 }));
    const goneOn = await document.driveFill(more);
    expect(goneOn).toMatchObject({ state: "finished", written: { pages: 10 }, job: { spent: { halves: 20 } } });
  });

  test("also when it swings from one answer to the next @slow", async () => {
    const document = openFillDocument(world);
    let answers = 0;
    answerOtherwise(({ pagination }) => {
      pagination.total_count += answers++ % 2;
    });
    const end = await document.fill({ filters: newFilters(), pages: 12 });
    expect(end).toMatchObject({ state: "finished", written: { pages: 12 } });
    expect(document.pagesAsked()).toHaveLength(12);
  });
});

test("a list that has grown a little is done at the price that was told, and offers the page that has come", async () => {
  const document = openFillDocument(world);
  const filters = newFilters();
  const { choices, plan } = await previewAndPlan(document, filters, 1_000);
  const all = { ...choices, pages: plan.pages };
  answerOtherwise(({ pagination }) => {
    pagination.total_count += 25;
    pagination.total_page += 1;
  });
  const end = await document.fill({ ...all, toAsk: plan.pages });
  const pages = plan.pages ?? 0;
  expect(end).toMatchObject({ state: "finished", written: { pages, pagesInAll: pages + 1 } });
});

test("pages count for the number of companies that the search found when they were bought @slow", async () => {
  const document = openFillDocument(world);
  const filters = newFilters();
  answerOtherwise(({ pagination }) => {
    pagination.total_count *= 2;
  });
  const { id } = await document.fill({ filters, pages: 4, totals: null });
  await document.undo(id, "undo");
  world.service.fetch = world.fetchOfService;
  expect((await previewAndPlan(document, filters, 4)).plan).toMatchObject({ freePages: 0 });
});

describe("pages of a search that another list has paid for", () => {
  test("are told as free, and are @slow", async () => {
    const document = openFillDocument(world);
    const filters = newFilters();
    await document.fill({ filters, pages: 4 });
    const { choices, plan } = await previewAndPlan(document, filters, 5);
    expect(plan).toMatchObject({ freePages: 4, maxHalves: 2 });
    const end = await document.fill({ ...choices, toAsk: plan.pages });
    expect(end).toMatchObject({ state: "finished", job: { spent: { halves: 2 } } });
  });

  test("are not told as free when the search finds another number of companies now @slow", async () => {
    const document = openFillDocument(world);
    const filters = newFilters();
    await document.fill({ filters, pages: 4 });
    answerOtherwise((answer) => {
      answer.pagination.total_count += 1;
      answer.free = false;
    });
    const { choices, plan } = await previewAndPlan(document, filters, 5);
    // Only the preview's own page.
    expect(plan).toMatchObject({ freePages: 1, maxHalves: 8 });
    answerOtherwise((answer) => {
      answer.pagination.total_count += 1;
      answer.free = answer.pagination.current_page === 1;
    });
    const end = await document.fill({ ...choices, toAsk: plan.pages });
    expect(end).toMatchObject({ state: "finished", job: { spent: { halves: 8 } } });
  });

  test("pause the list when they are charged although nothing seems to have changed; resumed, it pays @slow", async () => {
    const document = openFillDocument(world);
    const filters = newFilters();
    await document.fill({ filters, pages: 30 });
    const { choices, plan } = await previewAndPlan(document, filters, 31);
    expect(plan).toMatchObject({ freePages: 30, maxHalves: 2 });
    answerOtherwise((answer) => {
      answer.free = false;
    });
    // Without totals it asks for its first page alone.
    const end = await document.fill({ ...choices, totals: null, toAsk: plan.pages });
    expect(end).toMatchObject({ state: "paused", stop: { code: "CHARGED_AGAIN" }, job: { spent: { halves: 2 } } });
    expect(await document.goOn(end.id)).toMatchObject({ state: "finished", written: { pages: 31 } });
  });
});

test("pages that the list has paid itself, and whose answers Google has lost, are not told as free", async () => {
  const document = openFillDocument(world);
  const fill = await document.startFill({ filters: newFilters(), pages: 7 });
  const lost: Refusal = { ok: false, code: "GOOGLE_FAILED", message: "Lost.", remedy: "" };
  let losses = 3;
  const step: JobCalls["step"] = async (request) => {
    const result = await document.calls.step(request);
    return request.do === "ask" && losses-- > 0 ? lost : result;
  };
  const { job, written } = await document.driveFill(fill, { calls: { ...document.calls, step } });
  expect(job.spent).toMatchObject({ halves: 14, isExact: true });
  expect(written).toMatchObject({ pages: 7, freePages: 0 });
});
