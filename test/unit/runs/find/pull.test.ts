import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isWhole, loseSet, newPull, nextCall, type Pull, takeSet } from "../../../../src/runs/find/pull";
import type { FindOptions } from "../../../../src/runs/views";
import { halvesForEmails, setSizeFor } from "../../../../src/service/domain-search";
import type { DomainSearch, FoundEmail } from "../../../../src/service/resources";

const ITEM = { key: "acme.example", text: "Acme.example", rows: [2], attempts: 0, lastStartMs: null };

/** A service that gives at most `largest` emails at a time; each search has its own place. */
function serviceWith(total: number, largest: number) {
  const places = new Map<string, { at: number; size: number }>();
  let largestPlace = 0;
  return {
    pulled: () => largestPlace,
    answer(body: Record<string, unknown>): DomainSearch {
      const id = typeof body.search_id === "string" ? body.search_id : `s${places.size}`;
      const place = places.get(id) ?? { at: 0, size: Math.min(largest, Number(body.limit)) };
      const end = Math.min(total, place.at + place.size);
      const emails = Array.from({ length: end - place.at }, (_, i) => ({ email: `P${place.at + i}@acme.example` }));
      places.set(id, { ...place, at: end });
      largestPlace = Math.max(largestPlace, end);
      const left = total - end;
      return {
        email_list: emails as FoundEmail[],
        meta: {
          search_id: id,
          total_emails: total,
          remaining_emails: left,
          more_results: left > 0,
          domain: "acme.example",
          limit: place.size,
        },
      };
    },
  };
}

/** Pulls everything; the calls whose numbers are in `lost` get no answer, although the service has done them. */
function pullAll(
  options: FindOptions,
  total: number,
  largest: number,
  lost: number[] = [],
): { pull: Pull; pulled: number } {
  const service = serviceWith(total, largest);
  const pull = newPull(ITEM, options);
  const used = new Set<string>();
  for (let call = 0; !pull.isDone && call < 2_000; call++) {
    const body = nextCall(pull, options).body as Record<string, unknown>;
    const set = service.answer(body);
    const continued = `${body.search_id}`;
    if (body.search_id) expect(used.has(`lost ${continued}`)).toBe(false);
    if (lost.includes(call) && pull.first) {
      used.add(`lost ${continued}`);
      loseSet(pull);
    } else takeSet(pull, set, options.limit);
  }
  return { pull, pulled: service.pulled() };
}

const options = (limit: number): FindOptions => ({ limit, emailType: "all", enrichment: [] });

describe("pulling a company's emails", () => {
  test("holds as many as were wished, or all there are, and never costs more than was reserved", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 1_200 }),
        fc.integer({ min: 7, max: 300 }),
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }),
        (limit, total, largest, lost) => {
          const { pull, pulled } = pullAll(options(limit), total, largest, lost);
          expect(pull.isDone).toBe(true);
          expect(isWhole(pull)).toBe(true);
          expect(pull.held.size).toBeGreaterThanOrEqual(Math.min(limit, total));
          expect(halvesForEmails(pulled)).toBeLessThanOrEqual(halvesForEmails(limit));
          expect(pull.held.size).toBe(pulled);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });

  test("knows when emails are missing after a set was lost", () => {
    const pull = newPull(ITEM, options(100));
    const service = serviceWith(100, 50);
    takeSet(pull, service.answer({ limit: 100 }), 100);
    loseSet(pull);
    const short = serviceWith(60, 60).answer({ limit: 100 });
    takeSet(pull, short, 100);
    expect({ isDone: pull.isDone, held: pull.held.size, isWhole: isWhole(pull) }).toEqual({
      isDone: true,
      held: 60,
      isWhole: false,
    });
  });

  test("ends when the service promises more and brings nothing", () => {
    const pull = newPull(ITEM, options(100));
    const set = serviceWith(100, 50).answer({ limit: 100 });
    takeSet(pull, set, 100);
    takeSet(pull, { ...set, email_list: [] }, 100);
    expect(pull.isDone).toBe(true);
  });
});

test("sets are as large as they can be without costing a credit more", () => {
  expect(setSizeFor(120, 100)).toBe(60);
  expect(setSizeFor(250, 100)).toBe(50);
  expect(setSizeFor(1_000, 100)).toBe(100);
  expect(setSizeFor(50, 100)).toBe(50);
});
