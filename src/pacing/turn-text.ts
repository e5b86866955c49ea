import type { Reservation, TurnState } from "./turns";

/**
 * A state as text. A property holds 9 KB (facts 2.1), so the log is packed: `start:calls:id.id` with the start as
 * base-36 milliseconds before the turn, and an `r` behind the calls of runs. Ids have letters and digits only.
 */
export function writeTurns({ turnMs, log, refusedMs, cut }: TurnState): string {
  const entries = log.map(
    ([startMs, calls, ids, by]) => `${(turnMs - startMs).toString(36)}:${calls}${by ? "r" : ""}:${ids.join(".")}`,
  );
  return JSON.stringify({ turnMs, refusedMs, cut, log: entries.join(" ") });
}

/** Reads a state; `null` when there is none, or a damaged one. */
export function readTurns(text: string | null): TurnState | null {
  try {
    const { turnMs, refusedMs, cut, log } = JSON.parse(text ?? "null");
    if (!Number.isFinite(turnMs) || !Array.isArray(refusedMs) || typeof log !== "string") return null;
    const entries = log === "" ? [] : log.split(" ").map((entry) => readReservation(entry, turnMs));
    return { turnMs, refusedMs, cut: cut ?? null, log: entries };
  } catch {
    return null;
  }
}

function readReservation(entry: string, turnMs: number): Reservation {
  const [beforeTurn = "", calls = "", ids = ""] = entry.split(":");
  const startMs = turnMs - Number.parseInt(beforeTurn, 36);
  const asked = ids === "" ? [] : ids.split(".");
  return calls.endsWith("r") ? [startMs, Number.parseInt(calls, 10), asked, "run"] : [startMs, Number(calls), asked];
}
