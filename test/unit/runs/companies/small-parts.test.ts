import { describe, expect, test } from "@jest/globals";
import { describeColumns } from "../../../../src/runs/companies/columns";
import { identityOf, keysOf } from "../../../../src/runs/companies/company-key";
import { readPacked, removePacked, writePacked } from "../../../../src/runs/companies/packed-text";
import { readReceipts, summariseReceipts, writeReceipts } from "../../../../src/runs/companies/receipts";
import type { RunStore } from "../../../../src/runs/run-record";
import { typedCell } from "../../../../src/sheet/typed-cell";

const DAY_MS = 24 * 60 * 60 * 1_000;

function fakeStore(): RunStore & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    all: () => Object.fromEntries(texts),
    get: (name) => texts.get(name) ?? null,
    set: (name, text) => {
      if (Buffer.byteLength(text) > 9_000) throw new Error("Argument too large: value");
      texts.set(name, text);
    },
    remove: (name) => {
      texts.delete(name);
    },
  };
}

describe("values packed into properties", () => {
  test("of any length and script come back, and leave nothing behind", () => {
    const store = fakeStore();
    const long = { names: Array.from({ length: 2_000 }, (_, i) => `Größe 株式会社 ${i}`) };
    writePacked(store, "x", long);
    expect(store.texts.size).toBeGreaterThan(5);
    expect(readPacked(store, "x")).toEqual(long);
    writePacked(store, "x", "short");
    expect(readPacked(store, "x")).toBe("short");
    expect(store.texts.size).toBe(2);
    removePacked(store, "x");
    expect(store.texts.size).toBe(0);
    expect(readPacked(store, "x")).toBeNull();
  });
});

describe("receipts", () => {
  const page = { search: 0, isFree: false, rows: 25, duplicates: 0, row: 2 };

  test("come back from their text to the minute", () => {
    const receipts = [
      { ...page, page: 1, boughtMs: 29_000_000 * 60_000 },
      { ...page, page: 1000, boughtMs: 29_000_001 * 60_000, isFree: true, rows: 3, duplicates: 22, row: 24_990 },
    ];
    expect(readReceipts(writeReceipts(receipts))).toEqual(receipts);
    expect(writeReceipts(receipts).length).toBeLessThan(60);
    expect(readReceipts("")).toEqual([]);
  });

  test("are told by the day of the purchase", () => {
    const receipts = [1, 2, 3].map((number) => ({
      ...page,
      page: number,
      boughtMs: number === 3 ? 5 * DAY_MS : DAY_MS,
    }));
    expect(summariseReceipts(receipts)).toMatchObject([
      { fromPage: 1, toPage: 2, boughtMs: DAY_MS, freeUntilMs: 31 * DAY_MS, rows: 50 },
      { fromPage: 3, toPage: 3, rows: 25 },
    ]);
  });
});

describe("a company is told by", () => {
  test.each([
    ["its id", { anon_id: "a1", website: "https://www.Acme.example/about", name: "Acme" }, "id:a1"],
    ["else its website", { website: "https://www.Acme.example/about", name: "Acme" }, "web:acme.example"],
    ["else its domain", { domain: "acme.example", name: "Acme" }, "web:acme.example"],
    [
      "else its name and place",
      { name: " ACME ", location: { country: "Norway", city: "Oslo" } },
      "name:acme|norway|oslo",
    ],
    ["nothing", { size: "1-10" }, undefined],
  ])("%s", (_, company, key) => {
    expect(keysOf(identityOf(company))[0]).toBe(key);
  });
});

describe("columns of companies", () => {
  test("are what arrives, nested ones with dots, in the order that is known already", () => {
    const companies = [
      { name: "Acme", funding: null, location: { country: "Norway" }, tags: ["a", "b"] },
      { name: "Bolt", funding: { stage: "Seed" }, location: { city: "Oslo" }, "odd.name": 1 },
    ];
    expect(describeColumns(companies, ["location.country", "name"])).toEqual([
      { name: "location.country", sample: "Norway", filled: 1 },
      { name: "name", sample: "Acme", filled: 2 },
      { name: "tags", sample: "a; b", filled: 1 },
      { name: "funding.stage", sample: "Seed", filled: 1 },
      { name: "location.city", sample: "Oslo", filled: 1 },
    ]);
  });
});

describe("cells of companies", () => {
  test.each([
    ["2024-02-29", "2024-02-29"],
    ["2024-02-30", "'2024-02-30"],
    ["2024-05-01T12:30:00Z", "2024-05-01 12:30:00"],
    ["11-50", "'11-50"],
    ["=IMPORTXML(1)", "'=IMPORTXML(1)"],
    ["https://acme.example", "https://acme.example"],
    [42, 42],
    [true, true],
  ])("%s is written as %s", (value, written) => {
    expect(typedCell(value)).toBe(written);
  });
});
