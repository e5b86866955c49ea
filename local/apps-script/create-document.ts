import { createKeyboard } from "./create-keyboard";
import { createUserSession } from "./create-user-session";
import { DocumentState } from "./document-state";
import type { ExecutionRunner } from "./execution-runner";
import { Extras, NO_EXTRAS } from "./extras/extras";
import { createCustomFunctions } from "./formulas/custom-function-calls";
import type { DocumentOptions, HostDocument } from "./host-document";
import type { HostState } from "./host-state";
import { PropertyStore } from "./stores/property-stores";

/** Documents without an id of their own are numbered. */
let documentCount = 0;

/**
 * Opens a workbook as a document of the project.
 * @param open does so for a copy, too
 */
export function createDocument(
  state: HostState,
  runner: ExecutionRunner,
  options: DocumentOptions,
  open: (options: DocumentOptions) => HostDocument,
): HostDocument {
  const { workbook, owner, saved } = options;
  const listeners = new Set<() => void>();
  const saveNeeded = () => {
    for (const listener of listeners) listener();
  };
  const document = new DocumentState({
    id: options.id ?? `document${++documentCount}`,
    name: options.name ?? "Untitled spreadsheet",
    owner,
    timeZone: options.timeZone ?? state.manifest.timeZone,
    locale: options.locale ?? "en_US",
    workbook,
    properties: new PropertyStore(saved?.properties ?? {}, saveNeeded),
    extras: new Extras(workbook, saved?.extras ?? NO_EXTRAS, saveNeeded),
    isEnabled: saved?.isEnabled ?? false,
  });
  document.functions = createCustomFunctions(state, runner, document);
  const sessions = new Map<string, ReturnType<typeof createUserSession>>();
  const facade: HostDocument = {
    id: document.id,
    workbook,
    customFunctions: document.functions,
    as(user) {
      const known = sessions.get(user);
      if (known !== undefined) return known;
      const session = createUserSession(state, runner, document, user, createKeyboard(state, document, user));
      sessions.set(user, session);
      return session;
    },
    conditionalFormats: () => document.extras.data.conditionalFormats,
    charts: () => document.extras.data.charts,
    save: () => ({
      properties: document.properties.all(),
      extras: structuredClone(document.extras.data),
      isEnabled: document.isEnabled,
    }),
    copyDocument(copy) {
      const { name, timeZone, locale } = document;
      const extras = structuredClone(document.extras.data);
      const { copiesKeepMarks } = state.settings;
      extras.metadata = extras.metadata.filter(
        ({ visibility }) => copiesKeepMarks === "all" || (copiesKeepMarks === "document" && visibility === "DOCUMENT"),
      );
      const saved = { properties: {}, extras, isEnabled: false };
      return open({ name: `Copy of ${name}`, timeZone, locale, ...copy, saved });
    },
    onSaveNeeded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => workbook.close(),
  };
  document.facade = facade;
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of the workbook, no hook of React.
  workbook.useCustomFunctions(document.functions);
  return facade;
}
