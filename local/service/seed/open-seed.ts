import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { PROJECT_ROOT } from "../../project-root";
import type { NameLists } from "../directory/stored-emails";
import { type Database, openDatabase } from "../storage/database";

/** The companies, places and names that no call changes. */
export interface Seed {
  database: Database;
  names: NameLists;
  companyCount: number;
}

const SEED_FOLDER = path.join(PROJECT_ROOT, ".build/sandbox-seed");
const SOURCE_FOLDERS = ["local/service/seed", "local/service/samples"];

let sources: Buffer | undefined;

function readSources(): Buffer {
  const files = SOURCE_FOLDERS.flatMap((folder) => {
    const names = readdirSync(path.join(PROJECT_ROOT, folder)).sort();
    return names.map((name) => readFileSync(path.join(PROJECT_ROOT, folder, name)));
  });
  return Buffer.concat(files);
}

/** Names a seed by what it is made of, so that another seed gets another file. */
function fingerprint(companies: number): string {
  sources ??= readSources();
  return createHash("sha256").update(String(companies)).update(sources).digest("hex").slice(0, 16);
}

/**
 * Opens the seed, which is made once (some seconds for 20,000 companies) and then kept under `.build`.
 * @param companies the number of companies in it, the samples included
 */
export function openSeed(companies: number): Seed {
  const file = path.join(SEED_FOLDER, `${companies}-${fingerprint(companies)}.sqlite`);
  if (!existsSync(file)) {
    mkdirSync(SEED_FOLDER, { recursive: true });
    const script = [path.join(PROJECT_ROOT, "scripts/run.mjs"), "local/service/seed/generate.ts"];
    execFileSync(process.execPath, [...script, file, String(companies)], { cwd: PROJECT_ROOT, stdio: "inherit" });
  }
  const database = openDatabase(`${pathToFileURL(file)}?mode=ro&immutable=1`);
  const facts = factsOf.get(file) ?? readFacts(database);
  factsOf.set(file, facts);
  return { database, ...facts };
}

type SeedFacts = Omit<Seed, "database">;

/** Facts of seeds by their files, which never change: tests open the same one by the hundred. */
const factsOf = new Map<string, SeedFacts>();

function readFacts(database: Database): SeedFacts {
  const namesOf = (kind: string): string[] =>
    database.all<{ name: string }>("SELECT name FROM names WHERE kind = ? ORDER BY name", kind).map(({ name }) => name);
  return {
    names: { first: namesOf("first"), last: namesOf("last") },
    companyCount: database.get<{ count: number }>("SELECT count(*) AS count FROM companies")?.count ?? 0,
  };
}
