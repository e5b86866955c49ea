import { domainToASCII } from "node:url";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { inOneForm, oneSpelling } from "../../src/spelling";

describe("one spelling", () => {
  test.each([
    ["xn--mnchen-3ya.example", "m\u00fcnchen.example"],
    ["XN--MNCHEN-3YA.example", "m\u00fcnchen.example"],
    ["MU\u0308NCHEN.example", "m\u00fcnchen.example"],
    ["ann@mail.xn--bcher-kva.example", "ann@mail.b\u00fccher.example"],
    ["https://www.xn--fiqs8s.example/about", "https://www.中国.example/about"],
    ["xn--e1afmkfd.xn--80akhbyknj4f", "пример.испытание"],
    ["xn--i-7iq.example", "i❤.example"],
    ["Jose\u0301@acme.example", "jos\u00e9@acme.example"],
  ])("of %s is %s", (text, spelling) => expect(oneSpelling(text)).toBe(spelling));

  test.each([
    "ann@acme.example",
    "acme.example",
    "xn--.example",
    "xn--acme-.example",
    "xn---abc.example",
    "xn--99999999.example",
    "my-xn--mnchen-3ya.example",
    "xn--mnchen-3ya@acme.example",
    "xn--mnchen-3ya.b@acme.example",
    // These stand for a sign that no cell keeps: half of another one, a blank, a mark of direction.
    "xn--aa-0d9k.example",
    "xn--aa-2ca.example",
    "xn--aa-q1t.example",
  ])("of %s is what it was", (text) => expect(oneSpelling(text)).toBe(text));

  test("is the same for every domain and its form in ASCII", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abz059-äöéßñłșжщ中日ひ한ب"), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const domain = `${one}.${other}.example`;
        const ascii = domainToASCII(domain);
        // No label of a domain begins or ends with this sign.
        fc.pre(ascii !== "" && !/^-|-$|-\.|\.-/.test(domain));
        expect([oneSpelling(ascii), oneSpelling(`ann@${ascii}`)]).toEqual([domain, `ann@${domain}`]);
      }),
      { seed: 36 },
    );
  });

  test("is its own spelling, so that a kept key is read as it was written", () => {
    const labels = fc.string({ unit: fc.constantFrom(..."xn-abk059.@ eÉ\u0301ü中"), maxLength: 20 });
    fc.assert(
      fc.property(labels, (text) => {
        const spelling = oneSpelling(`xn--${text}`);
        expect([oneSpelling(spelling), inOneForm(spelling)]).toEqual([spelling, spelling]);
      }),
      { seed: 36 },
    );
  });
});
