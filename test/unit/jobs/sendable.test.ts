import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readLeftOut } from "../../../src/jobs/leave-out";
import { OPTIONAL_PILES, PILES, type RowToSend, rowsToSend, sortIntoPiles } from "../../../src/jobs/sendable";
import { isAmong } from "../../../src/service/input-problems";
import { USUAL_SWITCHES } from "../../../src/service/verdict";

const row = (changes: Partial<RowToSend>): RowToSend => ({
  row: 2,
  address: "ann@acme.example",
  isWaiting: false,
  own: "ann@acme.example",
  unwanted: [],
  unwantedBy: [],
  shown: "ann@acme.example",
  status: "VALID",
  isChanged: false,
  facts: {},
  verdict: "",
  reason: "",
  ...changes,
});

const pileOf = (changes: Partial<RowToSend>, switches = USUAL_SWITCHES) => {
  const piles = sortIntoPiles([row(changes)], new Set<string>(), switches);
  return PILES.find((pile) => piles[pile].length > 0);
};

describe("the pile of a row", () => {
  test.each([
    [{}, "ok"],
    [{ address: null }, "noAddress"],
    [{ address: null, isWaiting: true }, "waiting"],
    [{ unwanted: ["ann@acme.example"] }, "unwanted"],
    [{ unwanted: ["ann@acme.example"], status: "CATCH_ALL" }, "unwanted"],
    [{ unwanted: ["ann@acme.example"], status: "INVALID" }, "bounces"],
    [{ unwanted: ["bob@acme.example"] }, "ok"],
    [{ status: "" }, "noResult"],
    [{ status: "CATCH_ALL" }, "catchAll"],
    [{ status: "INVALID" }, "bounces"],
    [{ status: "VALID long ago" }, "longAgo"],
    [{ status: "not an email address" }, "noAddress"],
    [{ status: "not known: the mail server did not answer" }, "notKnown"],
    [{ facts: { disposable: true } }, "disposable"],
    [{ facts: { type: "generic" } }, "role"],
    [{ facts: { domain: "gmial.com" } }, "misspelt"],
    [{ facts: { domain: "gmial.com" }, status: "CATCH_ALL" }, "misspelt"],
    [{ facts: { gibberish: true } }, "gibberish"],
    // The columns that said so were not kept, but the verdict was.
    [{ verdict: "Risky", reason: "a role's address, such as info@" }, "role"],
    [{ verdict: "Do not send", reason: "a throw-away address" }, "disposable"],
    [{ verdict: "Risky" }, "otherRisk"],
    [{ verdict: "Do not send" }, "bounces"],
    [{ verdict: "Do not send", facts: { type: "generic" } }, "bounces"],
    [{ verdict: "Do not send", reason: "a throw-away address", facts: { type: "generic" } }, "disposable"],
    // Without the reason, nothing tells if the verdict or the status was typed: the more cautious counts.
    [{ verdict: "OK to send", status: "INVALID" }, "bounces"],
    // A verdict that does not belong to its reason was typed by a person, who decides.
    [{ verdict: "Do not send", reason: "the address exists" }, "bounces"],
    [{ verdict: "do not send ", reason: "the address exists" }, "bounces"],
    [{ verdict: "Do not send", reason: "the boss says so" }, "bounces"],
    [{ verdict: "Do not send", reason: "a role's address, such as info@", facts: { type: "generic" } }, "bounces"],
    [{ verdict: "Do not send", reason: "its domain search calls it VALID" }, "bounces"],
    [{ verdict: "Not known", reason: "the address exists" }, "notKnown"],
    [{ verdict: "Risky", reason: "the address exists" }, "otherRisk"],
    [{ verdict: "OK to send", reason: "the address does not exist", status: "INVALID" }, "ok"],
    [{ verdict: "OK to send", reason: "its domain takes any address", status: "CATCH_ALL" }, "ok"],
    // In words that are not ours it may say anything.
    [{ verdict: "No", reason: "the address exists" }, "noResult"],
    [{ verdict: "asked Ann" }, "noResult"],
    [{ verdict: "asked Ann", reason: "its domain takes any address", status: "CATCH_ALL" }, "noResult"],
    [{ verdict: "asked Ann", reason: "the address does not exist", status: "INVALID" }, "bounces"],
    // Nobody has typed a verdict: the status was typed over, or its search is long ago by now.
    [{ verdict: "OK to send", reason: "the address exists", status: "INVALID" }, "bounces"],
    [{ verdict: "OK to send", reason: "its domain search calls it VALID", status: "VALID long ago" }, "longAgo"],
  ])("%j is %s", (changes, pile) => {
    expect(pileOf(changes)).toBe(pile);
  });

  test("is what a person has typed beside one of the rows of an address, whichever that is", () => {
    const typed = row({ row: 3, verdict: "Do not send", reason: "the address exists" });
    const piles = sortIntoPiles([row({ row: 2 }), typed, row({ row: 4 })], new Set<string>(), USUAL_SWITCHES);
    expect(piles).toMatchObject({ ok: [], bounces: [3], duplicate: [2, 4] });
  });

  test("is what forbids to send beside one of them, also without a reason that tells who has written it", () => {
    const typed = row({ row: 3, verdict: "Do not send" });
    const piles = sortIntoPiles([row({ row: 2, verdict: "OK to send" }), typed], new Set<string>(), USUAL_SWITCHES);
    expect(piles).toMatchObject({ ok: [], bounces: [3], duplicate: [2] });
  });

  test("is no result if a verdict in other words is typed beside one of them", () => {
    const typed = row({ row: 3, verdict: "No", reason: "the address exists" });
    const piles = sortIntoPiles([row({ row: 2 }), typed], new Set<string>(), USUAL_SWITCHES);
    expect(piles).toMatchObject({ ok: [], noResult: [3], duplicate: [2] });
  });

  test("follows the cell of any row that says not to write to its address, which may hold no address for certain", () => {
    const others = row({ row: 3, address: null, own: null, unwanted: ["ann@acme.example"] });
    expect(sortIntoPiles([row({}), others], new Set<string>(), USUAL_SWITCHES)).toMatchObject({
      ok: [],
      unwanted: [2],
      noAddress: [3],
    });
    const mended = row({ row: 4, own: "ann@acme.exmaple" });
    const typed = { ...others, unwanted: ["ann@acme.exmaple"] };
    expect(sortIntoPiles([mended, typed], new Set<string>(), USUAL_SWITCHES).unwanted).toEqual([4]);
  });

  test("follows the switches of the settings, also for what was verified before", () => {
    const off = { ...USUAL_SWITCHES, roleIsRisky: false, disposableIsOut: false };
    expect(pileOf({ facts: { type: "generic", disposable: true } }, off)).toBe("ok");
    expect(pileOf({ verdict: "Risky", reason: "a role's address, such as info@" }, off)).toBe("ok");
    expect(pileOf({ facts: { catch_all: true } }, { ...USUAL_SWITCHES, recoveredIsRisky: true })).toBe("catchAll");
  });
});

