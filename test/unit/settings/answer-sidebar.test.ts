import { describe, expect, test } from "@jest/globals";
import { refusal, refuseInCell, resultOf } from "../../../src/result";
import { refusalOf, ServiceError } from "../../../src/service/errors";

const inCell = (): void => {
  throw new Error("Cannot call SpreadsheetApp.getUi() from this context.");
};

describe("functions for the sidebar", () => {
  test("refuse to run from a cell", () => {
    expect(() => refuseInCell(inCell)).toThrow("This is not a formula.");
  });

  test("turn whatever Google throws into a refusal with Google's words", () => {
    const result = resultOf(() => {
      throw new Error("Sie haben das Speicherkontingent überschritten.");
    });
    expect(result).toEqual({
      ok: false,
      code: "UNEXPECTED",
      message: "Something went wrong (Sie haben das Speicherkontingent überschritten).",
      remedy: expect.stringMatching(/^Try again in a minute, or tomorrow if /),
    });
  });
});

test.each([
  "JOB_GONE",
  "SHEET_GONE",
  "LIST_GONE",
  "COLUMN_GONE",
  "COLUMNS_REFUSED",
  "CELLS_MERGED",
  "NOTHING_VERIFIED",
] as const)("the refusal %s tells for whom asking again is free", (code) => {
  expect(refusal(code).remedy).toMatch(/ is free with the key that has paid\.$/);
});

describe("a failure of the service", () => {
  test.each([
    ["INVALID_API_KEY", "The API key was refused.", "Choose Extensions ▸ Sheetscout ▸ Settings and paste it again."],
    ["HTTP_503", "The service has failed (status 503).", "Try again in a minute."],
    ["NEVER_SEEN", "The service refused the request (NEVER_SEEN).", "Check the value that was given."],
  ])("of code %s says what happened apart from what to do", (code, message, remedy) => {
    const error = new ServiceError(code as "HTTP_503", 400);
    expect(refusalOf(error)).toEqual({ ok: false, code, message, remedy });
  });
});
