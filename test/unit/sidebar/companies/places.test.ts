import { expect, jest, test } from "@jest/globals";

// Imported by its types, the file would bring those of a browser's page into all tests.
const { placesUnknown } = jest.requireActual<{
  placesUnknown(draft: object, places: { look(place: string): object | undefined }): Record<string, string>;
}>("../../../../sidebar/companies/places");

test("a place that the service does not know is picked from the list only where the list offers one", () => {
  const looks: Record<string, object> = {
    Swedn: { state: "unknown", near: ["Sweden"], isShared: false },
    Norway: { state: "unknown", near: [], isShared: false },
    Springfield: { state: "unknown", near: ["Springfield, Illinois", "Springfield, Ohio"], isShared: true },
    Finland: { state: "checking" },
  };
  const told = (...include: string[]) =>
    placesUnknown({ "company_location_search.include": include }, { look: (place) => looks[place] });
  const problem = (text: string) => ({ "company_location_search.include": text });
  const picked = "Not known to the service: “Swedn”. Pick a place from the list, or remove it.";
  const written =
    "Not known to the service: “Norway”. Write it as the service does, such as “California, United States”, or remove it.";
  expect(told("Swedn")).toEqual(problem(picked));
  expect(told("Norway")).toEqual(problem(written));
  expect(told("Finland", "Norway", "Swedn")).toEqual(problem(`${picked} ${written}`));
  expect(told("Springfield")).toEqual(problem("“Springfield” may mean several places. Pick one."));
  expect(told("Finland", "California, United States")).toEqual({});
});
