import { describe, expect, test } from "@jest/globals";
import { contentOf, expectFailure } from "./support/expectations";
import { isRemote, sandboxForEach } from "./support/service-under-test";

const HOUR_MS = 60 * 60 * 1000;

(isRemote ? describe.skip : describe)("sessions and charges of domain search", () => {
  const sandbox = sandboxForEach();
  const search = async (body: object, key?: string) => contentOf(await sandbox.call("domain-search", body, key));
  const credits = (): number => sandbox.service.controls.ledger().reduce((sum, entry) => sum + entry.halves, 0) / 2;
  const addresses = (answer: { email_list: { email: string }[] }): string[] =>
    answer.email_list.map(({ email }) => email);

  test.each([
    ["one-email.example", 1, 1],
    ["three-emails.example", 3, 1],
    ["thirty-five.example", 35, 1],
    ["sixty-five.example", 65, 2],
    ["hundred-twenty.example", 120, 3],
    ["nine-hundred.example", 900, 18],
  ])("%s has %d emails and costs %d in all", async (company, emails, cost) => {
    const found = new Set<string>();
    let answer = await search({ company, limit: 40 });
    for (const email of addresses(answer)) found.add(email);
    while (answer.meta.more_results) {
      answer = await search({ search_id: answer.meta.search_id });
      for (const email of addresses(answer)) found.add(email);
    }
    expect(found.size).toBe(emails);
    expect(answer.meta).toMatchObject({ remaining_emails: 0, total_emails: emails });
    expect(credits()).toBe(cost);
  });

  test("a continuation keeps limit, type and enrichment, whatever is sent with it (service.search-continuation)", async () => {
    const settings = {
      company: "nine-hundred.example",
      limit: 7,
      email_type: "professional",
      company_enrichment: true,
    };
    const first = await search(settings);
    const body = { search_id: first.meta.search_id, limit: 50, email_type: "all", company: "reliable.example" };
    const second = await search(body);
    expect(second.meta).toMatchObject({ limit: 7, domain: "nine-hundred.example", search_id: first.meta.search_id });
    expect(second.meta.remaining_emails).toBe(first.meta.remaining_emails - 7);
    expect(second.email_list).toHaveLength(7);
    expect(second.company_enrichment).toEqual(first.company_enrichment);
    for (const { email_type } of second.email_list) expect(email_type).toBe("professional");
    expect(addresses(first).some((email) => addresses(second).includes(email))).toBe(false);
  });

  test("a session ends 3 hours after the initial search, however often it was used (service.continuation-hours)", async () => {
    const { meta } = await search({ company: "nine-hundred.example", limit: 5 });
    sandbox.service.controls.moveClock(2 * HOUR_MS);
    await search({ search_id: meta.search_id });
    sandbox.service.controls.moveClock(HOUR_MS - 10_000);
    await search({ search_id: meta.search_id });
    sandbox.service.controls.moveClock(10_000);
    expectFailure(await sandbox.call("domain-search", { search_id: meta.search_id }), "INVALID_REQUEST");
  });

  test("a handle that was never given out, or to another team, is refused", async () => {
    const { meta } = await search({ company: "nine-hundred.example", limit: 5 });
    expectFailure(await sandbox.call("domain-search", { search_id: "made-up" }), "INVALID_REQUEST");
    expectFailure(await sandbox.call("domain-search", { search_id: 7 }), "INVALID_REQUEST");
    expectFailure(await sandbox.call("domain-search", { search_id: meta.search_id }, "free-key"), "INVALID_REQUEST");
    expect((await search({ search_id: meta.search_id }, "sandbox-colleague-key")).email_list).toHaveLength(5);
  });

  test("an answer that was lost has moved the session on and was charged (service.search-continuation)", async () => {
    const first = await search({ company: "hundred-twenty.example", limit: 50 });
    sandbox.service.controls.addFault({ kind: "reset-after" });
    await expect(sandbox.call("domain-search", { search_id: first.meta.search_id })).rejects.toThrow();
    expect(credits()).toBe(2);
    const third = await search({ search_id: first.meta.search_id });
    expect(third.meta).toMatchObject({ remaining_emails: 0, more_results: false });
    expect(third.email_list).toHaveLength(20);
    const anew = await search({ company: "hundred-twenty.example", limit: 100 });
    expect(anew.email_list).toHaveLength(100);
    expect(credits()).toBe(3);
  });

  test("a connection lost before the call did anything leaves the session where it was", async () => {
    const first = await search({ company: "hundred-twenty.example", limit: 50 });
    sandbox.service.controls.addFault({ kind: "reset-before" });
    await expect(sandbox.call("domain-search", { search_id: first.meta.search_id })).rejects.toThrow();
    expect(credits()).toBe(1);
    expect((await search({ search_id: first.meta.search_id })).meta.remaining_emails).toBe(20);
  });

  test("an exhausted session answers an empty list and charges nothing", async () => {
    const { meta } = await search({ company: "three-emails.example" });
    expect(meta.more_results).toBe(false);
    const again = await search({ search_id: meta.search_id });
    expect(again).toMatchObject({ email_list: [], meta: { more_results: false, remaining_emails: 0 } });
    expect(credits()).toBe(1);
  });

  test("a company searched before is free for the whole team, in any way it is named (service.domain-price)", async () => {
    const first = await search({ company: "Sixtyfive Energy", limit: 100 });
    expect(credits()).toBe(2);
    const again = await search({ company: "https://sixty-five.example", limit: 100 }, "sandbox-colleague-key");
    expect(addresses(again)).toEqual(addresses(first));
    await search({ company: "sixty-five.example", email_type: "generic" });
    expect(credits()).toBe(2);
    await search({ company: "sixty-five.example", limit: 100 }, "free-key");
    expect(credits()).toBe(4);
  });

  test("50 emails cost one credit, whether pulled at once or one by one; the 51st costs another (service.domain-price)", async () => {
    let answer = await search({ company: "hundred-twenty.example", limit: 1 });
    for (let pulled = 1; pulled < 50; pulled++) answer = await search({ search_id: answer.meta.search_id });
    expect(credits()).toBe(1);
    await search({ company: "hundred-twenty.example", limit: 50 });
    expect(credits()).toBe(1);
    await search({ search_id: answer.meta.search_id });
    expect(credits()).toBe(2);
  });

  test("without the credits for it a search is refused as a whole, and the session stays where it was (service.failure-answers)", async () => {
    sandbox.service.controls.setAccount("free-key", { credits: 1 });
    const first = await search({ company: "hundred-twenty.example", limit: 50 }, "free-key");
    const next = { search_id: first.meta.search_id };
    expectFailure(await sandbox.call("domain-search", next, "free-key"), "INSUFFICIENT_CREDITS");
    sandbox.service.controls.setAccount("free-key", { credits: 1 });
    expect((await search(next, "free-key")).meta.remaining_emails).toBe(20);
  });
});
