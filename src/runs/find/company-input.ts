import { isOwnWord } from "../../service/own-words";
import { domainOf } from "../../service/recognise";
import { type Input, readInput } from "../../sheet/input";
import type { CellValue } from "../../sheet/table";

/**
 * Reads a company's cell: all addresses of a website are the same company, and so are all spellings of a name. What our
 * own formulas say instead of an answer is left alone.
 */
export function companyInput(cell: CellValue): Input<CellValue> {
  const input = readInput(cell);
  if (input.kind !== "text") return input;
  if (isOwnWord(input.text)) return { kind: "unchanged", value: cell };
  const domain = domainOf(input.key)?.replace(/^www\.(?=.+\.)/, "");
  return { ...input, key: domain ?? input.key.replace(/\s+/g, " ") };
}
