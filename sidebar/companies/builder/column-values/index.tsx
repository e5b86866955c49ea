import { useEffect, useRef, useState } from "preact/hooks";
import type { ListColumn } from "../../../../src/company-search/views";
import type { ListColumnRequest } from "../../../../src/jobs/protocol";
import { Button } from "../../../controls/button";
import { RefusalNotice } from "../../../controls/refusal-notice";
import { Select } from "../../../controls/select";
import { Waiting } from "../../../shell/waiting";
import { useSession } from "../../../state/session";
import { useAction } from "../../../state/use-action";

/** What is looked for in the sheet for a list. */
const WANTED: Record<string, ListColumnRequest["wanted"]> = {
  "company.names.include": "names",
  "company.websites.include": "websites",
};

interface ColumnValuesProps {
  path: string;
  /** With nothing when it was given up. */
  onEnd: (values: readonly string[]) => void;
}

/** Takes the values of a list from a column of the open sheet. */
export function ColumnValues({ path, onEnd }: ColumnValuesProps) {
  const { call } = useSession();
  const [list, setList] = useState<ListColumn | null>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const read = useAction((sheetId: number | null, column: number | null) =>
    call("readListColumn", { sheetId, column, wanted: WANTED[path] ?? "texts" }),
  );
  const show = async (sheetId: number | null, column: number | null): Promise<void> => {
    const result = await read.start(sheetId, column);
    if (result?.ok) setList(result.data);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it appears.
  useEffect(() => {
    void show(null, null);
  }, []);
  const isHere = list !== null;
  useEffect(() => {
    if (isHere) box.current?.querySelector("select")?.focus();
  }, [isHere]);
  return (
    <fieldset ref={box}>
      {read.refusal && <RefusalNotice refusal={read.refusal} />}
      {!list && !read.refusal && <Waiting forWhat="Reading the sheet" />}
      {list && (
        <Select
          label={`Column of “${list.sheetName}”`}
          value={String(list.column)}
          options={list.columns.map(({ column, letter, header }) => [String(column), `${letter} ${header}`])}
          onChange={(column) => void show(list.sheetId, Number(column))}
        />
      )}
      {list && list.leftOut > 0 && <p class="small">{list.leftOut} more rows do not fit into one list.</p>}
      <div class="row">
        {list && (
          <Button working={read.running} onPress={() => onEnd(list.values)}>
            Add {list.values.length} values
          </Button>
        )}
        <Button look="quiet" onPress={() => onEnd([])}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
