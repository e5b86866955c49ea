import { useEffect, useState } from "preact/hooks";
import { useSession } from "../../../state/session";

/** Asked when the typing rests. */
const REST_MS = 300;

/** The service's own question wants as many letters. */
const FEWEST_LETTERS = 2;

/** Locations as the service writes them; none where it does not offer them, and for other filters. */
export function useLocations(path: string, text: string): readonly string[] {
  const { call } = useSession();
  const [names, setNames] = useState<readonly string[]>([]);
  const isAsked = path.startsWith("company_location_search") && text.trim().length >= FEWEST_LETTERS;
  useEffect(() => {
    if (!isAsked) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const result = await call("suggestLocations", text.trim());
      if (result.ok && !isOld) setNames(result.data.map(({ name }) => name));
    }, REST_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [isAsked, text, call]);
  return isAsked ? names : [];
}
