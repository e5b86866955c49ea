import { describe, expect, test } from "@jest/globals";
import { UsageError } from "../../local/command-line";
import { readStartOptions } from "../../local/workbench/options";

describe("the options of npm start", () => {
  test("are all optional", () => {
    expect(readStartOptions([])).toEqual({
      port: 8086,
      opensBrowser: true,
      fresh: false,
      data: undefined,
      list: undefined,
    });
  });

  test("name a port, a list, and what not to do", () => {
    expect(readStartOptions(["--port", "0", "my list.csv", "--no-open", "--fresh", "--data", "elsewhere"])).toEqual({
      port: 0,
      opensBrowser: false,
      fresh: true,
      data: "elsewhere",
      list: "my list.csv",
    });
  });

  test.each([
    [["--prot", "80"], "Unknown option '--prot'."],
    [["--data", "--fresh"], "Option '--data' argument is ambiguous."],
    [["--port", "x"], '--port takes a number from 0 to 65535, not "x".'],
    [["--port", "70000"], '--port takes a number from 0 to 65535, not "70000".'],
    [["a.csv", "b.csv"], "Only one list can be opened, not 2 (a.csv, b.csv)."],
  ])("are refused with one sentence: %j", (args, sentence) => {
    expect(() => readStartOptions(args)).toThrow(new UsageError(sentence));
  });
});
