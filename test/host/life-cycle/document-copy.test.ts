import { afterAll, expect, test } from "@jest/globals";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { ANN, BEN, createTestHost } from "../support/test-host";

const { host, document, evaluate } = createTestHost({ document: { locale: "de_DE" } });
afterAll(() => host.close());

test("a copy of a document has its metadata with the same ids, and no properties", async () => {
  const ids = `SpreadsheetApp.getActive().createDeveloperMetadataFinder().find().map((one) => [one.getId(), one.getKey()])`;
  const keys = "Object.keys(PropertiesService.getDocumentProperties().getProperties())";
  await evaluate(`SpreadsheetApp.getActiveSheet().getRange("B:B").addDeveloperMetadata("pinned", "in") && 1`);
  await evaluate(`PropertiesService.getDocumentProperties().setProperty("job", "1") && 1`);
  const before = await evaluate(ids);
  const copy = document.copyDocument({ workbook: createMemoryWorkbook(), owner: BEN });
  const inCopy = (code: string) => evaluate(code, copy.as(BEN));
  expect(await inCopy(ids)).toEqual(before);
  expect(before).toHaveLength(1);
  expect([await evaluate(keys), await inCopy(keys)]).toEqual([["job"], []]);
  expect(await inCopy("SpreadsheetApp.getActive().getSpreadsheetLocale()")).toBe("de_DE");
  // They part there.
  await inCopy(`SpreadsheetApp.getActiveSheet().getRange("C:C").addDeveloperMetadata("other") && 1`);
  expect(await evaluate(ids)).toEqual(before);
  expect(await evaluate("SpreadsheetApp.getActive().getName()", copy.as(ANN))).toMatch(/^Copy of /);
});
