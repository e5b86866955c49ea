import { describe, expect, test } from "@jest/globals";
import { SAMPLE_EMAILS } from "../../local/service/samples/samples";
import { contentOf, expectFailure } from "./support/expectations";
import { isRemote, KNOWN_DOMAIN, sandboxForEach, serviceForAll } from "./support/service-under-test";

describe("email verification of any service", () => {
  const service = serviceForAll();

  test("has every field in its type (service.verification-answer)", async () => {
    const result = contentOf(await service.call("email-verifier", { email: `info@${KNOWN_DOMAIN}` }));
    expect(result).toEqual({
      free: expect.any(Boolean),
      email: `info@${KNOWN_DOMAIN}`,
      email_anon_id: expect.any(String),
      domain: KNOWN_DOMAIN,
      email_status: expect.stringMatching(/^(VALID|CATCH_ALL|INVALID)$/),
      email_sub_status: result.email_sub_status,
      catch_all_recovery: expect.any(Boolean),
      valid_format: true,
      disposable: expect.any(Boolean),
      gibberish: expect.any(Boolean),
      type: expect.stringMatching(/^(professional|generic|personal)$/),
      catch_all: expect.any(Boolean),
      mx_record_present: expect.any(Boolean),
      mx_record_main: expect.any(String),
      mx_record_list: expect.any(Array),
      smtp_provider: expect.any(String),
      total_emails: expect.any(Number),
    });
    for (const record of result.mx_record_list) expect(record).toEqual([expect.any(String), expect.any(Number)]);
    expect([null, "no_mx_records", "dns_timed_out", "smtp_timed_out", "smtp_unknown_response"]).toContain(
      result.email_sub_status,
    );
  });

  test("an address verified before is free (service.verified-before)", async () => {
    await service.call("email-verifier", { email: `info@${KNOWN_DOMAIN}` });
    const again = contentOf(await service.call("email-verifier", { email: `info@${KNOWN_DOMAIN}` }));
    expect(again.free).toBe(true);
  });

  test("the anonymous ID of a result stands for its address (service.verification-answer)", async () => {
    const first = contentOf(await service.call("email-verifier", { email: `info@${KNOWN_DOMAIN}` }));
    const again = contentOf(await service.call("email-verifier", { email_anon_id: first.email_anon_id }));
    expect(again).toEqual({ ...first, free: true });
  });

  test("total_emails agrees with email count (service.email-count, service.verification-answer)", async () => {
    const { total_emails } = contentOf(await service.call("email-verifier", { email: `info@${KNOWN_DOMAIN}` }));
    expect(total_emails).toBe(contentOf(await service.call("email-count", { domain: KNOWN_DOMAIN })).count);
  });

  test("exactly one of email and email_anon_id is required (service.verification-request)", async () => {
    expectFailure(await service.call("email-verifier", {}), "INVALID_REQUEST");
    const both = { email: `info@${KNOWN_DOMAIN}`, email_anon_id: "x" };
    expectFailure(await service.call("email-verifier", both), "INVALID_REQUEST");
  });

  test("an ID that the service never gave out is refused", async () => {
    expectFailure(await service.call("email-verifier", { email_anon_id: "made-up" }), "INVALID_REQUEST");
  });
});

(isRemote ? describe.skip : describe)("email verification of the sandbox", () => {
  const sandbox = sandboxForEach();
  const verify = async (body: object, key?: string) => contentOf(await sandbox.call("email-verifier", body, key));
  const halves = (): number => sandbox.service.controls.ledger().reduce((sum, entry) => sum + entry.halves, 0);

  test.each(SAMPLE_EMAILS)("the sample $email is $status: $about", async ({ email, status, recovered, about }) => {
    const result = await verify({ email });
    expect(result).toMatchObject({ email, email_status: status, catch_all_recovery: recovered === true });
    if (/^\w+_\w+_\w+$|^dns_timed_out$/.test(about)) expect(result.email_sub_status).toBe(about);
    if (about === "type generic") expect(result.type).toBe("generic");
    if (about === "type personal") expect(result.type).toBe("personal");
    expect(result.disposable).toBe(about === "disposable");
    expect(result.gibberish).toBe(about === "gibberish");
    expect(result.valid_format).toBe(email.includes("@"));
  });

  test("an address is compared without letter case and surrounding blanks", async () => {
    await verify({ email: "ada.valid@reliable.example" });
    const again = await verify({ email: "  Ada.Valid@RELIABLE.example " });
    expect(again).toMatchObject({ email: "ada.valid@reliable.example", free: true });
  });

  test("each new email costs half a credit, whatever its status (service.verification-price)", async () => {
    for (const { email } of SAMPLE_EMAILS) expect(await verify({ email })).toMatchObject({ free: false });
    expect(halves()).toBe(SAMPLE_EMAILS.length);
  });

  test("verified before means: by the caller's team, at any time (service.verified-before)", async () => {
    await verify({ email: "ada.valid@reliable.example" });
    expect((await verify({ email: "ada.valid@reliable.example" }, "sandbox-colleague-key")).free).toBe(true);
    expect((await verify({ email: "ada.valid@reliable.example" }, "free-key")).free).toBe(false);
    sandbox.service.controls.moveClock(400 * 24 * 60 * 60 * 1000);
    expect((await verify({ email: "ada.valid@reliable.example" })).free).toBe(true);
  });

  test("through an anonymous ID of a domain search only VALID is charged (service.found-address-price)", async () => {
    for (const domain of ["hundred-twenty.example", "catch-all.example", "recovered.example"]) {
      const { email_list } = contentOf(await sandbox.call("domain-search", { company: domain, limit: 12 }));
      for (const { email_anon_id } of email_list) {
        const before = halves();
        const { email_status, free } = await verify({ email_anon_id });
        expect({ free, cost: halves() - before }).toEqual(
          email_status === "VALID" ? { free: false, cost: 1 } : { free: true, cost: 0 },
        );
        expect((await verify({ email_anon_id })).free).toBe(true);
      }
    }
  });

  test("an address verified free of charge by its ID stays free by its name", async () => {
    const { email_list } = contentOf(await sandbox.call("domain-search", { company: "catch-all.example" }));
    const { email } = await verify({ email_anon_id: email_list[0].email_anon_id });
    expect(await verify({ email })).toMatchObject({ free: true });
  });

  test("without credits a new address is refused and one that costs nothing is answered (service.failure-answers)", async () => {
    sandbox.service.controls.setAccount("free-key", { credits: 0.5 });
    await verify({ email: "ada.valid@reliable.example" }, "free-key");
    expectFailure(
      await sandbox.call("email-verifier", { email: "bob.gone@reliable.example" }, "free-key"),
      "INSUFFICIENT_CREDITS",
    );
    expect(await verify({ email: "ada.valid@reliable.example" }, "free-key")).toMatchObject({ free: true });
    expect(halves()).toBe(1);
  });

  test("a refused address has not been bought: with new credits it is charged", async () => {
    const body = { email: "ada.valid@reliable.example" };
    expectFailure(await sandbox.call("email-verifier", body, "empty-key"), "INSUFFICIENT_CREDITS");
    sandbox.service.controls.setAccount("empty-key", { credits: 1 });
    expect(await verify(body, "empty-key")).toMatchObject({ free: false });
  });
});
