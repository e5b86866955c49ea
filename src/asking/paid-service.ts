import type { Limiter } from "../pacing/limiter";
import type { ServiceClient } from "../service/client";
import type { Operation } from "../service/operations";

/** The service with the key that pays. */
export interface PaidService {
  client: ServiceClient;
  /** @param wasActiveLately true if calls were made in the last minute, should the limiter's memory be lost */
  limiterOf(operation: Operation, wasActiveLately?: (properties: Record<string, string>) => boolean): Limiter;
  /** Names the key without giving it away. */
  fingerprint: string;
}
