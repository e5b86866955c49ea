import type { ParseResult } from "@babel/parser";
import type { PublicFunction } from "../host";

/**
 * Top-level function declarations that cells, menus and sidebars may call: no trailing `_`
 * (google.custom-function-names, google.top-level).
 */
export function findFunctions(program: ParseResult["program"], source: string): PublicFunction[] {
  const found: PublicFunction[] = [];
  for (const statement of program.body) {
    if (statement.type !== "FunctionDeclaration" || statement.id == null) continue;
    const name = statement.id.name;
    if (name.endsWith("_")) continue;
    const comment = statement.leadingComments?.findLast((candidate) => candidate.type === "CommentBlock");
    const documentation = comment?.value.startsWith("*") ? `/*${comment.value}*/` : "";
    found.push({
      name,
      parameters: statement.params.map((parameter) => source.slice(parameter.start ?? 0, parameter.end ?? 0)),
      documentation,
      inAutocomplete: /@customfunction\b/i.test(documentation),
    });
  }
  return found;
}
