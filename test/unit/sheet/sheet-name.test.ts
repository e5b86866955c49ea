import { expect, test } from "@jest/globals";
import { sheetNameOf } from "../../../src/sheet/table";

test.each([
  ["Größte Firmen d'Europe", "Größte Firmen d'Europe"],
  ["  Leads:  2026/27 ", "Leads 2026 27"],
  ["'Leads'", "Leads"],
  [`${"a".repeat(79)} b`, "a".repeat(79)],
  ["[]", "Sheet"],
])("the name %j makes a sheet named %j", (wanted, name) => expect(sheetNameOf(wanted)).toBe(name));
