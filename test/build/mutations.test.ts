import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";
import { MUTATIONS } from "../mutations/list";

test.each(MUTATIONS)("what a mutation breaks stands once in the code: $name", ({ file, from, to, tests }) => {
  expect(readFileSync(path.join(PROJECT_ROOT, file), "utf8").split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  expect(tests.filter((name) => !existsSync(path.join(PROJECT_ROOT, name)))).toEqual([]);
});
