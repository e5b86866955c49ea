import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const SOURCE = `
/**
 * Doubles.
 * @param {number} x what to double
 * @customfunction
 */
function DOUBLE(x) { return 2 * x; }
function hidden_(x) { return x; }
const ARROW = (x) => x;
const MADE = new Function("x", "return x");
var counter = 0;
function COUNTED() { counter++; return counter; }
`;

const { ann, shows, host } = createTestHost({ source: SOURCE });
afterAll(() => host.close());

describe("declaration and naming", () => {
  test("letter case does not matter in a cell", async () => {
    ann.keyboard.type("Sheet1", "A1", "=double(4)");
    expect(await shows("A1")).toEqual([["8"]]);
  });

  test.each(["hidden_", "ARROW", "MADE", "NOTHING"])("%s cannot be called from a cell", async (name) => {
    ann.keyboard.type("Sheet1", "A2", `=${name}(1)`);
    expect(await shows("A2")).toEqual([["#NAME?"]]);
    expect(await ann.callFormula(name, [1])).toMatchObject({ error: "#NAME?" });
  });

  test("functions are listed with parameters and documentation; the tag decides on autocomplete only", () => {
    const functions = host.functions();
    expect(functions.map(({ name }) => name)).toEqual(["DOUBLE", "COUNTED", "evaluate", "failure"]);
    expect(functions[0]).toMatchObject({ parameters: ["x"], inAutocomplete: true });
    expect(functions[0]?.documentation).toContain("what to double");
    expect(functions[1]?.inAutocomplete).toBe(false);
  });

  test("every call starts from nothing", async () => {
    expect(await ann.callFormula("COUNTED")).toBe(1);
    expect(await ann.callFormula("COUNTED")).toBe(1);
  });
});

test("of two functions with one name the cell calls Sheets' own (google.built-in-names)", async () => {
  const clash = createTestHost({ source: "function SUM() { return 'mine'; } function QUERY() { return 'mine'; }" });
  clash.ann.keyboard.paste("Sheet1", "A1", [["=SUM(1,2)", "=QUERY(1)"]]);
  expect(await clash.shows("A1:B1")).toEqual([["3", "#NAME?"]]);
  await clash.host.close();
});

describe("concurrency", () => {
  test("30 executions of a user run at once, formulas beyond wait their turn @slow", async () => {
    const busy = createTestHost({ source: "function NAP(x) { Utilities.sleep(1000); return x; }" });
    const startedMs = busy.clock.now();
    busy.ann.keyboard.paste(
      "Sheet1",
      "A1",
      Array.from({ length: 65 }, (_, row) => [`=NAP(${row})`]),
    );
    await busy.clock.idle();
    expect(busy.clock.now() - startedMs).toBe(3000);
    expect(busy.ann.keyboard.shows("Sheet1", "A65")).toEqual([["64"]]);
    await busy.host.close();
  });

  test("a sidebar call beyond 30 is refused @slow", async () => {
    const busy = createTestHost({ source: "function nap() { Utilities.sleep(1000); }" });
    const calls = Array.from({ length: 31 }, () => busy.ann.callFromSidebar("nap", "[]"));
    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.map(({ reason }) => reason.message)).toEqual([
      "There are too many scripts running simultaneously for this Google user account.",
    ]);
    await busy.host.close();
  });
});
