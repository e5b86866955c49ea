import { Fills } from "./fills";
import { useFills } from "./fills/use-fills";
import { SearchSection } from "./search-section";

/** Fills under way, and the search for the next one. */
export function Page() {
  const fills = useFills();
  return (
    <>
      <Fills fills={fills} />
      <SearchSection fills={fills} />
    </>
  );
}
