import { unlessGoogleFails } from "../sheet/table";

const SCOPE = "https://www.googleapis.com/auth/";

const PERMITS = {
  sheet: [`${SCOPE}spreadsheets.currentonly`, "see and edit this spreadsheet"],
  fetch: [`${SCOPE}script.external_request`, "connect to the contact-data service"],
  pages: [`${SCOPE}script.container.ui`, "show its sidebar"],
  triggers: [`${SCOPE}script.scriptapp`, "work while nobody has this spreadsheet open"],
} as const;

type Permit = keyof typeof PERMITS;

/** Nothing works without these. Google asks for the others when they are first needed. */
const NEEDED: readonly Permit[] = ["sheet", "fetch", "pages"];

interface MissingConsent {
  /** In words: "see and edit this spreadsheet". */
  toDo: string[];
  address: string;
}

/** Google's type declarations do not know the argument `scopes`. */
interface Authorization {
  getAuthorizationInfo(mode: unknown, scopes: string[]): GoogleAppsScript.Script.AuthorizationInfo;
  requireScopes(mode: unknown, scopes: string[]): void;
}

/**
 * Call this only after a failure, because it costs calls (google.consent).
 * @returns `null` if no scope is missing, or if Google does not tell
 */
export function readMissingConsent(permits: readonly Permit[] = NEEDED): MissingConsent | null {
  return unlessGoogleFails(() => {
    const missing: MissingConsent = { toDo: [], address: "" };
    for (const [scope, toDo] of permits.map((permit) => PERMITS[permit])) {
      const info = (ScriptApp as unknown as Authorization).getAuthorizationInfo(ScriptApp.AuthMode.FULL, [scope]);
      if (info.getAuthorizationStatus() !== ScriptApp.AuthorizationStatus.REQUIRED) continue;
      missing.toDo.push(toDo);
      missing.address = info.getAuthorizationUrl() || missing.address;
    }
    return missing.toDo.length > 0 ? missing : null;
  });
}

/** Cells may not ask what is missing. Google then names the scope itself, in whatever language (google.consent). */
export const namesScope = (words: string, permit: Permit): boolean => words.includes(PERMITS[permit][0]);

/** Lets Google ask for scopes. That ends the execution, so the person has to choose the menu item again. */
export function requireConsent(permits: readonly Permit[] = NEEDED): void {
  const scopes = permits.map((permit) => PERMITS[permit][0]);
  (ScriptApp as unknown as Authorization).requireScopes(ScriptApp.AuthMode.FULL, scopes);
}
