import type { PublicFunction } from "../apps-script/host";
import type { FunctionHelp } from "./messages";

const PARAM = /^(?:\{[^}]*\}\s*)?\[?([A-Za-z_$][\w$]*)[^\s\]]*\]?\s*-?\s*(.*)$/s;

/** Markup is removed and line breaks collapse, as in Google's help (facts 1.2). */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** What a documentation block says, in the parts a spreadsheet shows: the description and each `@param` (facts 1.2). */
export function helpFor({ name, parameters, documentation }: PublicFunction): FunctionHelp {
  const text = documentation
    .replace(/^\/\*\*|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n");
  const [description = "", ...tags] = text.split(/^\s*@/m);
  const described = new Map<string, string>();
  for (const tag of tags) {
    const param = /^param\s+(.*)$/s.exec(tag)?.[1];
    const [, parameter, about] = (param && PARAM.exec(param)) || [];
    if (parameter !== undefined) described.set(parameter, plain(about ?? ""));
  }
  return {
    name,
    description: plain(description),
    parameters: parameters.map((parameter) => {
      const about = described.get(parameter) ?? "";
      return { name: parameter, description: about, optional: /^optional\b/i.test(about) };
    }),
  };
}
