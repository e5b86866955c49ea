import type { z } from "zod";
import { ServiceFailure } from "../http/service-failure";
import type { Caller } from "../ledger/accounts";
import type { Seed } from "../seed/open-seed";
import type { Database } from "../storage/database";

/** The operations by their paths (service.http-calls), and the location help of the same family of interfaces. */
export const OPERATION_NAMES = [
  "account-information",
  "email-count",
  "search-company",
  "email-verifier",
  "domain-search",
  "search-suggestions",
] as const;

export type OperationName = (typeof OPERATION_NAMES)[number];

/** One call: who asks, what and when. */
export interface Call {
  caller: Caller;
  body: Record<string, unknown>;
  /** Milliseconds since 1970. */
  now: number;
}

/** Operations work with these. */
export interface Storage {
  /** Calls change it. */
  state: Database;
  /** Calls do not change it. */
  seed: Seed;
}

/**
 * Answers a call: one transaction from reading the request to the finished answer.
 * @returns the whole body of the answer, envelope included
 * @throws ServiceFailure
 */
export type Operation = (storage: Storage, call: Call) => object;

/** The envelope of all operations but company search (service.answer-envelope). */
export const envelope = (response: object): object => ({ error: false, response });

/**
 * Reads a request body strictly: unknown parameters are refused like wrong ones, so that a typing error shows.
 * @throws ServiceFailure INVALID_REQUEST
 */
export function readParameters<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join(".");
  throw new ServiceFailure(
    "INVALID_REQUEST",
    `${where ? `${where}: ` : ""}${issue?.message ?? "The request is invalid."}`,
  );
}
