import { createHash } from "node:crypto";
import type { Database } from "../storage/database";

/** From the lowest to the highest. The specification does not show the names (service.account-information). */
export const PLANS = ["FREE", "STARTER", "PRO", "ENTERPRISE"] as const;

export type Plan = (typeof PLANS)[number];

/** True if `plan` includes what needs at least `minimum`. */
export function includesPlan(plan: Plan, minimum: Plan): boolean {
  return PLANS.indexOf(plan) >= PLANS.indexOf(minimum);
}

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
 * A key as logs show it: its beginning, and a hash that distinguishes keys. Somebody's real key may come here by
 * mistake and must not stay on the disk.
 */
export function maskKey(key: string): string {
  if (key === "") return "";
  const mark = createHash("sha256").update(key).digest("hex").slice(0, 6);
  return `${key.slice(0, Math.min(4, Math.floor(key.length / 3)))}…${mark}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The specification says that credits renew on a date (service.credit-balance), not how often; a month of 30 days is the sandbox's choice.
 */
const QUOTA_PERIOD_MS = 30 * DAY_MS;

/** The caller: one key of one team. */
export interface Caller {
  key: string;
  teamId: string;
  plan: Plan;
}

/** A team's balance. Halves, because a verification costs half a credit (service.verification-price). */
export interface Account {
  plan: Plan;
  quotaHalves: number;
  usedHalves: number;
  /** Milliseconds since 1970. */
  renewsAt: number;
}

/** Gives a new database its teams; those already there keep what they have. */
export function createTeams(state: Database, now: number): void {
  state.transaction(() => {
    for (const { id, keys, plan, credits } of SANDBOX_TEAMS) {
      state.run(
        "INSERT OR IGNORE INTO teams (id, plan, quota_halves, used_halves, renews_at) VALUES (?, ?, ?, 0, ?)",
        ...[id, plan, credits * 2, now + QUOTA_PERIOD_MS],
      );
      for (const key of keys) state.run("INSERT OR IGNORE INTO api_keys (key, team_id) VALUES (?, ?)", key, id);
    }
  });
}

export function findCaller(state: Database, key: string): Caller | undefined {
  const row = state.get<Caller>(
    "SELECT key, team_id AS teamId, plan FROM api_keys JOIN teams ON teams.id = team_id WHERE key = ?",
    key,
  );
  return row && { key: row.key, teamId: row.teamId, plan: row.plan };
}

/** The team's account as of `now`, its credits renewed if the renewal date has passed. */
export function readAccount(state: Database, teamId: string, now: number): Account {
  const account = state.get<Account>(
    `SELECT plan, quota_halves AS quotaHalves, used_halves AS usedHalves, renews_at AS renewsAt FROM teams WHERE id = ?`,
    teamId,
  );
  if (!account) throw new Error(`There is no team "${teamId}".`);
  if (now < account.renewsAt) return account;
  const periods = Math.floor((now - account.renewsAt) / QUOTA_PERIOD_MS) + 1;
  const renewed = { ...account, usedHalves: 0, renewsAt: account.renewsAt + periods * QUOTA_PERIOD_MS };
  state.run("UPDATE teams SET used_halves = 0, renews_at = ? WHERE id = ?", renewed.renewsAt, teamId);
  return renewed;
}
