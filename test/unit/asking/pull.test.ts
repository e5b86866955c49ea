import { expect, test } from "@jest/globals";
import { newPull, takeSet } from "../../../src/asking/pull";

/** The answer to the first call, which brings 100 emails, the largest set. */
const firstSet = (remaining: number) => ({
  email_list: Array.from({ length: 100 }, (_, i) => ({ email: `p${i}@acme.example` })),
  meta: {
    ...{ search_id: "next", total_emails: 400, remaining_emails: remaining, more_results: true },
    ...{ domain: "acme.example", limit: 100 },
  },
});

const search = { company: "acme.example", limit: 120, emailType: "all", companyEnrichment: false } as const;

test.each([
  ["as many are left", 300],
  ["nothing that is a number says how many are left", -Infinity],
  ["an infinite number is said to be left", Infinity],
])("smaller sets are asked for where %s, so that no more is paid than was wanted", (_, remaining) => {
  const pull = newPull(search);
  takeSet(pull, firstSet(remaining) as Parameters<typeof takeSet>[1]);
  expect(pull).toMatchObject({ setLimit: 60, searchId: "", isDone: false });
});

test("the next set is asked for where so few are left that they cost the same", () => {
  const pull = newPull(search);
  takeSet(pull, firstSet(30) as Parameters<typeof takeSet>[1]);
  expect(pull).toMatchObject({ searchId: "next", isDone: false });
});
