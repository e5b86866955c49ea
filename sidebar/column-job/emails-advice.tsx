import { Button } from "../controls/button";
import { Notice } from "../controls/notice";
import { headerText } from "../format";
import type { ColumnDraft } from "./draft";
import type { FormProps } from "./kind";

export function EmailsAdvice({ plan: { sheetId, columns, column, passedOver }, onChange }: FormProps<ColumnDraft>) {
  const nameOf = (wanted: number | null): string => {
    const found = columns.find((each) => each.column === wanted);
    return found?.header ? `“${headerText(found.header)}”` : `column ${found?.letter ?? ""}`;
  };
  if (passedOver === null) return null;
  return (
    <Notice tone="info">
      <p>
        {nameOf(passedOver)} is selected, but holds email addresses. {nameOf(column)} is taken instead: it names the
        companies themselves.
      </p>
      <Button variant="quiet" onPress={() => onChange({ sheetId, column: passedOver })}>
        Use {nameOf(passedOver)}
      </Button>
    </Notice>
  );
}
