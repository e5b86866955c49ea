import { z } from "zod";
import { type Operation, readParameters } from "./operation";

const SHORTEST_SEARCH = 2;
const MOST_SUGGESTIONS = 20;

const PARAMETERS = z.strictObject({ location_search: z.string().trim().min(SHORTEST_SEARCH) });

/**
 * The valid location strings that contain a text, those beginning with it first. The specification mentions such an
 * operation (service.location-names) without its parameters; these are the ones of the same family of interfaces. Free.
 */
export const searchSuggestions: Operation = ({ seed }, { body }) => {
  const text = readParameters(PARAMETERS, body).location_search.toLowerCase();
  const suggestions = seed.database.all<{ name: string; type: string }>(
    `SELECT name, type FROM locations WHERE instr(lower(name), ?) > 0
     ORDER BY instr(lower(name), ?) > 1, name LIMIT ?`,
    ...[text, text, MOST_SUGGESTIONS],
  );
  return { error: false, location_suggestions: suggestions.map(({ name, type }) => ({ name, type })) };
};
