import { describe, expect, test } from "@jest/globals";
import { isRetryable } from "../../../src/jobs/rows";
import { failureCell, failureCode, partCell, withoutNumbers } from "../../../src/service/errors";

describe("a failure in a cell", () => {
  test.each([
    ["DOMAIN_IS_WEBMAIL", "error: Webmail provider, not a company (DOMAIN_IS_WEBMAIL)"],
    ["INTERNAL_ERROR", "error: The service has failed on this one (INTERNAL_ERROR)"],
    ["HTTP_502", "error: The service has failed (HTTP_502)"],
    ["HTTP_404", "error: The service refused the request (HTTP_404)"],
    ["EMAIL_REJECTED", "error: The service refused the request (EMAIL_REJECTED)"],
  ])("says %s in words, with the code behind them", (code, cell) => {
    expect(failureCell(code)).toBe(cell);
  });

  test.each([
    ...["INVALID_DOMAIN_NAME", "INVALID_COMPANY", "CANT_FIND_DOMAIN", "DOMAIN_IS_WEBMAIL"].map((code) => [code, false]),
    ...["INVALID_REQUEST", "SERVICE_TEMPORARILY_UNAVAILABLE", "INTERNAL_ERROR", "EMAILS_MISSING", "NO_ANSWER"].map(
      (code) => [code, true],
    ),
    ...["UNREADABLE_ANSWER", "HTTP_429", "HTTP_500", "HTTP_302", "NEW_CODE_2"].map((code) => [code, true]),
  ] as [string, boolean][])("of %s is read again, and tried again: %s", (code, isTriedAgain) => {
    const cell = failureCell(code);
    expect(failureCode(cell)).toBe(code);
    expect(isRetryable(cell)).toBe(isTriedAgain);
  });

  test("is nothing else that stands in a status column", () => {
    for (const cell of ["VALID", "no emails", "not a company", "12", "", "error: The service has failed on this one."])
      expect(isRetryable(cell)).toBe(false);
  });
});

test.each([
  [1, 2, "error: 1 of 2 emails is missing. The service has failed (HTTP_502)"],
  [0, 1, "error: 1 of 1 email is missing. The service has failed (HTTP_502)"],
  [10, 30, "error: 20 of 30 emails are missing. The service has failed (HTTP_502)"],
])("%i of %i emails are told as a failure of one sort", (came, expected, cell) => {
  expect(partCell("HTTP_502", came, expected)).toBe(cell);
  expect(withoutNumbers(cell)).toBe("error: Emails are missing. The service has failed (HTTP_502)");
});
