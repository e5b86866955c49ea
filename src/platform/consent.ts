const SCOPE = "https://www.googleapis.com/auth/";

/** The manifest's scopes, and what a person permits by each. */
const PERMITS = {
  sheet: [`${SCOPE}spreadsheets.currentonly`, "see and edit this spreadsheet"],
  fetch: [`${SCOPE}script.external_request`, "connect to the contact-data service"],
  pages: [`${SCOPE}script.container.ui`, "show its sidebar"],
  triggers: [`${SCOPE}script.scriptapp`, "work while nobody has this spreadsheet open"],
} as const;

export type Permit = keyof typeof PERMITS;

/** Without these nothing works. The others are asked for where they are first wanted. */
const NEEDED: readonly Permit[] = ["sheet", "fetch", "pages"];

/** What a person has left out on Google's consent screen, or has taken back since. */
export interface MissingConsent {
  /** What the add-on may not do, in words: "see and edit this spreadsheet". */
  toDo: string[];
  /** The page on which it can be allowed. */
  address: string;
}

/** Google's declarations lack the scopes. */
interface Authorization {
  getAuthorizationInfo(mode: unknown, scopes: string[]): GoogleAppsScript.Script.AuthorizationInfo;
  requireScopes(mode: unknown, scopes: string[]): void;
}

/**
 * Looks for scopes that have not been granted (google.consent). Worth its calls only after something has failed.
 * @param permits the ones that matter
 * @returns `null` if there are none, or where Google does not tell
 */
export function readMissingConsent(permits: readonly Permit[] = NEEDED): MissingConsent | null {
  try {
    const missing: MissingConsent = { toDo: [], address: "" };
    for (const [scope, toDo] of permits.map((permit) => PERMITS[permit])) {
      const info = (ScriptApp as unknown as Authorization).getAuthorizationInfo(ScriptApp.AuthMode.FULL, [scope]);
      if (info.getAuthorizationStatus() !== ScriptApp.AuthorizationStatus.REQUIRED) continue;
      missing.toDo.push(toDo);
      missing.address = info.getAuthorizationUrl() || missing.address;
    }
    return missing.toDo.length > 0 ? missing : null;
  } catch {
    return null;
  }
}

/** Lets Google ask for the scopes that are missing. The execution ends then: the person has to choose the item again. */
export function requireConsent(permits: readonly Permit[] = NEEDED): void {
  const scopes = permits.map((permit) => PERMITS[permit][0]);
  (ScriptApp as unknown as Authorization).requireScopes(ScriptApp.AuthMode.FULL, scopes);
}
