/** Head counts as the filter writes them (`company_headcount_range`), each with its largest number. */
export const HEADCOUNT_RANGES: [upTo: number, range: string][] = [
  [10, "1-10"],
  [20, "11-20"],
  [50, "21-50"],
  [100, "51-100"],
  [200, "101-200"],
  [500, "201-500"],
  [1_000, "501-1000"],
  [2_000, "1001-2000"],
  [5_000, "2001-5000"],
  [10_000, "5001-10000"],
  [Infinity, "10000+"],
];

/** Revenues as the filter writes them (`company_revenue`), each with its lower end in US dollars. */
export const REVENUE_STEPS: { name: string; amount: number }[] = [
  { name: "<100K", amount: 0 },
  { name: "100K", amount: 100_000 },
  { name: "500K", amount: 500_000 },
  { name: "1M", amount: 1_000_000 },
  { name: "5M", amount: 5_000_000 },
  { name: "10M", amount: 10_000_000 },
  { name: "25M", amount: 25_000_000 },
  { name: "50M", amount: 50_000_000 },
  { name: "100M", amount: 100_000_000 },
  { name: "250M", amount: 250_000_000 },
  { name: "500M", amount: 500_000_000 },
  { name: "1B", amount: 1_000_000_000 },
  { name: "5B", amount: 5_000_000_000 },
  { name: "10B+", amount: 10_000_000_000 },
];

export function headcountRange(headcount: number): string {
  return HEADCOUNT_RANGES.find(([upTo]) => headcount <= upTo)?.[1] ?? "10000+";
}

/** The range that a revenue lies in, such as `1M-5M`. */
export function revenueRange(revenue: number): string {
  const at = REVENUE_STEPS.findLastIndex(({ amount }) => revenue >= amount);
  const name = REVENUE_STEPS[at]?.name ?? "";
  const next = REVENUE_STEPS[at + 1]?.name;
  return next === undefined || at === 0 ? name : `${name}-${next}`;
}
