/** Escapes text for HTML text and attributes. */
export function escapeHtml(text: string): string {
  const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] as string);
}

/**
 * Runs a template: `<? code ?>`, `<?= escaped ?>`, `<?!= raw ?>`. `values` are seen as variables. Inside scripts a value
 * is printed as one, in quotes of the script's own as their text; elsewhere HTML is escaped (google.scriptlets).
 */
export function evaluateTemplate(source: string, values: Record<string, unknown>): string {
  // No search for an end goes beyond the last one.
  const end = source.lastIndexOf("?>") + 2;
  const parts = source.slice(0, end).split(/<\?([\s\S]*?)\?>/);
  parts.push((parts.pop() ?? "") + source.slice(end));
  let code = "";
  let before = "";
  parts.forEach((part, index) => {
    if (index % 2 === 0) {
      code += `__out(${JSON.stringify(part)});`;
      before += part;
    } else if (part.startsWith("!=")) code += `__out(${expression(part.slice(2))});`;
    else if (part.startsWith("="))
      code += isInScript(before)
        ? `__out(__script(${expression(part.slice(1))}, ${isInQuotes(before)}));`
        : `__out(__escape(${expression(part.slice(1))}));`;
    else code += `${part}\n`;
  });
  let html = "";
  const names = Object.keys(values);
  const run = new Function("__out", "__escape", "__script", ...names, code);
  run(
    (text: unknown) => {
      html += text === undefined ? "" : String(text);
    },
    (value: unknown) => escapeHtml(String(value)),
    (value: unknown, isQuoted: boolean) => (isQuoted ? inQuotes(String(value)) : scriptValue(value)),
    ...names.map((name) => values[name]),
  );
  return html;
}

/** The expression of a printing scriptlet; it may end in a semicolon. */
function expression(code: string): string {
  return code.replace(/(?<![;\s])[;\s]+$/, "");
}

function isInScript(before: string): boolean {
  return before.lastIndexOf("<script") > before.lastIndexOf("</script");
}

/** True inside a text of the script that is open at the end. */
function isInQuotes(before: string): boolean {
  const script = before.slice(before.lastIndexOf("<script")).replace(/^<script[^>]*>/, "");
  const code = script.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g,
    "",
  );
  return /["'`]/.test(code);
}

const scriptValue = (value: unknown): string | undefined => JSON.stringify(value)?.replace(/</g, "\\u003c");

/** Text within quotes of whatever kind. */
const inQuotes = (text: string): string =>
  text.replace(/["'`\\<>&$\n\r\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
