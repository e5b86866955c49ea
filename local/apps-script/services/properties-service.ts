import type { Execution } from "../execution";
import type { HostState, ServiceCall, ServiceCalls } from "../host-state";
import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";
import type { PropertyStore } from "../stores/property-stores";

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
