import { useEffect, useRef, useState } from "preact/hooks";
import type { KeyView } from "../../src/settings/key";
import { Button, Icon } from "../controls/button";
import { announce, Question, RefusalNotice } from "../controls/notice";
import { KeyForm, KeyPlace } from "../key-form";
import { useAction, useSession } from "../session";

export function KeySection({ saved }: { saved: KeyView }) {
  const [doing, setDoing] = useState<"nothing" | "replacing" | "removing">("nothing");
  const heading = useRef<HTMLHeadingElement>(null);
  const started = useRef(false);
  const ending = saved.from === "nobody" ? "" : saved.lastFour;
  // Each step removes the pressed control. Without this, the focus would move to the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens at each step, whatever it reads.
  useEffect(() => {
    if (started.current && doing === "nothing") heading.current?.focus();
    started.current = true;
  }, [doing, saved.from, ending]);
  const back = (): void => setDoing("nothing");

  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        API key
      </h2>
      {saved.from !== "nobody" && <SavedKeyLine saved={saved} />}
      {saved.from === "nobody" && <KeyForm label="Your API key" onSaved={back} />}
      {saved.from !== "nobody" && doing === "nothing" && (
        <div class="row">
          <Button onPress={() => setDoing("replacing")}>{saved.from === "you" ? "Replace" : "Use my own key"}</Button>
          {saved.from === "you" && <Button onPress={() => setDoing("removing")}>Remove key</Button>}
        </div>
      )}
      {saved.from !== "nobody" && doing === "replacing" && (
        <KeyForm label="New API key" focused onSaved={back}>
          <Button onPress={back}>Cancel</Button>
        </KeyForm>
      )}
      {doing === "removing" && <RemoveKey onDone={back} />}
      <KeyPlace from={saved.from === "organisation" && doing !== "replacing" ? "organisation" : "you"} />
    </section>
  );
}

function SavedKeyLine({ saved }: { saved: Exclude<KeyView, { from: "nobody" }> }) {
  const { account } = useSession();
  const isRefused = account.refusal?.code === "INVALID_API_KEY";
  return (
    <div class="saved-key">
      <Icon name={account.data ? "good" : isRefused ? "error" : "info"} />
      <div>
        <p>
          {saved.from === "you" ? "Your key ends in " : "Your organisation's key ends in "}
          <strong>{saved.lastFour}</strong>
        </p>
        {account.data && <p class="small soft">Plan {account.data.plan || "–"}</p>}
        {account.refusal && <p class={isRefused ? "small problem" : "small soft"}>{account.refusal.message}</p>}
      </div>
    </div>
  );
}

function RemoveKey({ onDone }: { onDone: () => void }) {
  const { removeKey } = useSession();
  const remove = useAction(removeKey, () => {
    announce("The key is removed.");
    onDone();
  });
  return (
    <Question yes="Remove" working={remove.running} onYes={() => void remove.start()} onCancel={onDone}>
      <p>
        Remove the key? Until you save one again, new formulas in your sheets get no answers, and your jobs pause. What
        they have done is kept.
      </p>
      <RefusalNotice refusal={remove.refusal} />
    </Question>
  );
}
