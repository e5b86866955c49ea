import type { Result } from "../../../src/result";
import { dataOf } from "./flow-world";

/** Presses a button again when Google has failed, as an execution that was killed does. */
export async function press<Data>(call: () => Promise<Result<Data>>): Promise<Data> {
  const result = await call();
  return dataOf(result.ok || result.code !== "GOOGLE_FAILED" ? result : await call());
}
