import { expect, test } from "@jest/globals";
import { measureCompanySearch } from "../../local/service/measure-company-search";

const LONGEST_MS = 50;

test("a filtered company search among 20,000 companies answers in under 50 ms", async () => {
  for (const { filters, fastestMs } of await measureCompanySearch()) {
    expect([filters, fastestMs < LONGEST_MS]).toEqual([filters, true]);
  }
});
