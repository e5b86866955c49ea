import { useState } from "preact/hooks";
import type { SavedSearches as Saved } from "../../src/company-search/saved-searches";
import { MAX_SHORT_TEXT, type Result } from "../../src/result";
import type { CompanyFilters } from "../../src/service/operations";
import { Button, IconButton } from "../controls/button";
import { Field } from "../controls/field";
import { Fold } from "../controls/fold";
import { announce, RefusalNotice } from "../controls/notice";
import { useAction, useSession } from "../session";
import { type Draft, toFilters } from "./draft";

interface SavedSearchesProps {
  /** `null` until they are read. */
  saved: Saved | null;
  draft: Draft;
  onSaved: (saved: Saved) => void;
  onLoad: (filters: CompanyFilters) => void;
}

/** Searches that the user has saved under names. */
export function SavedSearches({ saved, draft, onSaved, onLoad }: SavedSearchesProps) {
  const { call } = useSession();
  const [name, setName] = useState("");
  const [isNameless, setNameless] = useState(false);
  const saving = useAction((work: () => Promise<Result<Saved>>) => work());
  const load = useAction((wanted: string) => call("loadSearch", wanted));
  const refusal = saving.refusal ?? load.refusal;
  const change = async (work: () => Promise<Result<Saved>>, said: string): Promise<void> => {
    const result = await saving.start(work);
    if (!result?.ok) return;
    onSaved(result.data);
    announce(said);
  };
  const use = async (wanted: string): Promise<void> => {
    const result = await load.start(wanted);
    if (!result?.ok) return;
    onLoad(result.data);
    type(wanted);
    announce(`${wanted} is loaded.`);
  };
  const type = (text: string): void => {
    setName(text);
    setNameless(false);
  };
  const names = saved?.names ?? [];
  const wanted = name.trim();
  const isUsed = names.includes(wanted);
  const save = (): void => {
    setNameless(wanted === "");
    if (wanted === "") return;
    const filters = toFilters(draft).filters;
    void change(() => call("saveSearch", { name, filters }), `${wanted} is ${isUsed ? "replaced" : "saved"}.`);
  };
  return (
    <Fold label="Saved searches" aside={names.length > 0 ? String(names.length) : ""}>
      {names.map((each) => (
        <div key={each} class="line">
          <Button variant="quiet" onPress={() => void use(each)}>
            {each}
          </Button>
          <IconButton
            icon="remove"
            name={`Delete ${each}`}
            onPress={() => void change(() => call("deleteSearch", each), `${each} is deleted.`)}
          />
        </div>
      ))}
      <Field
        label="Save this search as"
        value={name}
        maxLength={MAX_SHORT_TEXT}
        onInput={type}
        problem={isNameless ? "Type a name for the search." : undefined}
      />
      {refusal && <RefusalNotice refusal={refusal} />}
      <div class="row">
        <Button working={saving.running} onPress={save}>
          {isUsed ? `Replace “${wanted}”` : "Save"}
        </Button>
      </div>
    </Fold>
  );
}
