import type { Place, ProtectionRecord } from "../../extras/extras";
import { MESSAGES } from "../../messages";
import { call, exception, info } from "../bridge";
import { javaEnum } from "../java-enum";
import { requirePermission } from "../permissions";
import type { Range } from "./range";
import type { Sheet } from "./sheet";

export const ProtectionType = javaEnum(["RANGE", "SHEET"]);

interface Person {
  getEmail(): string;
}

function address(person: string | Person): string {
  return typeof person === "string" ? person : person.getEmail();
}

/** A protected range or sheet (google.protection). */
export class Protection {
  #record: ProtectionRecord;
  readonly #sheet: Sheet;

  constructor(record: ProtectionRecord, sheet: Sheet) {
    this.#record = record;
    this.#sheet = sheet;
  }
  getDescription = () => this.#record.description;
  setDescription = (description: string) => this.#update({ description });
  getProtectionType = () => ProtectionType[this.#record.area === undefined ? "SHEET" : "RANGE"];
  /** A protected sheet's range is all of it, and has no notation. */
  getRange = () => {
    const { area } = this.#record;
    return area === undefined ? this.#sheet.rangeOf(this.#sheet.wholeArea(), "") : this.#sheet.rangeOf(area);
  };
  getEditors = () => this.#record.editors.map((email) => ({ getEmail: () => email }));
  addEditor = (person: string | Person) => this.#update({ editors: [...this.#record.editors, address(person)] });
  addEditors = (people: string[]) => this.#update({ editors: [...this.#record.editors, ...people] });
  removeEditor = (person: string | Person) =>
    this.#update({ editors: this.#record.editors.filter((editor) => editor !== address(person)) });
  removeEditors = (people: (string | Person)[]) => {
    const gone = people.map(address);
    return this.#update({ editors: this.#record.editors.filter((editor) => !gone.includes(editor)) });
  };
  canEdit = () => {
    const { user } = info();
    return (
      this.#record.warningOnly || this.#record.editors.includes(user) || this.#sheet.getParent().ownerAddress() === user
    );
  };
  canDomainEdit = () => this.#record.domainEdit;
  setDomainEdit = (domainEdit: boolean) => this.#update({ domainEdit });
  getUnprotectedRanges = () => (this.#record.unprotected ?? []).map((area) => this.#sheet.rangeOf(area));
  /** Only a protected sheet has some, on itself (google.unprotected-ranges). */
  setUnprotectedRanges = (ranges: Range[]) => {
    const isElsewhere = ranges.some((range) => range.getGridId() !== this.#record.sheetId);
    if (this.#record.area !== undefined || isElsewhere) throw exception(MESSAGES.unprotectedRanges());
    return this.#update({ unprotected: ranges.map(({ area }) => area) });
  };
  isWarningOnly = () => this.#record.warningOnly;
  setWarningOnly = (warningOnly: boolean) => this.#update({ warningOnly });
  remove(): null {
    requirePermission("writeSheet", "remove");
    call("Protection.remove", this.#record.id);
    return null;
  }
  #update(changes: Partial<ProtectionRecord>): this {
    requirePermission("writeSheet", "protect");
    call("Protection.update", this.#record.id, changes);
    this.#record = { ...this.#record, ...changes };
    return this;
  }
}

/** Protects a place; whoever does so may go on editing it. */
export function addProtection(place: Place, sheet: Sheet): Protection {
  requirePermission("writeSheet", "protect");
  const owner = sheet.getParent().ownerAddress();
  const editors = info().user === owner ? [] : [info().user];
  const record = call<ProtectionRecord>("Protection.add", {
    ...place,
    description: "",
    editors,
    warningOnly: false,
    domainEdit: false,
  });
  return new Protection(record, sheet);
}

export function listProtections(
  fits: (record: ProtectionRecord) => boolean,
  sheetOf: (id: number) => Sheet,
): Protection[] {
  requirePermission("readSheet", "getProtections");
  const all = call<ProtectionRecord[]>("Protection.list");
  return all.filter(fits).map((record) => new Protection(record, sheetOf(record.sheetId as number)));
}
