import { expect, test } from "@jest/globals";
import { readMade, rememberMade } from "../../../src/jobs/record";

test("columns that one execution has made are remembered by another that finds them there", () => {
  const properties: Record<string, string> = {};
  const store = {
    get: (name: string) => properties[name] ?? null,
    setAll(texts: Record<string, string>) {
      Object.assign(properties, texts);
    },
  };
  expect(readMade(properties, "job")).toBeNull();
  rememberMade(store, "job", ["list=email_status", "list:for"]);
  // Both have begun before either was done; this one has made none.
  rememberMade(store, "job", []);
  expect(readMade(properties, "job")).toEqual(["list=email_status", "list:for"]);
});
