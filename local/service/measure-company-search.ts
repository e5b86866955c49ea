import { SANDBOX_BASE_URL } from "../../scripts/build/service-base-url";
import { createSandboxService } from "./sandbox-service";

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

/** A search and how long its answer took. */
export interface MeasuredSearch {
  filters: object;
  /** The median of several calls, HTTP left out. */
  medianMs: number;
  /** The shortest of them, which other programs on the machine have lengthened least. */
  fastestMs: number;
}

const ROUNDS = 5;
const PAUSE_MS = 1_100;

/** Measures company search against the full database, for the bench. */
export async function measureCompanySearch(): Promise<MeasuredSearch[]> {
  let nowMs = Date.UTC(2030, 0, 1);
  const service = createSandboxService({
    dataDirectory: null,
    clock: { now: () => nowMs, sleep: async () => {} },
  });
  const measured: MeasuredSearch[] = [];
  for (const filters of SEARCHES) {
    const times: number[] = [];
    for (let page = 1; page <= ROUNDS; page++) {
      nowMs += PAUSE_MS;
      const request = new Request(`${SANDBOX_BASE_URL}/search-company`, {
        method: "POST",
        headers: { "X-KEY": "sandbox-key", "Content-Type": "application/json" },
        body: JSON.stringify({ filters, page }),
      });
      const startedAt = performance.now();
      const response = await service.fetch(request);
      await response.text();
      times.push(performance.now() - startedAt);
      if (!response.ok) throw new Error(`A measured search was refused: ${JSON.stringify(filters)}`);
    }
    times.sort((one, other) => one - other);
    measured.push({ filters, medianMs: times[Math.floor(ROUNDS / 2)] ?? 0, fastestMs: times[0] ?? 0 });
  }
  service.close();
  return measured;
}
