import { describe, expect, test } from "@jest/globals";
import { contentOf, expectFailure } from "./support/expectations";
import { isRemote, KNOWN_DOMAIN, serviceForAll } from "./support/service-under-test";

describe("email count", () => {
  const service = serviceForAll();
  const count = async (domain: string): Promise<number> =>
    contentOf(await service.call("email-count", { domain })).count;

  test("gives the number of emails for a domain and for its website (service.email-count)", async () => {
    const known = await count(KNOWN_DOMAIN);
    expect(known).toBeGreaterThan(0);
    expect(Number.isInteger(known)).toBe(true);
    expect(await count(`https://www.${KNOWN_DOMAIN}/about?from=test#team`)).toBe(known);
    expect(await count(KNOWN_DOMAIN.toUpperCase())).toBe(known);
  });

  test("is free (service.email-count)", async () => {
    const before = contentOf(await service.call("account-information"));
    await count(KNOWN_DOMAIN);
    expect(contentOf(await service.call("account-information"))).toEqual(before);
  });

  test("needs a domain", async () => {
    expectFailure(await service.call("email-count", {}), "INVALID_REQUEST");
  });

  const sandboxTest = isRemote ? test.skip : test;

  sandboxTest.each([
    ["no-emails.example", 0],
    ["one-email.example", 1],
    ["three-emails.example", 3],
    ["hundred-twenty.example", 120],
    ["nine-hundred.example", 900],
    ["no-mx.example", 0],
  ])("%s has %d", async (domain, expected) => {
    expect(await count(domain)).toBe(expected);
  });

  sandboxTest.each(["Reliable Tools", "someone@reliable.example", "nodots", "http://", "127.0.0.1", "a..example"])(
    "%j is neither a domain nor a website",
    async (domain) => {
      expectFailure(await service.call("email-count", { domain }), "INVALID_REQUEST");
    },
  );

  sandboxTest("answers for domains nobody listed, always the same", async () => {
    const first = await count("some-company-nobody-knows.test");
    expect(await count("some-company-nobody-knows.test")).toBe(first);
  });
});
