import { MESSAGES } from "../messages";
import { isNothing, toInt } from "./arguments";
import { call, exception, info } from "./bridge";
import { printAsClass } from "./java-enum";
import { requirePermission } from "./permissions";

type Scope = "user" | "script" | "document";

function keyText(key: unknown): string {
  if (isNothing(key) || key === "") throw exception(MESSAGES.invalidArgument("key"));
  return String(key);
}

/** One cache (google.cache). Its limits are checked by the store; keys and values become text here. */
class Cache {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }
  get(key: unknown): string | null {
    return call("CacheService.get", this.#scope, keyText(key));
  }
  getAll(keys: unknown[]): Record<string, string> {
    return call("CacheService.getAll", this.#scope, keys.map(keyText));
  }
  put(key: unknown, value: unknown, ...expirationInSeconds: unknown[]): null {
    const seconds = expirationInSeconds.length === 0 ? undefined : toInt(expirationInSeconds[0]);
    const name = keyText(key);
    if (!isNothing(value)) call("CacheService.put", this.#scope, name, String(value), seconds);
    return null;
  }
  putAll(values: Record<string, unknown>, ...expirationInSeconds: unknown[]): null {
    const seconds = expirationInSeconds.length === 0 ? undefined : toInt(expirationInSeconds[0]);
    const entries = Object.entries(values).filter(([, value]) => !isNothing(value));
    const texts = Object.fromEntries(entries.map(([key, value]) => [keyText(key), String(value)]));
    call("CacheService.putAll", this.#scope, texts, seconds);
    return null;
  }
  remove(key: unknown): null {
    call("CacheService.remove", this.#scope, keyText(key));
    return null;
  }
  removeAll(keys: unknown[]): null {
    call("CacheService.removeAll", this.#scope, keys.map(keyText));
    return null;
  }
}

printAsClass({ Cache });

export const CacheService = {
  getUserCache(): Cache {
    requirePermission("store", "CacheService.getUserCache");
    return new Cache("user");
  },
  getScriptCache(): Cache {
    requirePermission("store", "CacheService.getScriptCache");
    return new Cache("script");
  },
  getDocumentCache(): Cache | null {
    requirePermission("store", "CacheService.getDocumentCache");
    return info().hasDocumentLock ? new Cache("document") : null;
  },
};
