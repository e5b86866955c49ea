import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createAnonymousId, readAnonymousId } from "../../local/service/directory/anonymous-id";
import { profileDomain } from "../../local/service/directory/domain-profile";
import { type EmailVerdict, judgeEmail } from "../../local/service/directory/email-verdict";
import { listEmail, storedEmails } from "../../local/service/directory/stored-emails";
import { SAMPLE_DOMAINS, SAMPLE_EMAILS } from "../../local/service/samples/samples";

const NAMES = { first: ["Ada", "Bob", "Cleo", "Dan", "Eve"], last: ["Stone", "River", "O'Hill", "Field"] };

const word = fc.stringMatching(/^[a-z]{2,9}$/);
const domain = fc.oneof(
  fc.tuple(word, fc.constantFrom("com", "de", "io", "example")).map((parts) => parts.join(".")),
  fc.constantFrom("gmail.com", "mailinator.com", ...SAMPLE_DOMAINS.map((sample) => sample.domain)),
);
const email = fc.oneof(
  fc
    .tuple(fc.oneof(word, fc.constantFrom("info", "sales", "xkcdqwrt", "a1b2c3d4")), domain)
    .map((parts) => parts.join("@")),
  fc.constantFrom(...SAMPLE_EMAILS.map((sample) => sample.email)),
  fc.string({ minLength: 1 }),
);

/** Rules about fields together, for any verdict whatever (service.verification-answer). */
function expectConsistent(verdict: EmailVerdict): void {
  const { email_status: status, email_sub_status: reason } = verdict;
  expect(verdict.mx_record_present).toBe(verdict.mx_record_list.length > 0);
  expect(reason === "no_mx_records").toBe(!verdict.mx_record_present);
  expect(verdict.mx_record_main).toBe(verdict.mx_record_list[0]?.[0] ?? "");
  if (reason !== null) expect(status).toBe("INVALID");
  if (status === "CATCH_ALL") expect(verdict).toMatchObject({ catch_all: true, catch_all_recovery: false });
  if (verdict.catch_all_recovery) expect(verdict.catch_all).toBe(true);
  if (verdict.catch_all_recovery) expect(status).not.toBe("CATCH_ALL");
  if (verdict.catch_all && status === "VALID") expect(verdict.catch_all_recovery).toBe(true);
  if (!verdict.valid_format) expect(status).toBe("INVALID");
  if (!verdict.mx_record_present) expect(verdict.total_emails).toBe(0);
  expect(verdict.email.endsWith(verdict.domain)).toBe(true);
}

describe("verdicts", () => {
  test("fields never contradict each other, and the same address gets the same verdict @slow", () => {
    fc.assert(
      fc.property(email, (address) => {
        const verdict = judgeEmail(address);
        expectConsistent(verdict);
        expect(judgeEmail(address)).toEqual(verdict);
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });

  test("addresses mix like those of a real list", () => {
    const verdicts = Array.from({ length: 4_000 }, (_, turn) => judgeEmail(`p.${turn}@firm${turn % 900}.com`));
    const share = (fits: (verdict: EmailVerdict) => boolean): number => verdicts.filter(fits).length / verdicts.length;
    expect(share(({ email_status }) => email_status === "VALID")).toBeGreaterThan(0.55);
    expect(share(({ email_status }) => email_status === "INVALID")).toBeGreaterThan(0.12);
    expect(share(({ email_status }) => email_status === "CATCH_ALL")).toBeGreaterThan(0.08);
    for (const reason of ["no_mx_records", "dns_timed_out", "smtp_timed_out", "smtp_unknown_response"]) {
      expect(share(({ email_sub_status }) => email_sub_status === reason)).toBeGreaterThan(0);
    }
    expect(share(({ catch_all_recovery }) => catch_all_recovery)).toBeGreaterThan(0.02);
  });

  test.each([
    ["a@b", false],
    ["a@b.example", true],
    ["a b@c.example", false],
    ["a..b@c.example", false],
    [".a@c.example", false],
    ["a@c.example:25", false],
    ["a@c.example.", false],
    ["a@c%2Eexample", false],
    ["a@c.example\\x", false],
    ["a@münchen.example", true],
    ["a@https://c.example", false],
    ["o'brien+list@c.example", true],
    [`${"a".repeat(65)}@c.example`, false],
    ["a@b@c.example", false],
  ])("%s has a valid format: %s", (address, expected) => {
    expect(judgeEmail(address).valid_format).toBe(expected);
  });

  test("the domain of an address is all that stands behind the @", () => {
    expect(judgeEmail("ada@www.firm.test")).toMatchObject({ domain: "www.firm.test", valid_format: true });
  });

  test("a webmail address is personal, a role generic, everything else professional", () => {
    expect(judgeEmail("sales@gmail.com").type).toBe("personal");
    expect(judgeEmail("sales+list@firm.test").type).toBe("generic");
    expect(judgeEmail("ada.stone@firm.test").type).toBe("professional");
  });

  test("an email that a domain search lists as VALID is VALID (service.found-emails) @slow", () => {
    for (const { domain: sample } of SAMPLE_DOMAINS) {
      for (const stored of storedEmails(profileDomain(sample), { ...NAMES, last: manyNames })) {
        const { email, email_anon_id, verification } = listEmail(stored, NOW_MS);
        if (verification.status === "VALID") expect(judgeEmail(email).email_status).toBe("VALID");
        expect(verification.last_verified_at === null).toBe(verification.status === "UNVERIFIED");
        expect(readAnonymousId(email_anon_id)).toBe(email);
        const verifiedMs = Date.parse(verification.last_verified_at ?? "");
        if (verification.status === "VALID") expect(Math.floor((NOW_MS - verifiedMs) / DAY_MS)).toBeLessThan(180);
      }
    }
  });
  const DAY_MS = 24 * 60 * 60 * 1000;
  const NOW_MS = Date.UTC(2027, 4, 1);
  const letters = [..."abcdefghij"];
  const manyNames = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `M${a}${b}${c}son`)));

  test("an anonymous ID leads back to its address, and no other text does", () => {
    fc.assert(
      fc.property(email, (address) => {
        const id = createAnonymousId(address);
        expect(readAnonymousId(id)).toBe(address);
        expect(readAnonymousId(`${id}A`)).toBeUndefined();
        expect(readAnonymousId(`A${id}`)).toBeUndefined();
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
