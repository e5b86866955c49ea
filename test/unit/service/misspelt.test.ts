import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { meantProvider, mendedAddress } from "../../../src/service/misspelt";

test.each(
  [...["gmial.com", "gmai.com", "gmail.con", "gmail.co", "gamil.com", "gnail.com", "gmail.comm", "GMAIL.CON"]].map(
    (domain) => [domain, "gmail.com"] as const,
  ),
)("%s means %s", (domain, meant) => {
  expect(meantProvider(domain)).toBe(meant);
});

test.each([
  ["hotmial.con", "hotmail.com"],
  ["hotmal.com", "hotmail.com"],
  ["hotmail.co", "hotmail.com"],
  ["outlok.com", "outlook.com"],
  ["yahooo.com", "yahoo.com"],
  ["iclod.com", "icloud.com"],
  ["protonmial.com", "protonmail.com"],
])("%s means %s", (domain, meant) => {
  expect(meantProvider(domain)).toBe(meant);
});

test.each([
  ...["gmail.com", "mail.com", "email.com", "ymail.com", "hotmail.fr", "yahoo.co.uk", "yahoo.ca", "outlook.de"],
  ...[
    "att.com",
    "verizon.com",
    "sky.com",
    "acme.example",
    "live.com",
    "mailgun.com",
    "zoom.com",
    "cloud.com",
    "me.com",
  ],
])("%s is as it should be", (domain) => {
  expect(meantProvider(domain)).toBeNull();
});

test("an address is mended only where its domain is to be", () => {
  expect(mendedAddress("Ann.Lee@Gmial.com", ["gmial.com"])).toBe("Ann.Lee@gmail.com");
  expect(mendedAddress("ann@gmial.com", [])).toBe("ann@gmial.com");
  // Only what the script itself would suggest.
  expect(mendedAddress("ann@acme.example", ["acme.example"])).toBe("ann@acme.example");
});

test("whatever a domain is, nothing or a provider is suggested", () => {
  fc.assert(
    fc.property(fc.domain(), (domain) => {
      const meant = meantProvider(domain);
      expect(meant === null || meantProvider(meant) === null).toBe(true);
    }),
    { seed: 36 },
  );
});
