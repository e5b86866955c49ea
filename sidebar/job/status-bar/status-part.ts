/** How many rows have a status, and whether that is good. */
export interface StatusPart {
  status: string;
  tone: "good" | "middling" | "bad" | "other";
  count: number;
}
