import type { SavedSearches as Saved } from "../../src/company-search/saved-searches";
import { type Result, refuse } from "../../src/result";
import type { CompanyFilters } from "../../src/service/operations";
import { Fold } from "../controls/fold";
import { SavedNames } from "../job/saved-names";
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
  const entries = (saved?.names ?? []).map((name) => ({ name, isShared: false }));
  const save = async (name: string, replaces: boolean): Promise<Result<Saved>> => {
    const { filters, problems } = toFilters(draft);
    if (Object.keys(problems).length === 0) return call("saveSearch", { name, filters, replaces });
    onProblems(problems);
    return UNREADABLE;
  };
  return (
    <Fold label="Saved searches" aside={entries.length > 0 ? String(entries.length) : ""}>
      <SavedNames
        label="Save this search as"
        nameless="Type a name for the search."
        entries={entries}
        use={async ({ name }) => {
          const result = await call("loadSearch", name);
          if (result.ok) onLoad(result.data);
          return result;
        }}
        save={save}
        remove={({ name }) => call("deleteSearch", name)}
        readAgain={() => call("readSavedSearches")}
        onChange={onSaved}
      />
    </Fold>
  );
}
