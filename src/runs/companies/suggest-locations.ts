import { locationSuggestions } from "../../service/operations";
import type { FillParts } from "./fill-parts";
import type { LocationSuggestion } from "./views";

/** The operation takes no fewer letters. */
const FEWEST_CHARACTERS = 2;

/** Somebody is typing: a suggestion that comes late is none. */
const LATEST_START_MS = 2_000;

/** Locations as the service writes them; none when it does not offer them, so that the field stays free text. */
export function suggestLocations(parts: FillParts, text: string): LocationSuggestion[] {
  const { clock, newId, openService } = parts;
  if (text.trim().length < FEWEST_CHARACTERS) return [];
  try {
    const { client, limiterOf } = openService();
    const limiter = limiterOf("search-suggestions", () => false);
    const latestStartMs = clock.nowMs() + LATEST_START_MS;
    const { granted } = limiter.awaitTurn({ ids: [newId()], latestStartMs, superseded: new Map() });
    if (granted.length === 0) return [];
    const outcome = client.askAll([locationSuggestions(text.trim())])[0];
    return outcome?.ok ? outcome.result : [];
  } catch {
    return [];
  }
}
