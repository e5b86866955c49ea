import type { SavedSearches as Saved } from "../../src/company-search/saved-searches";
import { type Result, refuse } from "../../src/result";
import type { CompanyFilters } from "../../src/service/operations";
import { Fold } from "../controls/fold";
import { SavedNames } from "../controls/saved-names";
import { useSession } from "../session";
import { type Draft, type Problems, toFilters } from "./draft";

interface SavedSearchesProps {
  saved: Saved | null;
  draft: Draft;
  onProblems: (problems: Problems) => void;
  onSaved: (saved: Saved) => void;
  onLoad: (filters: CompanyFilters) => void;
}

/** A search that was saved without these filters would find more than was meant. */
const UNREADABLE = refuse(
  "INVALID_FILTERS",
  "Some filters cannot be read.",
  "Correct those that are marked, then save the search.",
);

export function SavedSearches({ saved, draft, onProblems, onSaved, onLoad }: SavedSearchesProps) {
  const { call } = useSession();
  const names = saved?.names ?? [];
  const change = async (changing: Promise<Result<Saved>>): Promise<Result<Saved>> => {
    const result = await changing;
    if (result.ok) onSaved(result.data);
    return result;
  };
  const save = async (name: string): Promise<Result<Saved>> => {
    const { filters, problems } = toFilters(draft);
    if (Object.keys(problems).length === 0)
      return change(call("saveSearch", { name, filters, replaces: names.includes(name) }));
    onProblems(problems);
    return UNREADABLE;
  };
  return (
    <Fold label="Saved searches" aside={names.length > 0 ? String(names.length) : ""}>
      <SavedNames
        label="Save this search as"
        nameless="Type a name for the search."
        entries={names.map((name) => ({ name }))}
        isUsed={(name) => names.includes(name)}
        use={async ({ name }) => {
          const result = await call("loadSearch", name);
          if (result.ok) onLoad(result.data);
          return result;
        }}
        save={save}
        remove={({ name }) => change(call("deleteSearch", name))}
        readAgain={async () => void (await change(call("readSavedSearches")))}
      />
    </Fold>
  );
}
