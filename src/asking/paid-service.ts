import type { Limiter } from "../pacing/limiter";
import type { Operation, ServiceClient } from "../service/operations";

export interface PaidService {
  client: ServiceClient;
  /** @param wasActiveLately true if calls were made in the last minute. Asked when the limiter has lost its memory */
  limiterOf(operation: Operation, wasActiveLately?: (properties: Record<string, string>) => boolean): Limiter;
  /** A name of the key that does not give it away. */
  fingerprint: string;
}
