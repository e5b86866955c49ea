/** Escapes text for HTML text and attributes. */
export function escapeHtml(text: string): string {
  const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] as string);
}

/**
 * Runs a template: `<? code ?>`, `<?= escaped ?>`, `<?!= raw ?>`. `values` are seen as variables. Escaping
 * inside scripts is JSON, elsewhere HTML.
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
      code += `__out(${isInScript(before) ? "__script" : "__escape"}(${expression(part.slice(1))}));`;
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
    (value: unknown) => JSON.stringify(value)?.replace(/</g, "\\u003c"),
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
