import type { Faker } from "@faker-js/faker";
import { type CompanyRecord, LAST_DAY_MS } from "./company-record";
import places from "./places.json";
import { headcountRange, REVENUE_STEPS, revenueRange } from "./ranges";
import vocabulary from "./vocabulary.json";

const GROWTH_MONTHS = [3, 6, 12, 24] as const;

type Growth = CompanyRecord["growth"];

const roundTo = (value: number, digits: number): number => Number(value.toPrecision(digits));

function inventGrowth(random: Faker): Growth {
  const yearly = random.number.float({ min: -30, max: 60, fractionDigits: 1 });
  const [three, six, twelve, twentyFour] = GROWTH_MONTHS.map((months) => roundTo((yearly * months) / 12, 3));
  return { 3: three ?? 0, 6: six ?? 0, 12: twelve ?? 0, 24: twentyFour ?? 0 };
}

function inventFunding(random: Faker): CompanyRecord["funding"] {
  if (random.datatype.boolean(0.55)) return null;
  const stage = random.helpers.arrayElement(vocabulary.fundingStages);
  const lastAmount = roundTo(10 ** random.number.float({ min: 5, max: 8.5 }), 2);
  // Spread towards the end, so that a look-back of 30 days finds some.
  const daysAgo = Math.floor(3000 * random.number.float() ** 2);
  return {
    stage,
    last_funding_date: new Date(LAST_DAY_MS - daysAgo * 86_400_000).toISOString().slice(0, 10),
    last_funding_amount: lastAmount,
    total_funding: lastAmount + roundTo(lastAmount * random.number.float({ min: 0, max: 4 }), 2),
  };
}

function inventLocation(random: Faker): CompanyRecord["location"] {
  const [city = "", state = "", country = "", country_code = "", timezone = "", timezone_offset = ""] =
    random.helpers.arrayElement(places);
  return {
    country,
    country_code,
    state,
    city,
    timezone,
    timezone_offset,
    postal_code: random.string.numeric(5),
    address: random.location.streetAddress(),
  };
}

const some = (random: Faker, words: string[], most: number): string[] =>
  random.helpers.arrayElements(words, { min: 0, max: most }).sort();

/** A made-up company with the given name and domain. */
export function inventCompany(name: string, domain: string, random: Faker): CompanyRecord {
  const headcount = Math.max(1, Math.round(10 ** random.number.float({ min: 0, max: 4.6 })));
  const revenue = random.datatype.boolean(0.15) ? null : random.helpers.arrayElement(REVENUE_STEPS).amount;
  const departments = some(random, vocabulary.departments, 5);
  return {
    name,
    domain,
    industry: random.helpers.arrayElement(vocabulary.industries),
    headcount,
    headcount_range: headcountRange(headcount),
    revenue,
    revenue_range: revenue === null ? null : revenueRange(revenue),
    type: random.helpers.weightedArrayElement([
      { value: "Private", weight: 80 },
      { value: "Public", weight: 8 },
      { value: "Non Profit", weight: 8 },
      { value: "Other", weight: 4 },
    ]),
    founded_in: random.datatype.boolean(0.05) ? null : random.number.int({ min: 1900, max: 2024 }),
    description: `${name}: ${random.company.catchPhrase()}.`,
    keywords: some(random, vocabulary.keywords, 6),
    technologies: some(random, vocabulary.technologies, 8),
    funding: inventFunding(random),
    location: inventLocation(random),
    growth: inventGrowth(random),
    department_growth: Object.fromEntries(departments.map((department) => [department, inventGrowth(random)])),
    hiring_for: some(random, vocabulary.jobTitles, 4),
    job_postings: random.number.int({ min: 0, max: 120 }),
  };
}
