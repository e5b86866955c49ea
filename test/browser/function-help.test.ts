import { describe, expect, test } from "@jest/globals";
import { helpFor } from "../../local/workbench/function-help";

describe("the help for a function", () => {
  test("is what its documentation says, as Google shows it: without markup, tags and line breaks", () => {
    const documentation = `/**
 * Counts <b>addresses</b>
 * of domains. Example: =COUNT_IT(A2) or =COUNT_IT(A2:A9, "all, of them").
 *
 * @param {string} domains A cell
 *   or a range.
 * @param columns Optional. What to show.
 * @return {number} Not shown.
 * @customfunction
 */`;
    expect(
      helpFor({ name: "COUNT_IT", parameters: ["domains", "columns", "other"], documentation, inAutocomplete: true }),
    ).toEqual({
      name: "COUNT_IT",
      description: 'Counts addresses of domains. Example: =COUNT_IT(A2) or =COUNT_IT(A2:A9, "all, of them").',
      parameters: [
        { name: "domains", description: "A cell or a range.", example: "A2:A9" },
        { name: "columns", description: "Optional. What to show.", example: '"all, of them"' },
        { name: "other", description: "", example: "other" },
      ],
    });
  });
});
