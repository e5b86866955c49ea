import { type Assertion, describe, type Group } from "../assertion";

const inPage = (id: string, fact: string, expected: string, settles?: true): Assertion => ({
  id,
  fact,
  expected,
  settles,
  // The page looks; `finishLiveCheck` takes what it saw.
  see: () => "the page has not looked",
});

/** What the page at the end of the check sees. Nothing of it runs in the menu item's own execution. */
export const PAGE: Group = {
  title: "A page",
  assertions: [
    inPage("google.sidebar:opens", "A page opens and calls the script", "opens"),
    inPage("google.page-comments:text", "// in a text of a page's script", "kept", true),
    inPage("google.page-comments:template", "// in a template literal of a page's script", "cut", true),
    inPage("google.fetched-scripts", "A script that a page has fetched and puts into itself", "runs", true),
    inPage(
      "google.undefined-fields:sent",
      "A field that is undefined, sent to the script",
      'object {"a":null,"b":1}',
      true,
    ),
    inPage("google.undefined-fields:got", "A field that is undefined, sent to the page", '{"a":null,"b":1}', true),
    inPage("google.script-run:nan", "A number that is none, sent to the page", "null", true),
    inPage("google.script-run:date", "A date in an object, sent to the page", "null"),
    inPage("google.script-run:megabyte", "A million characters there and back", "1000000 characters"),
    inPage("google.script-run:twelve", "Twelve calls at once", "12 answered"),
  ],
};

/** Gives the page what it asks for, to see how it crosses. */
export function pagePart(name: string, value: unknown): unknown {
  switch (name) {
    case "script":
      return "window.partRan = true;";
    case "field":
      return describe(value);
    case "undefined":
      return { a: undefined, b: 1 };
    case "nan":
      return Number.NaN;
    case "date":
      return { at: new Date(0) };
    default:
      return value;
  }
}
