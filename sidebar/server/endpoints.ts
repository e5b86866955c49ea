import type * as server from "../../src/globals";
import type { Result } from "../../src/result";

type PublicFunctions = typeof server;

/** The server's own functions that answer with a Result: all of them, and nothing else, can be called from here. */
export type Endpoints = {
  [Name in keyof PublicFunctions as ReturnType<PublicFunctions[Name]> extends Result<unknown>
    ? Name
    : never]: PublicFunctions[Name];
};

export type EndpointName = keyof Endpoints;

/** What the named function gives when it succeeds. */
export type DataOf<Name extends EndpointName> = Extract<ReturnType<Endpoints[Name]>, { ok: true }>["data"];
