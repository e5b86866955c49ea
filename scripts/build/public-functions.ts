import { parse } from "@babel/parser";
import type { Declaration, FunctionDeclaration, Node } from "@babel/types";

/** A function as Google's script editor and autocomplete see it. */
export interface PublicFunction {
  name: string;
  parameters: string[];
  /** The text between the comment's opening and closing marks, empty when there is no documentation. */
  documentation: string;
}

function parameterName(parameter: Node): string {
  if (parameter.type === "Identifier") return parameter.name;
  if (parameter.type === "AssignmentPattern") return parameterName(parameter.left);
  throw new Error(`A public function takes plain named parameters, not a ${parameter.type}.`);
}

function documentationOf({ leadingComments }: Node): string {
  const comment = leadingComments?.at(-1);
  return comment?.type === "CommentBlock" && comment.value.startsWith("*") ? comment.value : "";
}

function describe(declaration: FunctionDeclaration, commentsFrom: Node): PublicFunction {
  return {
    name: declaration.id?.name ?? "",
    // A formula may take more than Google is to show, to say that it is too much.
    parameters: declaration.params.filter(({ type }) => type !== "RestElement").map(parameterName),
    documentation: documentationOf(commentsFrom),
  };
}

/** The name in `const NAME = endpoint(…)`; `null` for any other declaration. */
function endpointName(declaration: Declaration | null | undefined): string | null {
  const [only, ...others] = declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
  const isEndpoint =
    only?.init?.type === "CallExpression" &&
    only.init.callee.type === "Identifier" &&
    only.init.callee.name === "endpoint";
  return isEndpoint && others.length === 0 && only.id.type === "Identifier" ? only.id.name : null;
}

/**
 * The exported functions of a TypeScript module that exports nothing but `export function NAME(…) {…}` and
 * `export const NAME = endpoint(…)`.
 */
export function readExportedFunctions(source: string): PublicFunction[] {
  const { body } = parse(source, { sourceType: "module", plugins: ["typescript"] }).program;
  return body.flatMap((statement) => {
    if (statement.type === "ExportNamedDeclaration" && statement.exportKind === "type") return [];
    if (!statement.type.startsWith("Export")) return [];
    if (statement.type === "ExportNamedDeclaration" && statement.declaration?.type === "FunctionDeclaration") {
      return [describe(statement.declaration, statement)];
    }
    const endpoint = statement.type === "ExportNamedDeclaration" && endpointName(statement.declaration);
    if (endpoint) return [{ name: endpoint, parameters: ["request"], documentation: documentationOf(statement) }];
    throw new Error(
      "src/globals.ts may export only `export function NAME(…) {…}` and `export const NAME = endpoint(…)`: any other form loses its documentation.",
    );
  });
}

/**
 * Reads what a script file makes public: its top-level functions, and the names of all its other top-level bindings.
 */
export function readTopLevel(code: string): { functions: PublicFunction[]; otherNames: string[] } {
  const { body } = parse(code, { sourceType: "script" }).program;
  const functions: PublicFunction[] = [];
  const otherNames: string[] = [];
  for (const statement of body) {
    if (statement.type === "FunctionDeclaration") functions.push(describe(statement, statement));
    if (statement.type === "ClassDeclaration") otherNames.push(statement.id?.name ?? "");
    if (statement.type === "VariableDeclaration") {
      for (const { id } of statement.declarations) otherNames.push(id.type === "Identifier" ? id.name : id.type);
    }
  }
  return { functions, otherNames };
}
