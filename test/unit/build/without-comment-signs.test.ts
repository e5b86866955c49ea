import vm from "node:vm";
import { expect, test } from "@jest/globals";
import { withoutCommentSigns } from "../../../scripts/build/without-comment-signs";

/** What a script of one expression gives. */
const resultOf = (script: string): unknown => vm.runInThisContext(script);

test.each([
  ["an address", '"https://docs.example/a#b"'],
  ["an address in a template", "`https://docs.example//a/*x*/b`"],
  ["any type", "'*/*' + 'text/*'"],
  ["a slash that is escaped", String.raw`"https:\//docs.example" + "\\//"`],
  ["a template that begins with slashes", "`//a/`"],
])("%s keeps its meaning", (_what, script) => {
  const written = withoutCommentSigns(script);
  expect(written).not.toMatch(/\/[/*]/);
  expect(resultOf(written)).toBe(resultOf(script));
});

test.each([String.raw`/https?:\/\//`, String.raw`/a\/*b/g`, "/[/*]/u", String.raw`/^[^/]+\//`])(
  "the regular expression %s finds the same",
  (script) => {
    const written = withoutCommentSigns(script);
    expect(written).not.toMatch(/\/[/*]/);
    for (const text of ["http://", "https://x", "a//b", "ab", "*", "x/", "/"])
      expect([text, new RegExp(resultOf(written) as RegExp).exec(text)?.[0]]).toEqual([
        text,
        new RegExp(resultOf(script) as RegExp).exec(text)?.[0],
      ]);
  },
);

test("a script without such signs stays as it is", () => {
  expect(withoutCommentSigns('a/b+"c/d"+/e\\/f/')).toBe('a/b+"c/d"+/e\\/f/');
});

test.each(["String.raw`https://docs.example`", "x = 1 // one", "x = 1 /* one */ + 2"])("%s is refused", (script) => {
  expect(() => withoutCommentSigns(script)).toThrow("would be taken for a comment by HtmlService");
});
