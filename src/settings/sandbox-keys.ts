import type { SandboxKey } from "./views";

/** The sandbox's public keys, offered where the add-on is built for it. */
export const SANDBOX_KEYS: SandboxKey[] = [
  { key: "sandbox-key", gives: "Top plan, 10,000 credits" },
  { key: "free-key", gives: "Lowest plan, 100 credits" },
  { key: "empty-key", gives: "No credits" },
];
