/** Locations and company names hold commas themselves: "California, United States", "Acme, Inc.". */
const HOLDS_COMMAS = /^company_location_search|^company\.names/;

/** Whether a comma ends a value of this list. */
export const commaEnds = (path: string): boolean => !HOLDS_COMMAS.test(path);

/**
 * Values out of what was typed or pasted: lines, cells of a sheet (tabs), and commas outside of "quotes" unless the
 * list's values hold commas. Each value once, without blanks around it.
 */
export function splitValues(path: string, text: string): string[] {
  const part = commaEnds(path) ? /"([^"]*)"|[^,;\t\r\n]+/g : /"([^"]*)"|[^\t\r\n]+/g;
  const values = [...text.matchAll(part)].map(([whole, quoted]) => (quoted ?? whole).trim());
  return [...new Set(values)].filter(Boolean);
}
