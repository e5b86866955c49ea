import { afterAll, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, evaluate } = createTestHost();
afterAll(() => host.close());

/** The value of A1 after a text was written to it in a spreadsheet of a locale; a date as its day. */
async function written(locale: string, text: string): Promise<unknown> {
  ann.keyboard.changeSettings({ locale });
  return evaluate(
    `((cell) => { cell.clear(); cell.setValue(${JSON.stringify(text)}); const value = cell.getValue(); return value instanceof Date ? value.toISOString().slice(0, 10) : value })(SpreadsheetApp.getActiveSheet().getRange("A1"))`,
  );
}

test.each<[locale: string, text: string, value: unknown]>([
  ["en_US", "1,500.25", 1500.25],
  ["en_US", "5/6/2020", "2020-05-06"],
  ["en_US", "VRAI", "VRAI"],
  ["en_GB", "5/6/2020", "2020-06-05"],
  ["en_GB", "13/1/2020", "2020-01-13"],
  ["de_DE", "1,5", 1.5],
  ["de_DE", "1.500,25", 1500.25],
  ["de_DE", "1.5", "2030-05-01"],
  ["de_DE", "3.5.2020", "2020-05-03"],
  ["de_DE", "1.13", 113],
  ["de_DE", "wahr", true],
  ["de_DE", "TRUE", true],
  ["de_DE", "2024-02-29", "2024-02-29"],
  ["fr_FR", "1,5", 1.5],
  ["fr_FR", "FAUX", false],
  ["fr_FR", "5 mai 2020", "2020-05-05"],
  ["ja_JP", "2020年5月3日", "2020-05-03"],
  ["ja_JP", "1.5", 1.5],
  ["pt_BR", "VERDADEIRO", true],
  ["ru_RU", "ИСТИНА", true],
  ["de_DE", "'1,5", "1,5"],
  ["de_DE", "Acme GmbH", "Acme GmbH"],
])("in %s the text %s is read as it is there", async (locale, text, value) => {
  expect(await written(locale, text)).toEqual(value);
});
