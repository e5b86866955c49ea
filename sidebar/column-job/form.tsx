import type { ComponentChildren } from "preact";
import { type FieldWords, noteOf } from "../../src/service/field-words";
import { Choice, Field, Select, toggled } from "../controls/field";
import { Fold } from "../controls/fold";
import { capitalise, columnText, write } from "../format";
import { capProblem, daysProblem } from "../job/job-view";
import { CapField } from "../job/resume";
import type { ColumnDraft, RowKind } from "./draft";
import { type FormProps, type KindWords, rowTexts } from "./kind";

interface ColumnFormProps extends FormProps<ColumnDraft> {
  words: KindWords;
  halvesOfOne: number;
  counts: ComponentChildren;
  children: ComponentChildren;
}

const ROWS: readonly RowKind[] = ["todo", "all", "selected", "visible", "older", "failed", "notKnown"];

export function ColumnForm({ words, halvesOfOne, draft, plan, onChange, counts, children }: ColumnFormProps) {
  const columns = plan.columns.map((each): [string, string] => [String(each.column), columnText(each)]);
  const texts = rowTexts(words);
  const countOf: Partial<Record<RowKind, number>> = { failed: plan.failedRows, notKnown: plan.notKnownRows };
  const rows = ROWS.filter((kind) => countOf[kind] !== 0 || draft.rows === kind).map((kind): [string, string] => [
    kind,
    countOf[kind] ? `${texts[kind]} (${write(countOf[kind])})` : texts[kind],
  ]);
  const { sheetId } = plan;
  // A column that was chosen just now is still being read.
  const chosen = plan.columns.find((each) => draft.sheetId === sheetId && each.column === draft.column);
  const { column, headerRow: ownRow } = chosen ?? plan.columns.find((each) => each.column === plan.column) ?? plan;
  // A header chosen by hand is shown at once, so that another press of a key goes on from it.
  const chosenRow = draft.sheetId === sheetId ? draft.headerRow : null;
  const headerRow = chosenRow ?? (column === plan.column ? plan.headerRow : ownRow);
  const headers = plan.topTexts.map((text, i): [string, string] => {
    const row = `Row ${i + 1}`;
    return [String(i + 1), text ? `${row}: ${text}` : row];
  });
  // A header chosen by hand stays: it is that of all columns.
  const choose = (wanted: string): void => onChange({ sheetId, column: Number(wanted) });
  // This names the sheet and column that are shown, because another sheet may be active by now.
  const chooseHeader = (wanted: string): void => onChange({ sheetId, column, headerRow: Number(wanted) });
  return (
    <div class="stack">
      <Select
        label={`${capitalise(words.inputs)} in “${plan.sheetName}”`}
        value={String(column)}
        options={columns}
        onChange={choose}
      />
      <Select
        inline
        label="Header"
        value={String(headerRow)}
        options={[["0", "None"], ...headers]}
        onChange={chooseHeader}
      />
      <Select
        label="Rows"
        value={draft.rows}
        options={rows}
        onChange={(kind) => onChange({ rows: kind as RowKind, selection: plan.selection })}
      />
      {draft.rows === "selected" && (
        <p class="small soft">Hidden rows in the selection count, too. “{texts.visible}” leaves them out.</p>
      )}
      {draft.rows === "visible" && (
        <p class="small soft">
          Leaves out rows that you or a filter had hidden when you chose this. Filter views do not count: use a normal
          filter.
        </p>
      )}
      {draft.rows === "older" && (
        <Field
          short
          label={`${capitalise(words.done)} over … days ago`}
          value={draft.olderThanDays}
          onInput={(olderThanDays) => onChange({ olderThanDays })}
          problem={daysProblem(draft.olderThanDays)}
        />
      )}
      {counts}
      {children}
      <CapField value={draft.cap} onInput={(cap) => onChange({ cap })} problem={capProblem(draft.cap, halvesOfOne)} />
    </div>
  );
}

interface FieldsChoiceProps {
  label: string;
  /** The field of the column that marks a row as done, so it is always written. */
  always?: string;
  /** Columns that this list needs, beside the chosen ones, and why. */
  needed?: { fields: readonly string[]; why: string };
  available: readonly string[];
  wordsOf: (field: string) => FieldWords;
  chosen: string[];
  onChange: (fields: string[]) => void;
}

const NOTHING_NEEDED = { fields: [], why: "" };

export function FieldsChoice(props: FieldsChoiceProps) {
  const { label, always, needed = NOTHING_NEEDED, available, wordsOf, chosen, onChange } = props;
  const others = available.filter((field) => field !== always);
  return (
    <Fold label={label} aside={String(chosen.length + needed.fields.length)}>
      {always && (
        <p class="small soft" title={noteOf(always, wordsOf(always))}>
          {wordsOf(always).header} is always added.
        </p>
      )}
      {needed.fields.map((field) => (
        <p key={field} class="small soft" title={noteOf(field, wordsOf(field))}>
          {wordsOf(field).header} is added too, {needed.why}.
        </p>
      ))}
      {others.map((field) => (
        <Choice
          key={field}
          checked={chosen.includes(field)}
          onChange={(isChosen) => onChange(toggled(chosen, field, isChosen))}
          hint={noteOf(field, wordsOf(field))}
        >
          {wordsOf(field).header}
        </Choice>
      ))}
    </Fold>
  );
}
