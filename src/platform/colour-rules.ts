type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type ColourRule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;

function withoutColours(rules: ColourRule[], column: number, colours: [string, string][]): ColourRule[] {
  return rules.filter((rule) => {
    const condition = rule.getBooleanCondition();
    const [text] = condition?.getCriteriaValues() ?? [];
    const background = condition?.getBackground();
    const [range, ...others] = rule.getRanges();
    return (
      others.length > 0 ||
      range?.getColumn() !== column ||
      range.getNumColumns() !== 1 ||
      !colours.some(([ofText, colour]) => ofText === text && colour === background)
    );
  });
}

export function addColours(
  sheet: Sheet,
  column: number,
  range: Range,
  colours: [string, string][],
  isNew: boolean,
): boolean {
  const before = sheet.getConditionalFormatRules();
  const others = withoutColours(before, column, colours);
  if (!isNew && others.length === before.length) return false;
  const rules = colours.map(([text, background]) =>
    SpreadsheetApp.newConditionalFormatRule()
      .whenTextEqualTo(text)
      .setBackground(background)
      .setRanges([range])
      .build(),
  );
  // This call replaces all rules, so the sheet's own ones are given again, in front (google.conditional-formats).
  sheet.setConditionalFormatRules([...others, ...rules]);
  return true;
}

export function removeColours(sheet: Sheet, column: number, colours: [string, string][]): void {
  const rules = sheet.getConditionalFormatRules();
  const others = withoutColours(rules, column, colours);
  if (others.length < rules.length) sheet.setConditionalFormatRules(others);
}
