import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  addressesIn,
  addressIn,
  companyIn,
  companyKey,
  domainsAmong,
  emailDoubt,
  refusalBelow,
  unwantedIn,
} from "../../../src/service/read-cell";

describe("an address that stands in a cell for certain", () => {
  test.each([
    ["ann@acme.example", "ann@acme.example"],
    ["mailto:ann@acme.example?subject=Hello", "ann@acme.example"],
    ["ann@acme.example'", "ann@acme.example"],
    ["Ann Lee <ann@acme.example>", "ann@acme.example"],
    ["Lee, Ann <ann@acme.example>", "ann@acme.example"],
    ['"Lee, Ann" <mailto:ann@acme.example>;', "ann@acme.example"],
    ["ann@acme.example <Ann@acme.example>", "Ann@acme.example"],
    ["<ann@acme.example>", "ann@acme.example"],
    ["'ann@acme.example'", "ann@acme.example"],
    ["(ann@acme.example)", "ann@acme.example"],
    ["'ann@acme.example", "ann@acme.example"],
    ["ann.o'lee@acme.example", "ann.o'lee@acme.example"],
    ["Email: ann@acme.example", "ann@acme.example"],
    ["e-mail address: <ann@acme.example>", "ann@acme.example"],
    ["ann@acme.example (work)", "ann@acme.example"],
    ["mailto:ann@acme.example (work, till May)", "ann@acme.example"],
    ["ann@acme.example.", "ann@acme.example"],
    ["ann@acme.example , ", "ann@acme.example"],
    ["ann@acme.example!", "ann@acme.example"],
    ["ann@acme.example…", "ann@acme.example"],
    ["# ann@acme.example...", "ann@acme.example"],
    ["“ann@acme.example”", "ann@acme.example"],
    ["«ann@acme.example»,", "ann@acme.example"],
    ["ann @ acme.example", "ann@acme.example"],
    ["ann@acme .example", "ann@acme.example"],
    ["an\u200bn@ac\u00adme.example", "ann@acme.example"],
    ["mailto:ann%2Bnews@acme.example", "ann+news@acme.example"],
    ["mailto:ann%40acme.example?subject=Hello%20you", "ann@acme.example"],
    ["ann (at) acme (dot) example", "ann@acme.example"],
    ["ann[at]acme.example", "ann@acme.example"],
    ["ａｎｎ＠ａｃｍｅ．ｅｘａｍｐｌｅ", "ann@acme.example"],
    ["ann@acme。example", "ann@acme.example"],
    ['"ann lee"@acme.example', '"ann lee"@acme.example'],
  ])("%s", (cell, address) => expect(addressesIn(cell)).toEqual([address]));

  test.each([
    "ann@acme.example; bob@acme.example",
    "ann@acme.example / bob@acme.example",
    "ann@acme.example, bob@acme.example, Ann@acme.example",
    "ann@acme.example bob@acme.example",
    "ann@acme.example\nbob@acme.example",
    "Lee, Ann <ann@acme.example>; Bob <bob@acme.example>",
    "ann@acme.example (work); bob@acme.example (home)",
  ])("is the first of several: %s", (cell) => {
    expect(addressesIn(cell)).toEqual(["ann@acme.example", "bob@acme.example"]);
    expect(addressIn(cell)).toBe("ann@acme.example");
  });
});

describe("a cell that may mean something else is not read, and its kind is told", () => {
  test.each([
    ["acme.example", "website"],
    ["https://acme.example/contact", "website"],
    ["Ann Lee", "name"],
    ["Lee, Ann", "name"],
    ["Dr. José O’Neill-Gómez", "name"],
    ["Acme", "noAt"],
    ["Ann Lee 2", "noAt"],
    ["ann at acme.example", "noAt"],
    ["ann@acme", "incomplete"],
    ["@acme.example", "incomplete"],
    [`${"a".repeat(65)}@acme.example`, "tooLong"],
    [`ann@${"acme.".repeat(49)}example`, "tooLong"],
    ["ann lee@acme.example", "words"],
    ["not ann@acme.example", "words"],
    ["ann@acme.example (or bob@acme.example)", "words"],
    ["ann@acme.example(old)", "words"],
    ["Name: ann@acme.example", "words"],
    ["ann@acme.example, sales", "words"],
    ["bob@acme.example <ann@acme.example>", "words"],
    ["mailto:ann@acme.example?cc=bob@acme.example", "severalAts"],
    ["mailto:ann@acme.example?cc=bob%40acme.example", "incomplete"],
    ["ann@acme@example", "severalAts"],
    ["ann@acme.example / or nobody", "words"],
  ])("%s: %s", (cell, doubt) => {
    expect(addressesIn(cell)).toEqual([]);
    expect(addressIn(cell)).toBe(cell);
    expect(emailDoubt(cell)).toBe(doubt);
  });
});

