import { useRef, useState } from "preact/hooks";
import { Button } from "../../../controls/button";
import { Field } from "../../../controls/field";
import { useAnnounce } from "../../../shell/announcer";
import { type Draft, fromFilters, toFilters, writeJson } from "../../search/draft";
import { isObject } from "../../search/nested";
import { readJson } from "../../search/read-json";

/** The request's `filters`, to be copied, pasted and changed: what is valid is taken over at once. */
export function JsonView({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const announce = useAnnounce();
  const box = useRef<HTMLDivElement>(null);
  /** While the text cannot be taken over, or has been written in another way than ours. */
  const [typed, setTyped] = useState<string | null>(null);
  const { value, problem } = readJson(typed ?? "{}");
  const type = (text: string): void => {
    setTyped(text);
    const read = readJson(text).value;
    if (isObject(read)) onChange(fromFilters(read));
  };
  const copy = (): void => {
    box.current?.querySelector("textarea")?.select();
    // Google's frame does not give the newer way to every browser.
    announce(document.execCommand("copy") ? "Copied." : "Press Ctrl+C to copy.");
  };
  return (
    <div ref={box} onFocusOut={() => !problem && setTyped(null)}>
      <Field
        label="Filters"
        lines={8}
        value={typed ?? writeJson(toFilters(draft).filters)}
        onInput={type}
        problem={problem ?? (isObject(value) ? undefined : "Give an object: {…}.")}
      />
      <Button look="quiet" onPress={copy}>
        Copy
      </Button>
    </div>
  );
}
