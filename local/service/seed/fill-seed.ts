import { base, en, Faker } from "@faker-js/faker";
import { SAMPLE_DOMAINS } from "../samples/samples";
import type { Database } from "../storage/database";
import type { CompanyRecord } from "./company-record";
import { inventCompany } from "./invent-company";
import places from "./places.json";
import { SEED_INDEXES, SEED_TABLES } from "./seed-tables";

const FAKER_SEED = 20_250_601;

/** Only top-level domains that are reserved for examples and tests (RFC 2606). */
const ENDINGS = ["example", "example", "test"];

function* inventCompanies(random: Faker, count: number): Generator<CompanyRecord> {
  const used = new Set<string>();
  for (const { company, domain } of SAMPLE_DOMAINS) {
    if (!company) continue;
    used.add(domain);
    yield inventCompany(company, domain, random);
  }
  while (used.size < count) {
    const name = random.company.name();
    const label = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
    const ending = random.helpers.arrayElement(ENDINGS);
    let domain = `${label}.${ending}`;
    for (let turn = 2; used.has(domain); turn++) domain = `${label}-${turn}.${ending}`;
    used.add(domain);
    yield inventCompany(name, domain, random);
  }
}

function insertCompany(seed: Database, id: number, company: CompanyRecord): void {
  const { location, funding, growth } = company;
  seed.run(
    `INSERT INTO companies VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
    ...[id, company.domain, company.name.toLowerCase(), company.industry],
    `${location.city}, ${location.state}, ${location.country}`,
    `${location.state}, ${location.country}`,
    location.country,
    ...[company.headcount, company.headcount_range, company.type, company.founded_in, company.revenue],
    ...[funding?.stage ?? null, funding?.last_funding_date ?? null],
    ...[funding?.last_funding_amount ?? null, funding?.total_funding ?? null, company.job_postings],
    ...[growth[3], growth[6], growth[12], growth[24]],
    company.description.toLowerCase(),
  );
  seed.run("INSERT INTO company_answers VALUES (?, ?)", id, JSON.stringify(company));
  for (const keyword of company.keywords) seed.run("INSERT INTO company_keywords VALUES (?, ?)", keyword, id);
  for (const technology of company.technologies) {
    seed.run("INSERT INTO company_technologies VALUES (?, ?)", technology.toLowerCase(), id);
  }
  for (const title of company.hiring_for) seed.run("INSERT INTO company_jobs VALUES (?, ?)", title.toLowerCase(), id);
  for (const [department, grown] of Object.entries(company.department_growth)) {
    seed.run(
      "INSERT INTO company_departments VALUES (?, ?, ?, ?, ?, ?)",
      ...[department, id, grown[3], grown[6], grown[12], grown[24]],
    );
  }
}

function insertLocations(seed: Database): void {
  for (const [city, state, country] of places) {
    seed.run("INSERT OR IGNORE INTO locations VALUES (?, 'CITY')", `${city}, ${state}, ${country}`);
    seed.run("INSERT OR IGNORE INTO locations VALUES (?, 'STATE')", `${state}, ${country}`);
    seed.run("INSERT OR IGNORE INTO locations VALUES (?, 'COUNTRY')", country ?? "");
  }
}

/** Fills an empty database with made-up companies, places and names; the same `companies` gives the same content. */
export function fillSeed(seed: Database, companies: number): void {
  const random = new Faker({ locale: [en, base], seed: FAKER_SEED });
  random.setDefaultRefDate("2025-12-31T00:00:00Z");
  seed.script(SEED_TABLES);
  seed.transaction(() => {
    let id = 0;
    for (const company of inventCompanies(random, companies)) insertCompany(seed, ++id, company);
    insertLocations(seed);
    for (const name of en.person?.first_name?.generic ?? [])
      seed.run("INSERT OR IGNORE INTO names VALUES ('first', ?)", name);
    for (const name of en.person?.last_name?.generic ?? [])
      seed.run("INSERT OR IGNORE INTO names VALUES ('last', ?)", name);
  });
  seed.script(SEED_INDEXES);
}
