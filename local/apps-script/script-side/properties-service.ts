import { call, info } from "./bridge";
import { printAsClass } from "./java-enum";
import { requirePermission } from "./permissions";

type Scope = "user" | "script" | "document";

/** One property store (google.properties). */
class Properties {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }
  getProperty(key: unknown): string | null {
    return call("PropertiesService.getProperty", this.#scope, String(key));
  }
  setProperty(key: unknown, value: unknown): this {
    call("PropertiesService.setProperty", this.#scope, String(key), String(value));
    return this;
  }
  getProperties(): Record<string, string> {
    return call("PropertiesService.getProperties", this.#scope);
  }
  setProperties(properties: Record<string, unknown>, deleteAllOthers = false): this {
    const texts = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, String(value)]));
    call("PropertiesService.setProperties", this.#scope, texts, deleteAllOthers);
    return this;
  }
  getKeys(): string[] {
    return call("PropertiesService.getKeys", this.#scope);
  }
  deleteProperty(key: unknown): this {
    call("PropertiesService.deleteProperty", this.#scope, String(key));
    return this;
  }
  deleteAllProperties(): this {
    call("PropertiesService.deleteAllProperties", this.#scope);
    return this;
  }
}

printAsClass({ Properties });

export const PropertiesService = {
  getUserProperties(): Properties {
    requirePermission("store", "PropertiesService.getUserProperties");
    return new Properties("user");
  },
  getScriptProperties(): Properties {
    requirePermission("store", "PropertiesService.getScriptProperties");
    return new Properties("script");
  },
  getDocumentProperties(): Properties | null {
    requirePermission("store", "PropertiesService.getDocumentProperties");
    return info().hasDocument ? new Properties("document") : null;
  },
};
