import { expect, test } from "@jest/globals";
import { type Cell, rowsFrom } from "../../../src/lists/rows";
import { settle } from "../../../src/lists/settle";
import type { ColumnMark } from "../../../src/sheet/table";

test("results give nothing back to a column that was deleted, whose header would still be there if they had hit it", () => {
  const rows = rowsFrom(1, [
    ["Row", "Owner", "Account", "details for", "Domain"],
    ["t0", "o0", "a.example", "", ""],
    ["t1", "", "b.example", "", ""],
  ]);
  const written = ["a.example", "b.example"].flatMap((domain, i): Cell[] => [
    { row: 2 + i, column: 4, value: `new:${domain}` },
    { row: 2 + i, column: 5, value: domain },
  ]);
  const marksAt = (...columns: number[]): ColumnMark[] =>
    ["g1:in", "g1:for", "g1=company_domain"].map((value, i) => ({ column: columns[i] ?? 0, value }));
  const read = { was: rows, ought: rows, marks: marksAt(3, 4, 5), size: 0, isSure: true };
  const meant = { ...read, written, pinned: [], tagColumn: 4, unknownTag: () => "" };
  const now = [
    ["Row", "Account", "details for", "Domain", ""],
    ["t0", "a.example", "", "new:a.example", "a.example"],
    ["t1", "b.example", "", "new:b.example", "b.example"],
  ];
  const ought = settle(meant, { rows: rowsFrom(1, now), marks: marksAt(2, 3, 4) });
  expect([...ought.values()].flat()).not.toContain("o0");
});
