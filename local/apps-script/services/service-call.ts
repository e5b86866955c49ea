import type { Execution } from "../execution";
import type { HostState } from "../host-state";

/** Answers one kind of host call. Throws `ServiceError` for what the script shall see. */
// biome-ignore lint/suspicious/noExplicitAny: each service knows its own argument list; they come from our script side.
export type ServiceCall = (state: HostState, execution: Execution, ...args: any[]) => unknown;

export type ServiceCalls = Record<string, ServiceCall>;
