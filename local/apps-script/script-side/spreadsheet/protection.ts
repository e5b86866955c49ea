import type { Place, ProtectionRecord } from "../../extras/extras";
import { call, info } from "../bridge";
import { javaEnum } from "../java-enum";
import { requirePermission } from "../permissions";
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
  #held: ProtectionRecord;
  readonly #sheet: Sheet;

  constructor(held: ProtectionRecord, sheet: Sheet) {
    this.#held = held;
    this.#sheet = sheet;
  }
  getDescription = () => this.#held.description;
  setDescription = (description: string) => this.#update({ description });
  getProtectionType = () => ProtectionType[this.#held.area === undefined ? "SHEET" : "RANGE"];
  getRange = () => this.#sheet.rangeOf(this.#held.area ?? this.#sheet.wholeArea());
  getEditors = () => this.#held.editors.map((email) => ({ getEmail: () => email }));
  addEditor = (person: string | Person) => this.#update({ editors: [...this.#held.editors, address(person)] });
  addEditors = (people: string[]) => this.#update({ editors: [...this.#held.editors, ...people] });
  removeEditor = (person: string | Person) =>
    this.#update({ editors: this.#held.editors.filter((editor) => editor !== address(person)) });
  removeEditors = (people: (string | Person)[]) => {
    const gone = people.map(address);
    return this.#update({ editors: this.#held.editors.filter((editor) => !gone.includes(editor)) });
  };
  canEdit = () => {
    const { user } = info();
    return (
      this.#held.warningOnly || this.#held.editors.includes(user) || this.#sheet.getParent().ownerAddress() === user
    );
  };
  canDomainEdit = () => this.#held.domainEdit;
  setDomainEdit = (domainEdit: boolean) => this.#update({ domainEdit });
  isWarningOnly = () => this.#held.warningOnly;
  setWarningOnly = (warningOnly: boolean) => this.#update({ warningOnly });
  remove(): null {
    requirePermission("writeSheet", "remove");
    call("Protection.remove", this.#held.id);
    return null;
  }
  #update(changes: Partial<ProtectionRecord>): this {
    requirePermission("writeSheet", "protect");
    call("Protection.update", this.#held.id, changes);
    this.#held = { ...this.#held, ...changes };
    return this;
  }
}

/** Protects a place; whoever does so may go on editing it. */
export function addProtection(place: Place, sheet: Sheet): Protection {
  requirePermission("writeSheet", "protect");
  const owner = sheet.getParent().ownerAddress();
  const editors = info().user === owner ? [] : [info().user];
  const held = call<ProtectionRecord>("Protection.add", {
    ...place,
    description: "",
    editors,
    warningOnly: false,
    domainEdit: false,
  });
  return new Protection(held, sheet);
}

export function listProtections(
  fits: (held: ProtectionRecord) => boolean,
  sheetOf: (id: number) => Sheet,
): Protection[] {
  requirePermission("readSheet", "getProtections");
  const all = call<ProtectionRecord[]>("Protection.list");
  return all.filter(fits).map((held) => new Protection(held, sheetOf(held.sheetId as number)));
}
