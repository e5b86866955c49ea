/** What the sidebar is told when the server could not do what was asked. */
export interface Refusal {
  ok: false;
  /** A code of the service (specification 7) or one of our own. */
  code: string;
  /** One sentence: what happened. */
  message: string;
  /** What the user can do about it; empty when there is nothing. */
  remedy: string;
}

/** The answer of every function that the sidebar calls: never a thrown text, which Google may translate or cut. */
export type Result<Data> = { ok: true; data: Data } | Refusal;
