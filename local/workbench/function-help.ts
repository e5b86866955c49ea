import type { PublicFunction } from "../apps-script/host";
import type { FunctionHelp } from "./messages";

const PARAM = /^(?:\{[^}]*\}\s*)?\[?([A-Za-z_$][\w$]*)[^\s\]]*\]?\s*-?\s*(.*)/s;

/** Markup is removed and line breaks collapse, as in Google's help. */
function plain(text: string): string {
  return text
    .replace(/<[^<>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The arguments of the fullest example that the documentation gives. */
function exampleArguments(name: string, text: string): string[] {
  const call = new RegExp(`${name}\\(((?:"[^"]*"|[^()"])*)\\)`, "gi");
  const examples = [...text.matchAll(call)].map(([, inside = ""]) => inside.match(/(?:"[^"]*"|[^,"])+/g) ?? []);
  return [...(examples.sort((a, b) => b.length - a.length)[0] ?? [])].map((argument) => argument.trim());
}

/**
 * Reads a documentation block for the parts that a spreadsheet shows: the description and each `@param`. No parameter of
 * an add-on's function is shown as optional: only its words say so.
 */
export function helpFor({ name, parameters, documentation }: PublicFunction): FunctionHelp {
  const text = documentation
    .replace(/^\/\*\*|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n");
  const [description = "", ...tags] = text.split(/^[ \t]*@/m);
  const described = new Map<string, string>();
  for (const tag of tags) {
    const param = /^param\s+(\S.*)/s.exec(tag)?.[1];
    const [, parameter, about] = (param && PARAM.exec(param)) || [];
    if (parameter !== undefined) described.set(parameter, plain(about ?? ""));
  }
  const examples = exampleArguments(name, plain(description));
  return {
    name,
    description: plain(description),
    parameters: parameters.map((parameter, i) => ({
      name: parameter,
      description: described.get(parameter) ?? "",
      example: examples[i] ?? parameter,
    })),
  };
}
