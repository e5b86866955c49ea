type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type ColourRule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;

/** Returns `null` for a rule that is not ours. */
function columnOfRule(rule: ColourRule, colours: [string, string][]): number | null {
  const condition = rule.getBooleanCondition();
  const [text] = condition?.getCriteriaValues() ?? [];
  const background = condition?.getBackground();
  const [range, ...others] = rule.getRanges();
  if (!range || others.length > 0 || range.getNumColumns() !== 1) return null;
  return colours.some(([ofText, colour]) => ofText === text && colour === background) ? range.getColumn() : null;
}

const columnsWith = (rules: ColourRule[], colours: [string, string][]): number[] => [
  ...new Set(rules.flatMap((rule) => columnOfRule(rule, colours) ?? [])),
];

const withoutColours = (rules: ColourRule[], columns: number[], colours: [string, string][]): ColourRule[] =>
  rules.filter((rule) => !columns.includes(columnOfRule(rule, colours) ?? 0));

export function addColours(
  sheet: Sheet,
  column: number,
  range: Range,
  colours: [string, string][],
  isNew: boolean,
): number[] {
  const before = sheet.getConditionalFormatRules();
  const others = withoutColours(before, [column], colours);
  const coloured = columnsWith(others, colours);
  if (!isNew && others.length === before.length) return coloured;
  const rules = colours.map(([text, background]) =>
    SpreadsheetApp.newConditionalFormatRule()
      .whenTextEqualTo(text)
      .setBackground(background)
      .setRanges([range])
      .build(),
  );
  // This call replaces all rules, so the sheet's own ones are given again, in front (google.conditional-formats).
  sheet.setConditionalFormatRules([...others, ...rules]);
  return coloured;
}

export function removeColours(
  sheet: Sheet,
  colours: [string, string][],
  choose: (columns: number[]) => number[],
): void {
  const rules = sheet.getConditionalFormatRules();
  const others = withoutColours(rules, choose(columnsWith(rules, colours)), colours);
  if (others.length < rules.length) sheet.setConditionalFormatRules(others);
}
