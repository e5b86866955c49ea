import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";

/** Quotas are reset 24 h after the first use. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Google's names for what its messages count. */
export type CountedService = "urlfetch" | "properties" | "triggers";

/**
 * Google's daily quotas for each user, by the kind of account (google.fetches-a-day, google.property-calls, google.trigger-time).
 */
export const DAILY_QUOTAS = {
  /** gmail.com */
  consumer: { fetchesPerDay: 20_000, propertyCallsPerDay: 50_000, triggerTimePerDayMs: 90 * 60_000 },
  workspace: { fetchesPerDay: 100_000, propertyCallsPerDay: 500_000, triggerTimePerDayMs: 6 * 3_600_000 },
};

export type AccountKind = keyof typeof DAILY_QUOTAS;

interface Count {
  sinceMs: number;
  used: number;
}

/** Counts what each user has used of each service today. */
export class DailyQuota {
  readonly #counts = new Map<string, Count>();
  readonly #recent = new Map<string, number[]>();

  /** Counts `amount` uses; throws when the day's limit is passed. `service` is Google's name for the message. */
  count(user: string, service: CountedService, limit: number, nowMs: number, amount = 1): void {
    const count = this.#today(user, service, nowMs);
    if (count.used + amount > limit) throw new ServiceError(MESSAGES.tooManyToday(service));
    count.used += amount;
  }

  /** What the user has used of the service today. */
  used(user: string, service: CountedService, nowMs: number): number {
    return this.#today(user, service, nowMs).used;
  }

  #today(user: string, service: CountedService, nowMs: number): Count {
    const key = `${service} ${user}`;
    const last = this.#counts.get(key);
    const count = last === undefined || nowMs - last.sinceMs >= DAY_MS ? { sinceMs: nowMs, used: 0 } : last;
    this.#counts.set(key, count);
    return count;
  }

  /** Refuses more than `limit.calls` uses in any `limit.perMs`. */
  countBurst(
    user: string,
    service: CountedService,
    limit: { calls: number; perMs: number },
    nowMs: number,
    amount: number,
  ): void {
    const key = `${service} ${user}`;
    const recent = (this.#recent.get(key) ?? []).filter((atMs) => nowMs - atMs < limit.perMs);
    this.#recent.set(key, recent);
    if (recent.length + amount > limit.calls) throw new ServiceError(MESSAGES.tooOften(`${service} rateMax`));
    for (let count = 0; count < amount; count++) recent.push(nowMs);
  }
}
