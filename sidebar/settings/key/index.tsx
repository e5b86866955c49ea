import { useEffect, useRef, useState } from "preact/hooks";
import type { KeyView } from "../../../src/settings/views";
import { Button } from "../../controls/button";
import { KeyForm } from "../../key-form";
import { RemoveKey } from "./remove-key";
import { SavedKeyLine } from "./saved-key-line";

/** The saved key by its end, or the form for one. */
export function KeySection({ saved }: { saved: KeyView }) {
  const [doing, setDoing] = useState<"nothing" | "replacing" | "removing">("nothing");
  const heading = useRef<HTMLHeadingElement>(null);
  const started = useRef(false);
  const ending = saved.from === "nobody" ? "" : saved.lastFour;
  // The control that was pressed is gone after each step; without this the focus would fall to the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has to happen at each step, whatever is read in it.
  useEffect(() => {
    if (started.current && doing !== "replacing") heading.current?.focus();
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
    </section>
  );
}
