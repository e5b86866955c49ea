import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";
import { SANDBOX_TEAMS } from "../../local/service/ledger/accounts";
import { SAMPLE_DOMAINS, SAMPLE_EMAILS, SAMPLE_NAMES } from "../../local/service/samples/samples";
import { contentOf } from "./support/expectations";
import { isRemote, startSandbox } from "./support/service-under-test";

describe("the sandbox's samples", () => {
  test("are all listed in its README, with the keys", async () => {
    const readme = await readFile(path.join(PROJECT_ROOT, "local/service/README.md"), "utf8");
    const lines = readme.split("\n");
    const listed = (text: string, about: string): boolean =>
      lines.some((line) => line.split("|")[1]?.trim() === `\`${text}\`` && line.includes(about));
    for (const { email, about } of SAMPLE_EMAILS) expect([email, listed(email, about)]).toEqual([email, true]);
    for (const { domain, about } of SAMPLE_DOMAINS) expect([domain, listed(domain, about)]).toEqual([domain, true]);
    for (const { name, about } of SAMPLE_NAMES) expect([name, listed(name, about)]).toEqual([name, true]);
    for (const { id, keys } of SANDBOX_TEAMS)
      for (const key of keys) expect([key, listed(key, id)]).toEqual([key, true]);
  });

  test("lie on domains that nobody can own", () => {
    for (const { domain } of SAMPLE_DOMAINS) expect(domain).toMatch(/\.(example|test)$/);
  });

  (isRemote ? test.skip : test)("hold names that a sheet could take for formulas", async () => {
    const sandbox = await startSandbox();
    const body = { company: "formula-name.example", email_type: "professional", company_enrichment: true };
    const { email_list, company_enrichment } = contentOf(await sandbox.call("domain-search", body));
    expect(company_enrichment.name).toBe("=SUM(1,1) Labs");
    expect(email_list[0].last_name).toBe("=Stone(1)");
    await sandbox.close();
  });
});
