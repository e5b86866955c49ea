import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";

/** 9 KB a value, 500 KB a store (google.properties). */
const MAX_VALUE_BYTES = 9 * 1024;
const MAX_STORE_BYTES = 500 * 1024;

type Texts = Record<string, string>;

/** One store: strings by name. */
export class PropertyStore {
  #values: Map<string, string>;
  readonly #onChange: () => void;

  constructor(values: Texts, onChange: () => void) {
    this.#values = new Map(Object.entries(values));
    this.#onChange = onChange;
  }

  get(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  all(): Texts {
    return Object.fromEntries(this.#values);
  }

  set(values: Texts, deleteOthers = false): void {
    const next = deleteOthers ? new Map<string, string>() : new Map(this.#values);
    for (const [key, value] of Object.entries(values)) {
      if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw new ServiceError(MESSAGES.tooLarge("value"));
      next.set(key, value);
    }
    let total = 0;
    for (const [key, value] of next) total += Buffer.byteLength(key) + Buffer.byteLength(value);
    if (total > MAX_STORE_BYTES) throw new ServiceError(MESSAGES.storeFull());
    this.#values = next;
    this.#onChange();
  }

  delete(key: string): void {
    this.#values.delete(key);
    this.#onChange();
  }

  clear(): void {
    this.#values.clear();
    this.#onChange();
  }
}

/** The user and script stores of a project; each document keeps its own (google.properties). */
export class PropertyStores {
  readonly script: PropertyStore;
  readonly #users = new Map<string, PropertyStore>();
  readonly #onChange: () => void;

  constructor(script: Texts, users: Record<string, Texts>, onChange: () => void) {
    this.#onChange = onChange;
    this.script = new PropertyStore(script, onChange);
    for (const [user, values] of Object.entries(users)) this.#users.set(user, new PropertyStore(values, onChange));
  }

  user(address: string): PropertyStore {
    const store = this.#users.get(address) ?? new PropertyStore({}, this.#onChange);
    this.#users.set(address, store);
    return store;
  }

  allUsers(): Record<string, Texts> {
    return Object.fromEntries([...this.#users].map(([user, store]) => [user, store.all()]));
  }
}
