import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { openDatabase } from "../../local/service/storage/database";
import { contentOf } from "./support/expectations";
import { startServiceCommand } from "./support/service-command";
import { isRemote, startSandbox } from "./support/service-under-test";

(isRemote ? describe.skip : describe)("what was paid stays paid", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "sandbox-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("after a restart no credit, purchase, session or log entry is lost", async () => {
    const first = await startSandbox({ dataDirectory: folder });
    await first.call("email-verifier", { email: "ada.valid@reliable.example" });
    const search = { filters: { company_type: "Public" } };
    await first.call("search-company", search);
    const { meta } = contentOf(await first.call("domain-search", { company: "sixty-five.example", limit: 60 }));
    const account = contentOf(await first.call("account-information"));
    const ledger = first.service.controls.ledger();
    await first.close();

    const second = await startSandbox({ dataDirectory: folder });
    expect(contentOf(await second.call("account-information"))).toEqual(account);
    expect(contentOf(await second.call("email-verifier", { email: "ada.valid@reliable.example" })).free).toBe(true);
    expect((await second.call("search-company", search)).body.free).toBe(true);
    const rest = contentOf(await second.call("domain-search", { search_id: meta.search_id }));
    expect(rest.email_list).toHaveLength(5);
    expect(second.service.controls.ledger()).toEqual(ledger);
    expect(second.service.controls.calls()).toHaveLength(8);
    await second.close();
  });

  test("killed in the middle of its writes, the database opens, adds up and holds every answered charge @slow", async () => {
    const answered: string[] = [];
    for (let round = 0; round < 2; round++) {
      const service = await startServiceCommand(["--port", "0", "--data", folder, "--latency", "realistic"]);
      let ending: Promise<number | null> | undefined;
      const ask = async (operation: string, body: object, subject: string): Promise<void> => {
        const headers = { "X-KEY": "sandbox-key", "Content-Type": "application/json" };
        const response = await fetch(`${service.address}/${operation}`, {
          method: "POST",
          headers,
          body: JSON.stringify(body),
        });
        const content = contentOf({ status: response.status, headers: response.headers, body: await response.json() });
        if (content.free === false || content.email_list?.length > 0) answered.push(subject);
        if (answered.length >= 12 * (round + 1)) ending ??= service.end("SIGKILL");
      };
      const calls = Array.from({ length: 45 }, (_, turn) => {
        const domain = `killed-${round}-${turn}.example`;
        return turn % 5 === 0
          ? ask("email-verifier", { email: `ada@${domain}` }, `ada@${domain}`)
          : ask("domain-search", { company: domain }, domain);
      });
      const outcomes = await Promise.allSettled(calls);
      expect(await (ending ?? service.end("SIGKILL"))).toBeNull();
      // Otherwise nothing was under way when it was killed.
      expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    }
    const database = openDatabase(path.join(folder, "sandbox.sqlite"));
    expect(database.get("PRAGMA integrity_check")).toMatchObject({ integrity_check: "ok" });
    const count = (sql: string): number | undefined => database.get<{ n: number }>(sql)?.n;
    const charged = count("SELECT total(halves) AS n FROM ledger");
    expect(count("SELECT used_halves AS n FROM teams WHERE id = 'sandbox-team'")).toBe(charged);
    expect(count("SELECT total(charged_credits * 2) AS n FROM searched_domains")).toBe(
      count("SELECT total(halves) AS n FROM ledger WHERE operation = 'domain-search'"),
    );
    expect(count("SELECT count(*) AS n FROM verified_emails")).toBe(
      count("SELECT total(halves) AS n FROM ledger WHERE operation = 'email-verifier'"),
    );
    const subjects = database.all<{ subject: string }>("SELECT subject FROM ledger").map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(answered));
    database.close();
  });
});
