import { literalsOf } from "../../local/apps-script/loading/page-comments";

/** What a reader of text takes for the beginning of a comment. */
const SIGN = /\/[/*]/;

/** A slash with the backslash before it, or any other escape. */
const SLASH_OR_ESCAPE = /\\?\/|\\[^/]/g;

/** A literal with every slash as an escape, but for those around a regular expression. */
function written(literal: string, isRegExp: boolean): string {
  const [from, to] = isRegExp ? [1, literal.lastIndexOf("/")] : [0, literal.length];
  const body = literal.slice(from, to).replace(SLASH_OR_ESCAPE, (match) => (match.endsWith("/") ? "\\x2F" : match));
  return `${literal.slice(0, from)}${body}${literal.slice(to)}`;
}

/**
 * Writes the slashes of a script's texts and regular expressions so that no reader can take them for comments:
 * HtmlService cuts what it takes for one out of a page's scripts, addresses included (google.page-comments).
 * @param script without comments, as a minifier leaves it
 * @throws Error naming what cannot be written in another way
 */
export function withoutCommentSigns(script: string): string {
  if (!SIGN.test(script)) return script;
  let done = "";
  let end = 0;
  for (const { from, to, type } of literalsOf(script)) {
    const literal = script.slice(from, to);
    const isKept = type === "tagged-template" || !SIGN.test(literal);
    done += `${script.slice(end, from)}${isKept ? literal : written(literal, type === "regexp")}`;
    end = to;
  }
  done += script.slice(end);
  const left = /.{0,30}\/[/*].{0,30}/.exec(done);
  if (left) throw new Error(`"${left[0]}" in a page's script would be taken for a comment by HtmlService.`);
  return done;
}
