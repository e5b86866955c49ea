import type { PropertyShelf, TextStore } from "../pacing/limiter";

/** Properties shared by all users of this document. */
export const documentProperties = storeOf(() => PropertiesService.getDocumentProperties());

/** The current user's properties; in a formula those of the spreadsheet's owner (facts 1.5). */
export const userProperties = storeOf(() => PropertiesService.getUserProperties());

/** The installation's properties. */
export const scriptProperties = storeOf(() => PropertiesService.getScriptProperties());

interface FullStore extends TextStore, PropertyShelf {
  remove(name: string): void;
}

/** The service is asked for a store when it is used, never while the file loads (facts 3.1). */
function storeOf(open: () => GoogleAppsScript.Properties.Properties): FullStore {
  return {
    all: () => open().getProperties(),
    get: (name) => open().getProperty(name),
    set(name, text) {
      open().setProperty(name, text);
    },
    setAll(entries) {
      open().setProperties(entries);
    },
    remove(name) {
      open().deleteProperty(name);
    },
  };
}
