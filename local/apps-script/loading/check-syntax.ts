import { type ParseResult, parse } from "@babel/parser";
import type { ScriptFile } from "../host";

type Program = ParseResult["program"];

/** Google's parser refuses these although V8 would take them (google.engine-syntax), by node type. */
const REFUSED: Record<string, string> = {
  ClassPrivateProperty: "Unexpected token #",
  ClassPrivateMethod: "Unexpected token #",
  PrivateName: "Unexpected token #",
  StaticBlock: "Unexpected token {",
  ImportExpression: "Unexpected token import",
  Import: "Unexpected token import",
  ClassAccessorProperty: "Unexpected token =",
};

function parseError(message: string, line: number, file: string): SyntaxError {
  return new SyntaxError(`ParseError: ${message} line: ${line} file: ${file.replace(/\.js$/, ".gs")}`);
}

interface SyntaxNode {
  type: string;
  loc?: { start: { line: number } } | null;
  static?: boolean;
  flags?: string;
}

function refusal(node: SyntaxNode, refuseClassFields: boolean): string | undefined {
  if (node.type === "ClassProperty" && (node.static === true || refuseClassFields)) return "Unexpected token =";
  if (node.type === "RegExpLiteral" && /[dv]/.test(node.flags ?? "")) return "Invalid regular expression flags";
  return REFUSED[node.type];
}

/** Parses a file as a script (no modules, no top-level `await`) and refuses what Google refuses. */
export function checkSyntax(file: ScriptFile, options: { refuseClassFields: boolean }): Program {
  let program: Program;
  try {
    program = parse(file.source, { sourceType: "script", allowReturnOutsideFunction: false }).program;
  } catch (error) {
    const { message, loc } = error as SyntaxError & { loc?: { line: number } };
    throw parseError(message.replace(/ \(\d+:\d+\)$/, ""), loc?.line ?? 0, file.name);
  }
  visit(program, (node) => {
    const message = refusal(node, options.refuseClassFields);
    if (message !== undefined) throw parseError(message, node.loc?.start.line ?? 0, file.name);
  });
  return program;
}

/** Keys of nodes that hold no nodes of the program. */
const NOT_CHILDREN = new Set(["loc", "extra", "leadingComments", "innerComments", "trailingComments"]);

function visit(value: object, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object" && item !== null) visit(item, see);
    return;
  }
  if (!("type" in value) || typeof value.type !== "string") return;
  see(value as SyntaxNode);
  const node = value as unknown as Record<string, unknown>;
  for (const key in node) {
    const child = node[key];
    if (typeof child === "object" && child !== null && !NOT_CHILDREN.has(key)) visit(child, see);
  }
}

/** The source of these rules: texts that were checked by others have to be checked again. */
export const SYNTAX_RULES = `${JSON.stringify(REFUSED)}${refusal}${visit}${checkSyntax}`;
