import { createHmac } from "node:crypto";
import { ServiceError } from "../../../../src/service/errors";
import type { AccountInformation } from "../../../../src/service/operations";
import { FORMULA_KEY_ENTRY, type SettingsEnvironment } from "../../../../src/settings/key";
import { createFakeCache } from "../../support/fake-cache";

export const ACCOUNT: AccountInformation = {
  current_plan: "PRO",
  remaining_credits: 950,
  used_credits: 50,
  next_quota_renewal_days: 12,
  next_quota_renewal_date: "2026-12-03 00:00:00+00:00",
};

export interface FakeSettings extends SettingsEnvironment {
  userStore: ReturnType<typeof createStore>;
  scriptStore: ReturnType<typeof createStore>;
  /** The keys that the service was asked with. */
  askedWith: string[];
  /** Leaves the fingerprint of a key in the document cache, as formulas do. */
  leaveKey(fingerprint: string | null): void;
  /** Half credits by the fingerprint of the key. */
  spent: Map<string, number>;
}

function createStore() {
  const held = new Map<string, string>();
  return {
    held,
    get: (name: string) => held.get(name) ?? null,
    set: (name: string, value: string) => void held.set(name, value),
    remove: (name: string) => void held.delete(name),
  };
}

/** Settings over stores in memory and a service that knows the given keys. */
export function createFakeSettings(knownKeys: string[] = ["good-key-7f3a"]): FakeSettings {
  const askedWith: string[] = [];
  const spent = new Map<string, number>();
  const cache = createFakeCache(() => 0);
  return {
    userStore: createStore(),
    scriptStore: createStore(),
    cache,
    leaveKey: (fingerprint) => cache.putAll({ [FORMULA_KEY_ENTRY]: fingerprint ?? "" }, 60),
    askedWith,
    spent,
    spentByFormulas: () => spent,
    keyedHash: (text, key) => createHmac("sha256", key).update(text).digest("base64"),
    askAccount(apiKey) {
      askedWith.push(apiKey);
      if (knownKeys.includes(apiKey)) return { ok: true, result: ACCOUNT };
      return { ok: false, error: new ServiceError("INVALID_API_KEY", 400) };
    },
    isSandbox: false,
    serviceHost: "service.test",
  };
}
