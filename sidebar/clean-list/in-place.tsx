import { useState } from "preact/hooks";
import type { CleanListPlan } from "../../src/jobs/views";
import { Select } from "../controls/field";
import { announce, RefusalNotice } from "../controls/notice";
import { write } from "../format";
import { useAction, useSession } from "../session";

interface InPlaceProps {
  plan: CleanListPlan;
  /** Of the chosen column. */
  mark: string;
}

/** What can be done with the list itself, instead of with a copy. */
export function InPlace({ plan, mark }: InPlaceProps) {
  const { call } = useSession();
  const { sheetId, sheetName, shown } = plan;
  const [text, setText] = useState("");
  const filter = useAction((wished: string) => call("showOnly", { sheetId, mark, text: wished || null }));
  const show = async (wished: string): Promise<void> => {
    const result = await filter.start(wished);
    if (!result?.ok) return;
    setText(wished);
    announce(wished ? `Only ${wished} is shown.` : "All rows are shown.");
  };
  if (shown.length === 0) return null;
  return (
    <section class="stack in-place">
      <h3>In “{sheetName}” itself</h3>
      <Select
        label="Show only"
        value={text}
        options={[
          ["", "All rows"],
          ...shown.map((each) => [each.text, `${each.text} · ${write(each.count)}`] as const),
        ]}
        onChange={(wished) => void show(wished)}
      />
      <p class="small soft">Sets the sheet’s own filter, which everybody sees. Conditions on other columns stay.</p>
      {filter.refusal && <RefusalNotice refusal={filter.refusal} />}
    </section>
  );
}