describe("a column that is left out", () => {
  const leftOut = readLeftOut(
    [
      "Unsubscribed",
      "Ann Lee <ANN@acme.example>",
      "",
      "https://www.globex.example/about",
      "@initech.example",
      "please do not write to bob@umbrella.example!",
      "ask Carol",
      new Date(0),
    ],
    "addresses",
  );

  test.each([
    ["ann@acme.example", true],
    ["bob@acme.example", false],
    ["anyone@globex.example", true],
    ["anyone@mail.globex.example", true],
    ["anyone@notglobex.example", false],
    ["anyone@initech.example", true],
  ])("%s: %s", (address, isOut) => {
    expect(isAmong(address, leftOut.keys)).toBe(isOut);
  });

  test("counts what names nobody, and takes an address out of a sentence", () => {
    expect(leftOut.unread).toBe(2);
    expect(leftOut.keys.has("bob@umbrella.example")).toBe(true);
  });

  test.each([
    "ann@acme.example...",
    "#ann@acme.example",
    "# ann@acme.example",
    "ann@acme.example!",
    "ann@acme.example (asked us to stop…",
    "Please remove ann@acme.example...",
    "moved: ann@acme.example…",
    "ann@acme.example-",
    "“ann@acme.example”",
    "*ann@acme.example*",
    "{ann@acme.example}",
    "ann@acme.example/unsubscribe",
    "E:ann@acme.example?subject=remove",
    "acme.example…",
    "@acme.example!",
    "*@acme.example",
    "*.acme.example",
    "@acme.example (all)",
    "domain: acme.example",
  ])("is read whatever stands around it: %s", (cell) => {
    const { keys, unread } = readLeftOut(["Unsubscribed", cell], "addresses");
    expect([isAmong("ann@acme.example", keys), unread]).toEqual([true, 0]);
  });

  test.each(["Ann (gmail.com)", "gmail.com (all)", "Ann Smith @t-online.de", "left for acme.example"])(
    "names nobody for certain: %s",
    (cell) => expect([...readLeftOut(["Who", cell], "addresses").keys]).toEqual([]),
  );

  test.each(["acme.example, beta.example", "acme.example www.beta.example", "acme.example; @beta.example"])(
    "names everybody of several domains: %s",
    (cell) => expect([...readLeftOut(["Who", cell], "addresses").keys]).toEqual(["acme.example", "beta.example"]),
  );

  test.each([
    "jos\u00e9@acme.example",
    "jose\u0301@acme.example",
    "bob@xn--mnchen-3ya.example",
    "MU\u0308NCHEN.example",
  ])("names somebody in whatever form the letters are written: %s", (cell) => {
    const { keys } = readLeftOut(["Who", cell], "addresses");
    expect(["jos\u00e9@acme.example", "bob@m\u00fcnchen.example"].filter((key) => isAmong(key, keys))).toHaveLength(1);
  });

  test.each([
    [["Opt-outs 2026", "E-mail", "ann@acme.example", "nobody"], 2, 1],
    [["", "Opt-outs", "", "E-mail", "ann@acme.example"], 4, 0],
  ])("has neither titles nor a header among what could not be read: %j", (cells, headerRow, unread) => {
    const read = readLeftOut(cells, "addresses", headerRow);
    expect([read.counts, read.unread]).toEqual([{ addresses: 1, domains: 0, names: 0 }, unread]);
  });

  test("counts an address once, and what is in error as nobody", () => {
    const cells = ["Who", "#ann@acme.example", "ANN@acme.example…", "“ann@acme.example”", "ann@acme.example-", "#N/A"];
    const { keys, unread } = readLeftOut(cells, "addresses");
    expect([[...keys], unread]).toEqual([["ann@acme.example"], 1]);
  });
});

