import { useEffect, useState } from "preact/hooks";
import type { CleanListPlan, SelectedRows, ShownText } from "../../src/jobs/clean-list-views";
import { Button } from "../controls/button";
import { Select } from "../controls/field";
import { announce, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { useAction, useSession } from "../session";
import { shownChoice, unwantedText } from "./texts";

interface InPlaceProps {
  plan: CleanListPlan;
  mark: string;
}

/** The filter may be one that is not among the choices. All rows can then be chosen. */
const SOME_ROWS = " ";

/** Returns `null` for all rows. */
function shownNow({ filter, shown }: CleanListPlan): ShownText | typeof SOME_ROWS | null {
  if (!filter) return null;
  return shown.find(({ text }) => text === filter.text) ?? SOME_ROWS;
}

function shownWords({ text, count, changed, unwanted }: ShownText, plan: CleanListPlan): string {
  const isOld = many(
    changed,
    "of them was changed since it was verified",
    "of them were changed since they were verified",
  );
  const isUnwanted = many(unwanted, "of them is not to be mailed", "of them are not to be mailed");
  const said = [
    `Only ${text} is shown. ${many(count, "row says", "rows say")} so.`,
    changed > 0 && `${isOld}.`,
    unwanted > 0 && `${isUnwanted}${plan.unwantedBy.length > 0 ? `: ${unwantedText(plan)}` : ""}.`,
  ];
  return said.filter(Boolean).join(" ");
}

function selectedText({ selected, left }: SelectedRows): string {
  if (selected === 0) return "No row repeats an address any more.";
  const more = left > 0 ? ` ${many(left, "more comes", "more come")} when these are deleted.` : "";
  return `${many(selected, "row is", "rows are")} selected. Look at them, then right-click one and choose Delete selected rows. Ctrl+Z brings them back.${more}`;
}

export function InPlace({ plan, mark }: InPlaceProps) {
  const { call } = useSession();
  const { sheetId, sheetName, shown } = plan;
  const [now, setNow] = useState(() => shownNow(plan));
  useEffect(() => setNow(shownNow(plan)), [plan]);
  const filter = useAction(
    (wanted: string) => call("showOnly", { sheetId, mark, text: wanted || null }),
    (only) => {
      setNow(only);
      announce(
        only ? shownWords(only, plan) : "All rows are shown, except those that a condition on another column hides.",
      );
    },
  );
  const [selected, setSelected] = useState("");
  const selecting = useAction(
    () => call("selectDuplicates", { sheetId, mark }),
    (rows) => {
      const text = selectedText(rows);
      setSelected(text);
      announce(text);
    },
  );
  return (
    <section class="stack in-place">
      <h3>In “{sheetName}” itself</h3>
      {shown.length > 0 && (
        <>
          <Select
            label="Show only"
            value={now === SOME_ROWS ? now : (now?.text ?? "")}
            options={[
              ...(now === SOME_ROWS ? [[SOME_ROWS, "Some rows"] as const] : []),
              ["", "All rows"],
              ...shown.map((each) => [each.text, shownChoice(each)] as const),
            ]}
            onChange={(wanted) => void filter.start(wanted)}
          />
          {now !== null && now !== SOME_ROWS && <p class="small">{shownWords(now, plan)}</p>}
          <p class="small soft">Sets the sheet's own filter, which everybody sees. Conditions on other columns stay.</p>
        </>
      )}
      <RefusalNotice refusal={filter.refusal} />
      {plan.piles.duplicate > 0 && (
        <div class="row">
          <Button working={selecting.running} onPress={() => void selecting.start()}>
            Select duplicates by address
          </Button>
        </div>
      )}
      {selected && <p class="small">{selected}</p>}
      <RefusalNotice refusal={selecting.refusal} />
    </section>
  );
}
