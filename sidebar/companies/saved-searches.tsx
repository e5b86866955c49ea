import type { SavedSearches as Saved } from "../../src/company-search/saved-searches";
import type { Result } from "../../src/result";
import type { CompanyFilters } from "../../src/service/operations";
import { Fold } from "../controls/fold";
import { SavedNames } from "../controls/saved-names";
import { useSession } from "../session";
import { type Draft, toFilters } from "./draft";

interface SavedSearchesProps {
  saved: Saved | null;
  draft: Draft;
  onSaved: (saved: Saved) => void;
  onLoad: (filters: CompanyFilters) => void;
}

export function SavedSearches({ saved, draft, onSaved, onLoad }: SavedSearchesProps) {
  const { call } = useSession();
  const names = saved?.names ?? [];
  const change = async (changing: Promise<Result<Saved>>): Promise<Result<Saved>> => {
    const result = await changing;
    if (result.ok) onSaved(result.data);
    return result;
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
        save={(name) => change(call("saveSearch", { name, filters: toFilters(draft).filters }))}
        remove={({ name }) => change(call("deleteSearch", name))}
      />
    </Fold>
  );
}
