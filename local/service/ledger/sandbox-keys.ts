import { createHash } from "node:crypto";
import type { Plan } from "./plans";

/** A key that everybody may know: it opens nothing but the sandbox. */
interface SandboxTeam {
  id: string;
  keys: string[];
  plan: Plan;
  credits: number;
}

/** The teams a new sandbox knows. Keys of one team share its credits and purchases. */
export const SANDBOX_TEAMS: SandboxTeam[] = [
  { id: "sandbox-team", keys: ["sandbox-key", "sandbox-colleague-key"], plan: "ENTERPRISE", credits: 10_000 },
  { id: "free-team", keys: ["free-key"], plan: "FREE", credits: 100 },
  { id: "empty-team", keys: ["empty-key"], plan: "FREE", credits: 0 },
];

/**
 * A key as logs show it: its beginning, and a mark by which different keys are told apart. Somebody's real key may come
 * here by mistake and must not stay on the disk.
 */
export function maskKey(key: string): string {
  if (key === "") return "";
  const mark = createHash("sha256").update(key).digest("hex").slice(0, 6);
  return `${key.slice(0, Math.min(4, Math.floor(key.length / 3)))}…${mark}`;
}
