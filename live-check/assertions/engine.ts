import { describe, type Group, outcome } from "../assertion";

const MISSING = [
  "setTimeout",
  "queueMicrotask",
  "fetch",
  "URL",
  "URLSearchParams",
  "TextEncoder",
  "atob",
  "crypto",
  "structuredClone",
  "performance",
  "window",
  "self",
  "process",
  "require",
  "AbortController",
];

/** Each is read as a script of its own: the editor's parser has seen this file only. */
const SYNTAX: Record<string, string> = {
  "optional chaining": "null?.x",
  "logical assignment": "let a = null; a ??= 1",
  "numeric separators": "1_000",
  "class fields": "class A { x = 1 }",
  "static fields": "class A { static x = 1 }",
  "private names": "class A { #x = 1 }",
  "static blocks": "class A { static { } }",
  "regular expression flag d": "/a/d",
  "regular expression flag v": "/a/v",
};

const BUILT_INS: Record<string, string> = {
  "Array.prototype.at": "[1].at(-1)",
  "Object.hasOwn": "Object.hasOwn({}, 'a')",
  "Array.prototype.findLast": "[1].findLast(Boolean)",
  "Array.prototype.toSorted": "[1].toSorted()",
  "Object.groupBy": "Object.groupBy([1], String)",
  "Promise.withResolvers": "Promise.withResolvers()",
  "Set.prototype.union": "new Set().union(new Set())",
  "String.prototype.replaceAll": "'a'.replaceAll('a', 'b')",
  WeakRef: "new WeakRef({})",
};

const run = (code: string): boolean => !/^throws /.test(outcome(() => new Function(code)()));

const refusedOf = (snippets: Record<string, string>): string =>
  Object.keys(snippets)
    .filter((name) => !run(snippets[name] ?? ""))
    .join(", ") || "none";

export const ENGINE: Group = {
  title: "Engine",
  assertions: [
    {
      id: "google.engine-globals",
      fact: "Names of browsers and Node that are there after all",
      expected: "none",
      see: () => MISSING.filter((name) => run(name)).join(", ") || "none",
    },
    {
      id: "google.engine-syntax",
      fact: "Syntax that the engine refuses in code made at run time",
      expected: "none",
      settles: true,
      see: () => refusedOf(SYNTAX),
    },
    {
      id: "google.engine-built-ins",
      fact: "Newer built-ins that are missing",
      expected:
        "Array.prototype.at, Object.hasOwn, Array.prototype.findLast, Array.prototype.toSorted, Object.groupBy, Promise.withResolvers, Set.prototype.union",
      settles: true,
      see: () => refusedOf(BUILT_INS),
    },
    {
      id: "google.engine-undefined",
      fact: "A service takes undefined for null",
      expected: '""',
      see(sheet) {
        sheet.getRange("A1").setValue("x");
        sheet.getRange("A1").setValue(undefined);
        SpreadsheetApp.flush();
        return describe(sheet.getRange("A1").getValue());
      },
    },
    {
      id: "google.html-output",
      fact: "A page's title before one is set",
      expected: '""',
      see: () => describe(HtmlService.createHtmlOutput("x").getTitle()),
    },
    {
      id: "google.html-output:missing",
      fact: "A page that does not exist throws",
      expected: "throws",
      see: () => outcome(() => HtmlService.createHtmlOutputFromFile("nothing")).slice(0, 6),
    },
    {
      id: "google.scriptlets",
      fact: "A scriptlet in a script, and within quotes there: no quote or tag of the value ends either",
      expected: "[true, true]",
      see() {
        const html = `<script>var a = <?= "</b>" ?>, b = 'it <?= "is' </b>" ?>';</script>`;
        const shown = HtmlService.createTemplate(html).evaluate().getContent();
        return describe([!shown.includes("</b>"), !/is' /.test(shown)]);
      },
    },
  ],
};
