import { describe, expect, test } from "@jest/globals";
import { paceFor } from "../../../src/pacing/pace";
import { batchAt, noteRefusals, paceAt, type Slowdown } from "../../../src/pacing/slowdown";

const PACE = paceFor({ callsPerMinute: 400, callsPerSecond: 10 });
const NOW = 1_000_000;
const CALM: Slowdown = { refusedMs: [], cut: null };

describe("slowing down after 429s", () => {
  test("four refusals change nothing, the fifth within ten seconds cuts the pace for everybody", () => {
    const four = noteRefusals(CALM, PACE, 4, NOW);
    expect(paceAt(four, PACE, NOW)).toBe(397);
    const five = noteRefusals(four, PACE, 1, NOW + 9_000);
    expect(paceAt(five, PACE, NOW + 9_000)).toBe(278);
    expect(batchAt(five, PACE, NOW + 9_000)).toBe(5);
  });

  test("refusals long apart do not add up", () => {
    const spread = [0, 11_000, 22_000, 33_000, 44_000].reduce(
      (state, ms) => noteRefusals(state, PACE, 1, NOW + ms),
      CALM,
    );
    expect(paceAt(spread, PACE, NOW + 44_000)).toBe(397);
  });

  test("a second cut has to wait, and the pace comes back by 20 a minute", () => {
    const cut = noteRefusals(CALM, PACE, 5, NOW);
    expect(paceAt(noteRefusals(cut, PACE, 5, NOW + 10_000), PACE, NOW + 10_000)).toBeCloseTo(281.3, 1);
    expect(paceAt(noteRefusals(cut, PACE, 5, NOW + 16_000), PACE, NOW + 16_000)).toBe(198);
    expect(paceAt(cut, PACE, NOW + 120_000)).toBe(318);
    expect(batchAt(cut, PACE, NOW + 120_000)).toBe(10);
    expect(paceAt(cut, PACE, NOW + 3_600_000)).toBe(397);
  });
});
