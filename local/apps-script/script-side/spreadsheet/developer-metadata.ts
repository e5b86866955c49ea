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
  #metadata: Metadata;
  readonly #spreadsheet: Spreadsheet;

  constructor(metadata: Metadata, spreadsheet: Spreadsheet) {
    this.#metadata = metadata;
    this.#spreadsheet = spreadsheet;
  }
  getId = () => this.#metadata.id;
  getKey = () => this.#metadata.key;
  getValue = () => this.#metadata.value;
  getVisibility = () => DeveloperMetadataVisibility[this.#metadata.visibility];
  setKey = (key: string) => this.#update({ key });
  setValue = (value: string) => this.#update({ value: String(value) });
  remove(): null {
    requirePermission("writeSheet", "remove");
    call("DeveloperMetadata.remove", this.#metadata.id);
    return null;
  }
  getLocation() {
    const { sheetId, area } = this.#metadata;
    const sheet = () => this.#spreadsheet.sheetById(sheetId as number);
    const range = () => (area === undefined ? null : sheet().rangeOf(area));
    return {
      getLocationType: () => DeveloperMetadataLocationType[locationType(this.#metadata)],
      getSheet: () => (sheetId === undefined || area !== undefined ? null : sheet()),
      getSpreadsheet: () => (sheetId === undefined ? this.#spreadsheet : null),
      getRow: () => (this.#metadata.dimension === "rows" ? range() : null),
      getColumn: () => (this.#metadata.dimension === "columns" ? range() : null),
    };
  }
  #update(changes: Partial<Metadata>): this {
    requirePermission("writeSheet", "setValue");
    call("DeveloperMetadata.update", this.#metadata.id, changes);
    this.#metadata = { ...this.#metadata, ...changes };
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

export function findMetadata(spreadsheet: Spreadsheet, fits: (metadata: Metadata) => boolean): DeveloperMetadata[] {
  requirePermission("readSheet", "getDeveloperMetadata");
  const all = call<Metadata[]>("DeveloperMetadata.find");
  return all.filter(fits).map((metadata) => new DeveloperMetadata(metadata, spreadsheet));
}

/** `createDeveloperMetadataFinder()` of a spreadsheet, sheet or range. */
export class MetadataFinder {
  readonly #spreadsheet: Spreadsheet;
  readonly #place: Place;
  readonly #conditions: ((metadata: Metadata) => boolean)[] = [];
  #isIntersecting = false;

  constructor(spreadsheet: Spreadsheet, place: Place) {
    this.#spreadsheet = spreadsheet;
    this.#place = place;
  }
  withKey = (key: string) => this.#with((metadata) => metadata.key === key);
  withValue = (value: string) => this.#with((metadata) => metadata.value === value);
  withId = (id: number) => this.#with((metadata) => metadata.id === id);
  withVisibility = (visibility: unknown) => this.#with((metadata) => metadata.visibility === String(visibility));
  withLocationType = (type: unknown) => this.#with((metadata) => locationType(metadata) === String(type));
  onIntersectingLocations(): this {
    this.#isIntersecting = true;
    return this;
  }
  find(): DeveloperMetadata[] {
    return findMetadata(
      this.#spreadsheet,
      (metadata) => this.#isHere(metadata) && this.#conditions.every((fits) => fits(metadata)),
    );
  }
  #isHere(metadata: Metadata): boolean {
    const { sheetId, area } = this.#place;
    if (sheetId === undefined) return true;
    if (metadata.sheetId !== sheetId) return false;
    if (area === undefined || metadata.area === undefined) return area === undefined;
    const common = intersection(metadata.area, area);
    if (common === null) return false;
    return this.#isIntersecting || (common.rows === metadata.area.rows && common.columns === metadata.area.columns);
  }
  #with(condition: (metadata: Metadata) => boolean): this {
    this.#conditions.push(condition);
    return this;
  }
}
