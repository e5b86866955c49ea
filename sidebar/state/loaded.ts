import type { Refusal } from "../../src/result";

/** Something the server is asked for: on its way, refused, or here. */
export type Loaded<Data> =
  | { state: "waiting" }
  | { state: "refused"; refusal: Refusal }
  | { state: "here"; data: Data };
