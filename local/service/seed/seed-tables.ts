/** The tables of the seed. Columns that are searched stand apart from those that are answered: a scan stays short. */
export const SEED_TABLES = `
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
export const SEED_INDEXES = `
  CREATE INDEX companies_by_name ON companies (name_key);
  CREATE INDEX companies_by_industry ON companies (industry);
  CREATE INDEX companies_by_city ON companies (city);
  CREATE INDEX companies_by_state ON companies (state);
  CREATE INDEX companies_by_country ON companies (country);
  CREATE INDEX companies_by_headcount_range ON companies (headcount_range);
  CREATE INDEX companies_by_funding_stage ON companies (funding_stage);
  ANALYZE;
`;
