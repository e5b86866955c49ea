import type { SandboxKey } from "./views";

/** The address of builds that name no service (design 3.2). */
const SANDBOX_BASE_URL = "https://sandbox.sheetscout.example";

const KEYS: SandboxKey[] = [
  { key: "sandbox-key", gives: "Top plan, 10,000 credits" },
  { key: "free-key", gives: "Lowest plan, 100 credits" },
  { key: "empty-key", gives: "No credits" },
];

/** The sandbox's public keys, none when the add-on is built for the real service. */
export const sandboxKeys = (serviceBaseUrl: string): SandboxKey[] => (serviceBaseUrl === SANDBOX_BASE_URL ? KEYS : []);