describe("a company that stands in a cell for certain", () => {
  test.each([
    ["acme.example", "acme.example"],
    ["//acme.example", "//acme.example"],
    ["https://www.acme.example/about", "https://www.acme.example/about"],
    ["acme.example,", "acme.example"],
    ["<https://acme.example/>", "https://acme.example/"],
    ["acme.example...", "acme.example"],
    ["acme.example!", "acme.example"],
    ["ac\u200bme.example", "acme.example"],
    ["ａｃｍｅ．ｅｘａｍｐｌｅ", "acme.example"],
    ["acme.example (customer)", "acme.example"],
    ["Website: acme.example", "acme.example"],
    ["@acme.example", "acme.example"],
    ["www acme.example", "acme.example"],
    ["Acme\u00ad Tools", "Acme Tools"],
    ["Ａcme\u200b Tools", "Acme Tools"],
    ["http:/acme.example", "acme.example"],
    ["http//www.acme.example", "acme.example"],
    ["https:acme.example/about", "acme.example/about"],
    ["ann@acme.example (beta.example)", "acme.example"],
    ["ann@acme.example", "acme.example"],
    ["Ann <ann@Acme.example>", "acme.example"],
    ["ann@acme.example; bob@acme.example", "acme.example"],
  ])("%s", (cell, company) => expect(companyIn(cell)).toBe(company));

  test.each([
    "Acme Tools, Inc.",
    "#1 Plumbing!",
    "Tools @ Home",
    "ann@gmail.com",
    "ann@yahoo.co.uk",
    "ann@acme.example; bob@other.example",
    "ann@gmial.com",
    "acme.example - old",
    "Acme.example Holdings (old.example)",
    "Acme Tools (the old ones)",
    "Acme Tools (acme.example)",
    "Acme Solutions (Pvt.Ltd)",
    "gmail.com (all)",
  ])("left as it is: %s", (cell) => expect(companyIn(cell)).toBe(cell));

  test("is the same one however its accents are written", () => {
    expect(companyKey("Cafe\u0301  Central")).toBe(companyKey("Caf\u00e9 central"));
  });

  test.each(["m\u00fcnchen.example", "mu\u0308nchen.example", "https://www.xn--mnchen-3ya.example/about"])(
    "is the same one however its domain is written: %s",
    (company) => expect(companyKey(company)).toBe("m\u00fcnchen.example"),
  );
});

describe("an address whose cell says that it must not be written to", () => {
  test.each([
    "ann@acme.example (do not contact)",
    "ann@acme.example (Unsubscribed)",
    "OPT-OUT <ann@acme.example>",
    "Ann (bounced) <ann@acme.example>",
    "Ann – don’t mail <ann@acme.example>",
    "ann@acme.example (do-not-contact)",
    "ann@acme.example (do_not_mail)",
    "ann@acme.example (do  not email)",
    "ann@acme.example (dont email)",
    "ann@acme.example (bounces)",
    "ann@acme.example (no mails please)",
    "ann@acme.example (no contact)",
    "(no contact) Ann Smith <ann@acme.example>",
    "ann@acme.example (do not call or email)",
    "ann@acme.example (do not call/email)",
    "ann@acme.example (do not call, mail, or write)",
    "ann@acme.example (no - unsubscribed)",
    "ann@acme.example (?unsubscribed)",
    "ann@acme.example (abbestellt)",
    "ann@acme.example (désabonné)",
    "ann@acme.example (keine E-Mails)",
    "ann@acme.example (keine E-Mail bitte)",
    "ann@acme.example (bitte nicht mehr anschreiben)",
    "ann@acme.example (abgemeldet am 30.11.2026)",
    "ann@acme.example - Werbewiderspruch",
    "ann@acme.example, bob@acme.example (unsubscribed)",
    "ann@acme.example - do not contact",
    "ann@acme.example unsubscribed!",
    "ann@acme.example / do not email",
    "Ann: ANN@acme.example, please no mails",
    "ann (at) acme (dot) example - bounced",
    "ann@acme.example (ne plus contacter)",
    "ann@acme.example - De\u0301sabonne\u0301e",
  ])("%s", (cell) => expect(unwantedIn(cell)).toContain("ann@acme.example"));

  test.each([
    "unsubscribe@acme.example",
    "ann@acme.example (old)",
    "ann@opt-out.example",
    "ann@acme.example, bob@bounce.example",
    "mailto:ann@acme.example?subject=unsubscribe",
    "ann@a.example, bounce-ann@a.example",
    "info@acme.example (no contact person)",
    "ann@acme.example (no contact since 2019)",
    "ann@acme.example (no email reply yet)",
    "Bouncing Castles Ltd <ann@acme.example>",
    "ann@acme.example (never bounced)",
    "ann@acme.example (not blacklisted)",
    "ann@acme.example (do not call, e-mail only)",
    "ann@acme.example (nicht abgemeldet)",
    "ann@acme.example (noch nicht gesperrt)",
    "ann@acme.example (pas désabonnée)",
    "ann@acme.example (sans opposition)",
    "ann@acme.example (kein Widerspruch)",
    "ann@acme.example (telefonisch nicht kontaktieren)",
    "ann@acme.example (kein Kontakt seit 2019)",
    "ann@acme.example (keine E-Mail-Antwort)",
    "do not contact",
    "",
  ])("not so: %s", (cell) => expect(unwantedIn(cell)).toEqual([]));
});

