import { base, en, Faker } from "@faker-js/faker";
import { SAMPLE_DOMAINS } from "../samples/samples";
import type { Database } from "../storage/database";
import { type CompanyRecord, LAST_DAY_MS } from "./company-record";
import { inventCompany } from "./invent-company";
import places from "./places.json";

/** The tables of the seed. What is searched stands apart from what is only answered, so that a scan reads little. */
const SEED_TABLES = `
  CREATE TABLE companies (
    id INTEGER PRIMARY KEY, domain TEXT NOT NULL UNIQUE, name_key TEXT NOT NULL, industry TEXT NOT NULL,
    city TEXT NOT NULL, state TEXT NOT NULL, country TEXT NOT NULL, headcount INTEGER NOT NULL,
    headcount_range TEXT NOT NULL, type TEXT NOT NULL, founded INTEGER, revenue INTEGER, funding_stage TEXT,
    funded_on TEXT, last_funding INTEGER, total_funding INTEGER, job_postings INTEGER NOT NULL,
    growth_3 REAL NOT NULL, growth_6 REAL NOT NULL, growth_12 REAL NOT NULL, growth_24 REAL NOT NULL,
    description TEXT NOT NULL
  );
  CREATE TABLE company_answers (id INTEGER PRIMARY KEY, answer TEXT NOT NULL);
  CREATE TABLE company_keywords (keyword TEXT, company_id INTEGER, PRIMARY KEY (keyword, company_id)) WITHOUT ROWID;
  CREATE TABLE company_technologies (
    technology TEXT, company_id INTEGER, PRIMARY KEY (technology, company_id)
  ) WITHOUT ROWID;
  CREATE TABLE company_jobs (title TEXT, company_id INTEGER, PRIMARY KEY (title, company_id)) WITHOUT ROWID;
  CREATE TABLE company_departments (
    department TEXT, company_id INTEGER, growth_3 REAL, growth_6 REAL, growth_12 REAL, growth_24 REAL,
    PRIMARY KEY (department, company_id)
  ) WITHOUT ROWID;
  CREATE TABLE locations (name TEXT PRIMARY KEY, type TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE names (kind TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID;
`;

/** Made last: filling an indexed table takes twice as long. */
const SEED_INDEXES = `
  CREATE INDEX companies_by_name ON companies (name_key);
  CREATE INDEX companies_by_industry ON companies (industry);
  CREATE INDEX companies_by_city ON companies (city);
  CREATE INDEX companies_by_state ON companies (state);
  CREATE INDEX companies_by_country ON companies (country);
  CREATE INDEX companies_by_headcount_range ON companies (headcount_range);
  CREATE INDEX companies_by_funding_stage ON companies (funding_stage);
  ANALYZE;
`;

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
  random.setDefaultRefDate(LAST_DAY_MS);
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
