import type { CleanListPlan, ShownText } from "../../src/jobs/clean-list-views";
import type { OptionalPile, Pile } from "../../src/jobs/sendable";
import { headerText, write } from "../format";

/** "“Unsubscribed” or “DNC” says so" */
export const unwantedText = ({ unwantedBy }: CleanListPlan): string =>
  `${unwantedBy.map(({ header, letter }) => (header ? `“${headerText(header)}”` : `column ${letter}`)).join(" or ")} says so`;

export const optionalTexts = (plan: CleanListPlan): (readonly [pile: OptionalPile, text: string])[] => [
  ["misspelt", "Probably misspelt, such as gmial.com"],
  ["catchAll", "Catch-all domains"],
  ["role", "Roles, such as info@"],
  ["gibberish", "Look like random characters"],
  ["longAgo", "VALID long ago"],
  ["otherRisk", "Risky for another reason"],
  ["unwanted", `People not to be mailed: ${unwantedText(plan)}`],
];

/** "OK to send · 5, 1 of them not to be mailed": a filter shows people who said no as well. */
export function shownChoice({ text, count, unwanted }: ShownText): string {
  const those = unwanted < count ? `${write(unwanted)} of them ` : "";
  return `${text} · ${write(count)}${unwanted > 0 ? `, ${those}not to be mailed` : ""}`;
}

export const LEFT_TEXTS: readonly (readonly [pile: Exclude<Pile, OptionalPile | "ok">, text: string])[] = [
  ["leftOut", "left out by your column"],
  ["duplicate", "duplicates"],
  ["disposable", "throw-away"],
  ["bounces", "bounce"],
  ["notKnown", "not known"],
  ["noResult", "without a result"],
  ["waiting", "formulas loading or in error"],
  ["noAddress", "no address"],
];

export const rowsOf = ({ piles }: CleanListPlan, taken: readonly OptionalPile[]): number =>
  taken.reduce((sum, pile) => sum + piles[pile], piles.ok);

const KINDS: Record<CleanListPlan["unknown"][number], string> = {
  disposable: "throw-away addresses",
  role: "addresses of roles",
};

/** Returns `""` if all kinds of addresses can be told apart. */
export function unknownText(unknown: CleanListPlan["unknown"]): string {
  if (unknown.length === 0) return "";
  return `No column tells which are ${unknown.map((each) => KINDS[each]).join(" or ")}: they would be in the list. Verify all rows again with the column Verdict: that is free with the key that has paid.`;
}