describe("a column that says not to write to somebody", () => {
  test.each([
    "Unsubscribed",
    "unsubscribed_at",
    "Unsubscribed from all email",
    "Opted out of email: Customer Service Communication",
    "Opt-out",
    "Opted out",
    "optOut",
    "Email Opt Out",
    "HasOptedOutOfEmail",
    "GDPR opt-out",
    "Opt-out (SMS and email)",
    "Newsletter: unsubscribed",
    "Do not contact",
    "Do not mail",
    "do_not_email",
    "DoNotContact",
    "Do not allow Bulk Emails",
    "Do not call or email",
    "No mails",
    "DNC",
    "Blacklisted",
    "Newsletter abgemeldet",
    ...[
      "Keine E-Mails",
      "Keine E-Mail",
      "keine_e_mails",
      "Kein Newsletter",
      "Nicht mehr kontaktieren",
      "Nicht anmailen",
    ],
    ...["Abmeldung", "Werbesperre", "E-Mail-Sperre", "Widerspruch", "Gesperrt", "Blacklist"],
    ...["Nicht per E-Mail kontaktieren", "Nicht mehr per Mail anschreiben", "Werbesperre (Telefon, E-Mail)"],
    ...["Sperrvermerk", "Ausgetragen am"],
    ...["Ne plus contacter", "Ne pas envoyer", "ne_pas_contacter", "Désinscription", "Désinscrits", "Désabonnement"],
    ...["Date de désinscription", "Liste noire", "De\u0301sabonne\u0301", "Desabonne"],
  ])("has a header such as %s, and yes below it", (header) => {
    const isRefusal = refusalBelow(header);
    expect([isRefusal("yes"), isRefusal("no"), isRefusal("")]).toEqual([true, false, false]);
  });

  test.each([
    ...[
      "TRUE",
      "Yes",
      "y",
      "x",
      "X",
      "1",
      "✓",
      "☑",
      "2",
      "ja",
      "2026-03-01",
      "unsubscribed",
      "opted out",
      "Do Not Allow",
    ],
    ...[
      "asked in May",
      "?",
      "#N/A",
      "Loading...",
      "oui",
      "nicht mehr",
      "plus",
      "ne pas contacter",
      ...["nicht gestattet", "keine Kundenmails", "keine Ausnahmen", "désabonné par téléphone"],
      String(new Date(0)),
    ],
  ])("has below its header: %s", (cell) => expect(refusalBelow("Opted out")(cell)).toBe(true));

  test.each([
    ...["", " ", "false", "FALSE", "No", "n", "N", "0", "0.00", "-", "–", "—", "never", "none", "NULL", "n/a", "nein"],
    ...["☐", "0000-00-00 00:00:00", "00/00/0000", "subscribed", "opted in", "Opt-in", "Allow", "not opted out"],
    ...["keine", "angemeldet", "nicht abgemeldet", "nicht gesperrt", "keine Abmeldung", "kein Widerspruch"],
    ...["noch nicht", "noch nicht abgemeldet", "nie", "pas encore", "pas encore désabonné", "non", "jamais", "not yet"],
    ...["pas de\u0301sabonne\u0301", "abonné", "non désinscrit"],
    ...["keine Werbesperre", "https://news.example/unsubscribe?who=ann"],
  ])("does not have below it: %s", (cell) => expect(refusalBelow("Opted out")(cell)).toBe(false));

  test.each([
    ...["Name", "Notes", "Subscribed", "Opt-in", "Double opt-in", "Newsletter", "Not unsubscribed", "Never bounced"],
    ...[
      "Do not call",
      "Fax opt out",
      "SMS opt-out",
      "DNC (phone)",
      "Bounce rate",
      "Unsubscribe token",
      "Contacted",
      "",
    ],
    ...["Telefonisch nicht kontaktieren", "Werbesperre Telefon", "Nicht gesperrt", "Kein Kontakt seit"],
    ...[
      "Opposition téléphone",
      "Ne plus contacter par téléphone",
      "Motif du refus",
      "Taux de désabonnement",
      "Non bloqué",
    ],
    ...["Pas encore désabonné", "Kündigungsfrist", "Abonné"],
    ...["Abmelderate", "Keine E-Mail-Adresse", "Keine E-Mail vorhanden", "Abmeldung jederzeit möglich"],
    ...[
      "I agree to get mail and can opt out at any time",
      "Get our news. Unsubscribe whenever you like, by one click.",
    ],
  ])("does not have a header such as %s", (header) => {
    expect(["yes", "no", "TRUE", "FALSE", "1"].filter(refusalBelow(header))).toEqual([]);
  });

  test.each([
    "unsubscribed",
    "Unsubscribed!",
    "opted out (2026-03-01)",
    "do not contact",
    "Do not mail, unsubscribed",
    "keine E-Mails",
    "bitte keine E-Mails mehr",
    "nicht mehr anschreiben",
    "abgemeldet am 30.11.2026",
    "Widerspruch",
    "unsubscribed on 2026-03-01",
    "Bitte nicht mehr kontaktieren!",
    ...[
      "ausgetragen",
      "ne plus contacter",
      "Merci de ne plus contacter",
      "ne pas contacter",
      "désabonnés",
      "liste noire",
    ],
    ...["désabonné le 3 mai 2020", "unsubscribed on 3 May 2020", "De\u0301sabonne\u0301"],
  ])("may have any header if the cell says so itself: %s", (cell) =>
    expect(["Status", "Newsletter", "Opt-in", ""].map((header) => refusalBelow(header)(cell))).not.toContain(false),
  );

  test.each([
    "Unsubscribed people of May",
    "no email",
    "no contact",
    "asked to opt out of calls",
    "Opt Out Films",
    "not unsubscribed",
    ...[
      "keine E-Mail",
      "Kein Newsletter",
      "nicht abgemeldet",
      "keine E-Mails gefunden",
      "telefonisch nicht kontaktieren",
      "pas encore désabonné",
      "jamais désabonné",
      ...["gekündigt", "Refusé", "Widerruf", "Opposition", "bloqué", "devis refusé"],
      "ne pas contacter par téléphone",
    ],
  ])("does not have a cell such as %s below another header", (cell) => expect(refusalBelow("Notes")(cell)).toBe(false));

  test("is none of calls, whatever its cells say", () => {
    expect(["DNC", "do not contact"].filter(refusalBelow("Phone"))).toEqual([]);
  });
});

test("what was read is read as itself, so a row stays the same question", () => {
  const part = fc.constantFrom(
    "ann@acme.example",
    "Bob",
    "<",
    ">",
    " ",
    ";",
    ",",
    "@",
    ".",
    "(at)",
    "mailto:",
    "＠",
    '"',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const cell = parts.join("").trim();
      expect(addressIn(addressIn(cell))).toBe(addressIn(cell));
      expect(companyIn(companyIn(cell))).toBe(companyIn(cell));
    }),
    { seed: 36, numRuns: 500 },
  );
});

test.each([
  ...["t-online.de", "freenet.de", "gmx.at", "gmx.ch", "outlook.at", "hotmail.ch", "bluewin.ch", "posteo.de"],
  ...["orange.fr", "wanadoo.fr", "free.fr", "laposte.net", "sfr.fr"],
])("an address at %s stands for no company", (domain) => {
  expect(companyIn(`Ann <ann@${domain}>`)).toBe(`ann@${domain}`);
  expect(domainsAmong(`ann, ${domain}`)).toEqual([]);
});
