import type { Metadata, Place } from "../../extras/extras";
import { intersection } from "../../sheet/areas";
import { isNothing } from "../arguments";
import { call } from "../bridge";
import { javaEnum } from "../java-enum";
import { requirePermission } from "../permissions";
import type { Spreadsheet } from "./spreadsheet";

export const DeveloperMetadataVisibility = javaEnum(["DOCUMENT", "PROJECT"]);
export const DeveloperMetadataLocationType = javaEnum(["SPREADSHEET", "SHEET", "ROW", "COLUMN"]);

function locationType(metadata: Metadata): string {
  if (metadata.dimension !== undefined) return metadata.dimension === "rows" ? "ROW" : "COLUMN";
  return metadata.sheetId === undefined ? "SPREADSHEET" : "SHEET";
}

/** One entry (google.metadata-places). */
export class DeveloperMetadata {
  #held: Metadata;
  readonly #spreadsheet: Spreadsheet;

  constructor(held: Metadata, spreadsheet: Spreadsheet) {
    this.#held = held;
    this.#spreadsheet = spreadsheet;
  }
  getId = () => this.#held.id;
  getKey = () => this.#held.key;
  getValue = () => this.#held.value;
  getVisibility = () => DeveloperMetadataVisibility[this.#held.visibility];
  setKey = (key: string) => this.#update({ key });
  setValue = (value: string) => this.#update({ value: String(value) });
  remove(): null {
    requirePermission("writeSheet", "remove");
    call("DeveloperMetadata.remove", this.#held.id);
    return null;
  }
  getLocation() {
    const { sheetId, area } = this.#held;
    const sheet = () => this.#spreadsheet.sheetById(sheetId as number);
    const range = () => (area === undefined ? null : sheet().rangeOf(area));
    return {
      getLocationType: () => DeveloperMetadataLocationType[locationType(this.#held)],
      getSheet: () => (sheetId === undefined || area !== undefined ? null : sheet()),
      getSpreadsheet: () => (sheetId === undefined ? this.#spreadsheet : null),
      getRow: () => (this.#held.dimension === "rows" ? range() : null),
      getColumn: () => (this.#held.dimension === "columns" ? range() : null),
    };
  }
  #update(changes: Partial<Metadata>): this {
    requirePermission("writeSheet", "setValue");
    call("DeveloperMetadata.update", this.#held.id, changes);
    this.#held = { ...this.#held, ...changes };
    return this;
  }
}

export function addMetadata(place: Place, key: string, value: unknown, visibility: unknown): void {
  requirePermission("writeSheet", "addDeveloperMetadata");
  // Two arguments may be key and visibility, three key, value and visibility.
  const isVisibility = (given: unknown) =>
    given === DeveloperMetadataVisibility.PROJECT || given === DeveloperMetadataVisibility.DOCUMENT;
  const shown = isVisibility(value) ? value : visibility;
  const text = isNothing(value) || isVisibility(value) ? null : String(value);
  call("DeveloperMetadata.add", {
    ...place,
    key,
    value: text,
    visibility: isNothing(shown) ? "DOCUMENT" : String(shown),
  });
}

export function findMetadata(spreadsheet: Spreadsheet, fits: (held: Metadata) => boolean): DeveloperMetadata[] {
  requirePermission("readSheet", "getDeveloperMetadata");
  const all = call<Metadata[]>("DeveloperMetadata.find");
  return all.filter(fits).map((held) => new DeveloperMetadata(held, spreadsheet));
}

/** `createDeveloperMetadataFinder()` of a spreadsheet, sheet or range. */
export class MetadataFinder {
  readonly #spreadsheet: Spreadsheet;
  readonly #place: Place;
  readonly #conditions: ((held: Metadata) => boolean)[] = [];
  #isIntersecting = false;

  constructor(spreadsheet: Spreadsheet, place: Place) {
    this.#spreadsheet = spreadsheet;
    this.#place = place;
  }
  withKey = (key: string) => this.#with((held) => held.key === key);
  withValue = (value: string) => this.#with((held) => held.value === value);
  withId = (id: number) => this.#with((held) => held.id === id);
  withVisibility = (visibility: unknown) => this.#with((held) => held.visibility === String(visibility));
  withLocationType = (type: unknown) => this.#with((held) => locationType(held) === String(type));
  onIntersectingLocations(): this {
    this.#isIntersecting = true;
    return this;
  }
  find(): DeveloperMetadata[] {
    return findMetadata(
      this.#spreadsheet,
      (held) => this.#isHere(held) && this.#conditions.every((fits) => fits(held)),
    );
  }
  #isHere(held: Metadata): boolean {
    const { sheetId, area } = this.#place;
    if (sheetId === undefined) return true;
    if (held.sheetId !== sheetId) return false;
    if (area === undefined || held.area === undefined) return area === undefined;
    const common = intersection(held.area, area);
    if (common === null) return false;
    return this.#isIntersecting || (common.rows === held.area.rows && common.columns === held.area.columns);
  }
  #with(condition: (held: Metadata) => boolean): this {
    this.#conditions.push(condition);
    return this;
  }
}
