import { createRandom } from "../random";
import type { Extras } from "./extras/extras";
import type { CustomFunctions } from "./formulas/custom-functions";
import type { HostDocument, MenuItem, UiEvent } from "./host-document";
import type { PropertyStore } from "./stores/property-stores";
import type { Selection, Workbook } from "./workbook/workbook";

/** A document as one person has it open. */
export interface PersonState {
  menus: MenuItem[];
  /** The open sidebar and dialog of each of their browser's tabs. */
  sidebarIds: Map<string, string>;
  dialogIds: Map<string, string>;
  /** Alerts and prompts waiting for an answer. */
  questions: Map<string, (answer: { button: string; text: string }) => void>;
  listeners: Set<(event: UiEvent) => void>;
  /** Rows that filter views hide from this person alone, by the sheet's id. */
  filterViews: Map<number, Set<number>>;
}

/** A document as services see it. */
export class DocumentState {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  timeZone: string;
  locale: string;
  readonly workbook: Workbook;
  readonly properties: PropertyStore;
  readonly extras: Extras;
  /** Set once, right after construction: what users of the host hold. */
  facade!: HostDocument;
  functions!: CustomFunctions;
  #isEnabled: boolean;
  /** The last person who has done something: formulas count as theirs. */
  lastUser: string;
  readonly #lastSelections = new Map<string, Selection>();
  readonly #people = new Map<string, PersonState>();
  #pages = 0;

  constructor(
    fields: Pick<
      DocumentState,
      "id" | "name" | "owner" | "timeZone" | "locale" | "workbook" | "properties" | "extras" | "isEnabled"
    >,
  ) {
    this.id = fields.id;
    this.name = fields.name;
    this.owner = fields.owner;
    this.timeZone = fields.timeZone;
    this.locale = fields.locale;
    this.workbook = fields.workbook;
    this.properties = fields.properties;
    this.extras = fields.extras;
    this.#isEnabled = fields.isEnabled;
    this.lastUser = fields.owner;
  }

  /** True once somebody has used the add-on here (google.modes). */
  get isEnabled(): boolean {
    return this.#isEnabled;
  }

  /** Enables the add-on for everybody in the document: somebody has used it here. */
  enable(): void {
    if (this.#isEnabled) return;
    this.#isEnabled = true;
    this.extras.update(() => {});
  }

  person(user: string): PersonState {
    const known = this.#people.get(user);
    if (known !== undefined) return known;
    const person: PersonState = {
      menus: [],
      sidebarIds: new Map(),
      dialogIds: new Map(),
      questions: new Map(),
      listeners: new Set(),
      filterViews: new Map(),
    };
    this.#people.set(user, person);
    return person;
  }

  /** Selects for a person; what they leave on another sheet is remembered. */
  select(user: string, selection: Selection): void {
    const left = this.workbook.selection(user);
    this.#lastSelections.set(`${user} ${left.sheetId}`, left);
    this.workbook.select(user, selection);
  }

  /** The selection of a person on a sheet, or the last one before they left it; A1 on one they have not seen. */
  lastSelection(user: string, sheetId: number): Selection {
    const now = this.workbook.selection(user);
    if (now.sheetId === sheetId) return now;
    const a1 = { row: 1, column: 1, rows: 1, columns: 1 };
    return this.#lastSelections.get(`${user} ${sheetId}`) ?? { sheetId, areas: [a1] };
  }

  /** A gid never used before in this document: any number below 2³¹, as on Google, the same in every run. */
  newSheetId(): number {
    const { extras, workbook } = this;
    const random = createRandom(extras.newId());
    let id: number;
    do id = Math.floor(random() * 2 ** 31);
    while (workbook.sheets().some(({ sheetId }) => sheetId === id));
    extras.update(() => {});
    return id;
  }

  /** A new id for a sidebar, dialog or question. */
  newPageId(): string {
    return `page${++this.#pages}`;
  }

  tell(user: string, event: UiEvent): void {
    for (const listener of this.person(user).listeners) listener(event);
  }
}
