import { API_KEY_PROPERTY } from "./api-key";
import type { SettingsParts } from "./parts";
import type { KeyView } from "./views";

const SHOWN_CHARACTERS = 4;

/** Of a shorter key four characters would be too much of it. */
const LEAST_CHARACTERS_TO_SHOW = 8;

/** The end of a key, by which its owner knows it. */
export function lastFour(apiKey: string): string {
  return apiKey.length < LEAST_CHARACTERS_TO_SHOW ? "…" : apiKey.slice(-SHOWN_CHARACTERS);
}

/** Which key is used, as the page may know it. The order is that of `readApiKey`. */
export function keyView({ user, script }: Pick<SettingsParts, "user" | "script">): KeyView {
  const own = (user.get(API_KEY_PROPERTY) ?? "").trim();
  if (own) return { from: "you", lastFour: lastFour(own) };
  const organisation = (script.get(API_KEY_PROPERTY) ?? "").trim();
  return organisation ? { from: "organisation", lastFour: lastFour(organisation) } : { from: "nobody" };
}
