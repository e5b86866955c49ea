/**
 * Services evaluated only when a script first names them: most executions need few, and every execution has a realm of
 * its own. `require` is what the bundler turns into a module evaluated on demand.
 */
const LOADERS: Record<string, () => Record<string, unknown>> = {
  Charts: () => require("./spreadsheet/globals") as typeof import("./spreadsheet/globals"),
  HtmlService: () => require("./html-service") as typeof import("./html-service"),
  SpreadsheetApp: () => require("./spreadsheet/globals") as typeof import("./spreadsheet/globals"),
  UrlFetchApp: () => require("./url-fetch-app") as typeof import("./url-fetch-app"),
  Utilities: () => require("./utilities") as typeof import("./utilities"),
};

/** Makes each of them a property that becomes the service when it is read. */
export function installLazyServices(global: object): void {
  for (const [name, load] of Object.entries(LOADERS)) {
    const become = (value: unknown) =>
      Object.defineProperty(global, name, { value, writable: true, configurable: true, enumerable: false });
    Object.defineProperty(global, name, {
      configurable: true,
      enumerable: false,
      get() {
        const service = load()[name];
        become(service);
        return service;
      },
      set: become,
    });
  }
}
