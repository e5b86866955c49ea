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
