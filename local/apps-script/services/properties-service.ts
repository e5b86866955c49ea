import type { Execution, ServiceCall, ServiceCalls } from "../execution";
import type { HostState } from "../host-state";
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

type Scope = "user" | "script" | "document";

/** In a formula the user store is the document owner's, whoever typed the formula (google.owner-properties). */
function storeUser(execution: Execution): string {
  return execution.mode === "CUSTOM_FUNCTION" ? (execution.document?.owner ?? execution.user) : execution.user;
}

function storeOf(state: HostState, execution: Execution, scope: Scope): PropertyStore {
  if (scope === "script") return state.properties.script;
  if (scope === "user") return state.properties.user(storeUser(execution));
  if (execution.document === null) throw new Error("No document, so no document properties.");
  return execution.document.properties;
}

function reading<A extends unknown[]>(
  method: string,
  read: (store: PropertyStore, ...args: A) => unknown,
): ServiceCalls {
  const call: ServiceCall = (state, execution, scope: Scope, ...args: A) => {
    state.quota.count(execution.user, "properties", state.settings.propertyCallsPerDay, state.clock.now());
    return read(storeOf(state, execution, scope), ...args);
  };
  return { [`PropertiesService.${method}`]: call };
}

/** Editors cannot change the owner's properties from a formula (google.owner-properties). */
function writing<A extends unknown[]>(method: string, write: (store: PropertyStore, ...args: A) => void): ServiceCalls {
  const call: ServiceCall = (state, execution, scope: Scope, ...args: A) => {
    if (scope === "user" && storeUser(execution) !== execution.user) {
      throw new ServiceError(MESSAGES.noPermission(`PropertiesService.${method}`));
    }
    state.quota.count(execution.user, "properties", state.settings.propertyCallsPerDay, state.clock.now());
    write(storeOf(state, execution, scope), ...args);
  };
  return { [`PropertiesService.${method}`]: call };
}

export const propertiesCalls: ServiceCalls = {
  ...reading("getProperty", (store, key: string) => store.get(key)),
  ...reading("getProperties", (store) => store.all()),
  ...reading("getKeys", (store) => Object.keys(store.all())),
  ...writing("setProperty", (store, key: string, value: string) => store.set({ [key]: value })),
  ...writing("setProperties", (store, values: Record<string, string>, deleteOthers: boolean) =>
    store.set(values, deleteOthers),
  ),
  ...writing("deleteProperty", (store, key: string) => store.delete(key)),
  ...writing("deleteAllProperties", (store) => store.clear()),
};
