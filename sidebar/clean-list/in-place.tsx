import { useState } from "preact/hooks";
import type { CleanListPlan, SelectedRows } from "../../src/jobs/views";
import { Button } from "../controls/button";
import { Select } from "../controls/field";
import { announce, RefusalNotice } from "../controls/notice";
import { many, write } from "../format";
import { useAction, useSession } from "../session";

interface InPlaceProps {
  plan: CleanListPlan;
  mark: string;
}

function selectedText({ selected, left }: SelectedRows): string {
  if (selected === 0) return "No row repeats an address any more.";
  const more = left > 0 ? ` ${many(left, "more comes", "more come")} when these are deleted.` : "";
  return `${many(selected, "row is", "rows are")} selected. Look at them, then right-click one and choose Delete selected rows. Ctrl+Z brings them back.${more}`;
}

export function InPlace({ plan, mark }: InPlaceProps) {
  const { call } = useSession();
  const { sheetId, sheetName, shown } = plan;
  const [text, setText] = useState("");
  const filter = useAction((wanted: string) => call("showOnly", { sheetId, mark, text: wanted || null }));
  const show = async (wanted: string): Promise<void> => {
    const result = await filter.start(wanted);
    if (!result?.ok) return;
    setText(wanted);
    announce(wanted ? `Only ${wanted} is shown.` : "All rows are shown.");
  };
  const [selected, setSelected] = useState("");
  const selecting = useAction(() => call("selectDuplicates", { sheetId, mark }));
  const select = async (): Promise<void> => {
    const result = await selecting.start();
    if (!result?.ok) return;
    const text = selectedText(result.data);
    setSelected(text);
    announce(text);
  };
  return (
    <section class="stack in-place">
      <h3>In “{sheetName}” itself</h3>
      {shown.length > 0 && (
        <>
          <Select
            label="Show only"
            value={text}
            options={[
              ["", "All rows"],
              ...shown.map((each) => [each.text, `${each.text} · ${write(each.count)}`] as const),
            ]}
            onChange={(wanted) => void show(wanted)}
          />
          <p class="small soft">Sets the sheet’s own filter, which everybody sees. Conditions on other columns stay.</p>
        </>
      )}
      {filter.refusal && <RefusalNotice refusal={filter.refusal} />}
      {plan.piles.duplicate > 0 && (
        <div class="row">
          <Button working={selecting.running} onPress={() => void select()}>
            Select duplicates by address
          </Button>
        </div>
      )}
      {selected && <p class="small">{selected}</p>}
      {selecting.refusal && <RefusalNotice refusal={selecting.refusal} />}
    </section>
  );
}