describe("a column of companies that the user has", () => {
  const { keys, unread } = readLeftOut(
    [
      "Customers",
      "https://www.acme.example/about",
      "Ann <ann@globex.example>",
      "b@initech.example; c@umbrella.example",
      "Big  Corp",
      "someone@gmail.com",
      "n/a",
      "#N/A",
      "#1 Plumbing",
      "Trio Partners…",
      "hooli.example...",
      "northwind.example (customer)",
      "contoso.example, fabrikam.example",
      "Wide World - wideworld.example",
      "https://www.linkedin.com/company/tailspin",
    ],
    "companies",
  );

  test.each([
    ["acme.example", true],
    ["shop.acme.example", true],
    ["globex.example", true],
    ["umbrella.example", true],
    ["big corp", true],
    ["#1 plumbing", true],
    ["trio partners", true],
    ["hooli.example", true],
    ["northwind.example", true],
    ["contoso.example", true],
    ["fabrikam.example", true],
    ["wideworld.example", true],
    ["gmail.com", false],
    ["corp.example", false],
    // A company's name is no domain above others.
    ["other.customers", false],
  ])("%s: %s", (key, isOut) => {
    expect(isAmong(key, keys)).toBe(isOut);
  });

  test.each(["Müller GmbH & Co.KG", "Müller GmbH &Co.KG", "Weber&Co.KG", "Weber GmbH u. Co.KG"])(
    "holds the German name %s as a name alone",
    (name) => expect([...readLeftOut([name], "companies").keys]).toEqual([name.toLowerCase()]),
  );

  test("counts what names none, as a private address or a page on a shared host", () => {
    expect(unread).toBe(4);
  });
});

test("each row is in one pile, each address in the list once, and none that is left out", () => {
  const rows = fc.array(
    fc.record({
      address: fc.constantFrom(null, "a@x.example", "b@x.example", "c@y.example"),
      status: fc.constantFrom("", "VALID", "CATCH_ALL", "INVALID", "VALID long ago"),
      type: fc.constantFrom("generic", "professional"),
    }),
  );
  const taken = fc.subarray([...OPTIONAL_PILES]);
  fc.assert(
    fc.property(rows, taken, fc.boolean(), (cells, take, withList) => {
      const list = cells.map(({ address, status, type }, i) =>
        row({ row: i + 2, address, own: address, status, facts: { type } }),
      );
      const leftOut = readLeftOut(withList ? ["y.example"] : [], "addresses").keys;
      const piles = sortIntoPiles(list, leftOut, USUAL_SWITCHES);
      const sorted = PILES.flatMap((pile) => piles[pile]).sort((a, b) => a - b);
      expect(sorted).toEqual(list.map((each) => each.row));
      const addresses = rowsToSend(piles, take).map((number) => list[number - 2]?.address);
      expect(new Set(addresses).size).toBe(addresses.length);
      expect(addresses).not.toContain(null);
      if (withList) expect(addresses).not.toContain("c@y.example");
    }),
    { seed: 36 },
  );
});
