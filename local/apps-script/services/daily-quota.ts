import { MESSAGES } from "../messages";
import { ServiceError } from "../service-error";

/** Facts 2.1: quotas are reset 24 h after the first use. */
const DAY_MS = 24 * 60 * 60 * 1000;

interface Count {
  sinceMs: number;
  used: number;
}

/** What each user has used of each service today. */
export class DailyQuota {
  readonly #counts = new Map<string, Count>();

  /** Counts `amount` uses; throws when the day's limit is passed. `service` is Google's name for the message. */
  use(user: string, service: string, limit: number, nowMs: number, amount = 1): void {
    const key = `${service} ${user}`;
    const held = this.#counts.get(key);
    const count = held === undefined || nowMs - held.sinceMs >= DAY_MS ? { sinceMs: nowMs, used: 0 } : held;
    this.#counts.set(key, count);
    if (count.used + amount > limit) throw new ServiceError(MESSAGES.tooManyToday(service));
    count.used += amount;
  }
}
