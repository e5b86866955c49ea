import { SANDBOX_BASE_URL } from "../service/sandbox-base-url";
import type { SandboxKey } from "./views";

const KEYS: SandboxKey[] = [
  { key: "sandbox-key", gives: "Top plan, 10,000 credits" },
  { key: "free-key", gives: "Lowest plan, 100 credits" },
  { key: "empty-key", gives: "No credits" },
];

/** The sandbox's public keys, none when the add-on is built for the real service. */
export const sandboxKeys = (serviceBaseUrl: string): SandboxKey[] => (serviceBaseUrl === SANDBOX_BASE_URL ? KEYS : []);
