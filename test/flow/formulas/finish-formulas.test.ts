import { afterEach, expect, test } from "@jest/globals";
import type { HostFault } from "../../../local/apps-script/faults";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";

let sheet: FormulaDocument | null = null;
afterEach(async () => {
  await sheet?.close();
  sheet = null;
});

/** A service whose companies have these details. */
async function openWithDetails(details: Record<string, string>): Promise<FormulaDocument> {
  const document = await openFormulaDocument();
  const { service } = document;
  const { fetch } = service;
  service.fetch = async (request: Request) => {
    const answer = await fetch(request);
    if (!request.url.includes("domain-search")) return answer;
    const body = (await answer.json()) as { response: { company_enrichment: object } };
    Object.assign(body.response.company_enrichment, details);
    return Response.json(body);
  };
  sheet = document;
  return document;
}

test("answers that end in dots are finished, and can be turned into values", async () => {
  const document = await openWithDetails({ description: "We make tools for everybody who…", name: "Acme..." });
  await document.type("A1", ["reliable.example", "three-emails.example"]);
  await document.type("B1", ['=COMPANY_INFO(A1:A2, "name, description")']);
  await document.type("E1", ['=COMPANY_INFO(A1, "description")']);
  const before = document.shows("A1:E2");
  expect(before[0]?.slice(1, 3)).toEqual(["Acme...", "We make tools for everybody who…"]);
  const calls = document.calls.length;
  await document.clickMenu("finishFormulas");
  await document.clickMenu("turnFormulasIntoValues");
  expect([document.shows("A1:E2"), document.calls.length]).toEqual([before, calls]);
  await document.type("A1", ["one-email.example"]);
  expect(document.shows("B1:E2")).toEqual(before.map((row) => row.slice(1)));
  expect(document.calls).toHaveLength(calls);
});

test("a failure of Google is told in a sentence, and whoever chooses it again need not wait", async () => {
  const faults: HostFault[] = [];
  sheet = await openFormulaDocument({ settings: { faults } });
  const told: string[] = [];
  sheet.user.onUi((event) => {
    if (event.type === "toast") told.push(event.message);
  });
  for (const calls of ["property", "sheet"]) {
    faults.push({ calls: [calls], at: [2] });
    await sheet.clickMenu("finishFormulas");
    expect(told.pop()).toMatch(/^Something went wrong \(.+\)\. Try again in a minute/);
    faults.length = 0;
    await sheet.clickMenu("finishFormulas");
    expect(told.pop()).toBe("There is no Sheetscout formula to finish in this sheet.");
  }
});
