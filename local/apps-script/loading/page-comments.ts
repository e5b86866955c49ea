import { parse } from "@babel/parser";
import type { Node } from "@babel/types";

/** Where HtmlService takes `//` and `/*` in a page's scripts for comments (google.page-comments). */
export type PageComments = "templates" | "strings";

const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)(<\/script>)/gi;
const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g;
const SIGN = /\/[/*]/;

/** A text or a regular expression in a script. */
export interface Literal {
  from: number;
  to: number;
  /** A tag may ask for a template's text as it was written. */
  type: "string" | "template" | "tagged-template" | "regexp";
}

const TYPES: Record<string, Literal["type"]> = {
  StringLiteral: "string",
  DirectiveLiteral: "string",
  TemplateElement: "template",
  RegExpLiteral: "regexp",
};

const CUT: Record<PageComments, Literal["type"][]> = {
  templates: ["template", "tagged-template"],
  strings: ["template", "tagged-template", "string"],
};

/** The literals of a script, from its beginning. Throws a `SyntaxError` for what is no script. */
export function literalsOf(script: string): Literal[] {
  const found: Literal[] = [];
  const visit = (value: unknown, isTagged = false): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, isTagged);
    const node = value as Node | null;
    if (typeof node?.type !== "string") return;
    const type = TYPES[node.type];
    if (type !== undefined) {
      found.push({ from: node.start ?? 0, to: node.end ?? 0, type: isTagged ? "tagged-template" : type });
      return;
    }
    if (node.type === "TaggedTemplateExpression") {
      visit(node.quasi.quasis, true);
      visit([node.tag, ...node.quasi.expressions]);
      return;
    }
    for (const [name, child] of Object.entries(node)) if (name !== "loc" && name !== "extra") visit(child);
  };
  visit(parse(script).program);
  return found.sort((a, b) => a.from - b.from);
}

/** From the sign to the end of its line, or of its comment; what follows in the line is script and goes as well. */
function cutScript(script: string, where: PageComments): string {
  let cut = script;
  // From the end: what is cut leaves the places before it where they are.
  for (const { from, to, type } of literalsOf(script).reverse()) {
    if (!CUT[where].includes(type)) continue;
    const sign = from + script.slice(from, to).search(SIGN);
    if (sign < from) continue;
    const rest = cut.slice(sign);
    cut = cut.slice(0, sign) + rest.replace(COMMENT, (comment, at: number) => (at === 0 ? "" : comment));
  }
  return cut;
}

/** A page as HtmlService gives it on; one whose scripts cannot be read, as with scriptlets in them, stays as it is. */
export function cutPageComments(page: string, where: PageComments): string {
  return page.replace(SCRIPT, (whole, opening: string, script: string, closing: string) => {
    if (!SIGN.test(script)) return whole;
    try {
      return `${opening}${cutScript(script, where)}${closing}`;
    } catch {
      return whole;
    }
  });
}
