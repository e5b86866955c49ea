import { expect, test } from "@jest/globals";
import { cpuTimeMs } from "../../local/clock/clock";
import { createSandboxService } from "../../local/service/sandbox-service";
import { SANDBOX_BASE_URL } from "../../scripts/build/build-settings";

/** Searches that between them use every kind of condition, from one index to a scan of all companies. */
const SEARCHES: object[] = [
  { company_industry: { include: ["Banking"] } },
  { company_industry: { exclude: ["Banking"] }, company_headcount_custom: { min: 5 } },
  { company_location_search: ["United States"] },
  {
    company_location_search: { include: ["California, United States"] },
    company_funding: { stage: ["Seed", "Series A"], last_funding: { min: "1M" } },
  },
  { company_keywords: { include: ["saas", "cloud", "data"], include_company_description: true } },
  { company_headcount_growth: { timeframe_month: 6, min: 5, departments: ["Sales", "Product"] } },
  { company_revenue: { min: "1M", max: "50M", include_unknown_revenue: true }, company_founded: { min: 1990 } },
  { company_technology: { include: ["React"], exclude: ["PHP"] }, company_type: "Private" },
];

const PAGES = 5;
const PAUSE_MS = 1_100;
const LONGEST_CPU_MS = 50;

test("a filtered company search among 20,000 companies answers after under 50 ms of computing @slow", async () => {
  let nowMs = Date.UTC(2030, 0, 1);
  const clock = { now: () => nowMs, sleep: async () => {} };
  const service = createSandboxService({ dataDirectory: null, clock });
  for (const filters of SEARCHES) {
    const times: number[] = [];
    for (let page = 1; page <= PAGES; page++) {
      nowMs += PAUSE_MS;
      const request = new Request(`${SANDBOX_BASE_URL}/search-company`, {
        method: "POST",
        headers: { "X-KEY": "sandbox-key", "Content-Type": "application/json" },
        body: JSON.stringify({ filters, page }),
      });
      const before = cpuTimeMs();
      const response = await service.fetch(request);
      await response.text();
      times.push(cpuTimeMs() - before);
      expect(response.ok).toBe(true);
    }
    // The shortest: the others may hold what Node compiles or clears away meanwhile.
    expect([filters, Math.min(...times) < LONGEST_CPU_MS]).toEqual([filters, true]);
  }
  service.close();
});
