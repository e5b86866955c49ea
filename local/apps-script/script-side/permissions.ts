import { MESSAGES } from "../messages";
import type { AuthMode } from "../protocol";
import { exception, info } from "./bridge";

const SCOPE = "https://www.googleapis.com/auth/";

interface Rule {
  /** The modes a service works in (google.modes). */
  modes: readonly AuthMode[];
  /**
   * One of these is needed in FULL and LIMITED mode (google.consent); a custom function needs no consent for
   * what it does in its spreadsheet (google.custom-function-services).
   */
  scopes?: readonly string[];
  /** Cells need the consent to what the manifest lists, too: the stricter of two readings. */
  inCells?: true;
}

const EVERYWHERE = ["NONE", "LIMITED", "CUSTOM_FUNCTION", "FULL"] as const;
const NOT_IN_NONE = ["LIMITED", "CUSTOM_FUNCTION", "FULL"] as const;

/** The permissions that each part of Google's services asks for. */
const RULES = {
  free: { modes: EVERYWHERE },
  store: { modes: NOT_IN_NONE },
  fetch: { modes: ["CUSTOM_FUNCTION", "FULL"], scopes: [`${SCOPE}script.external_request`], inCells: true },
  readSheet: { modes: NOT_IN_NONE, scopes: [`${SCOPE}spreadsheets.currentonly`, `${SCOPE}spreadsheets`] },
  writeSheet: { modes: ["LIMITED", "FULL"], scopes: [`${SCOPE}spreadsheets.currentonly`, `${SCOPE}spreadsheets`] },
  otherFiles: { modes: ["FULL"], scopes: [`${SCOPE}spreadsheets`] },
  showPage: { modes: ["FULL"], scopes: [`${SCOPE}script.container.ui`] },
  /** A custom function may ask for nothing but what google.custom-function-services lists. */
  consent: { modes: ["NONE", "LIMITED", "FULL"] },
  triggers: { modes: ["FULL"], scopes: [`${SCOPE}script.scriptapp`] },
} satisfies Record<string, Rule>;

export type Permission = keyof typeof RULES;

/** Throws what Google throws when `method` may not be called in this execution. */
export function requirePermission(permission: Permission, method: string): void {
  const rule: Rule = RULES[permission];
  const { mode, scopes, missingScopes } = info();
  if (!rule.modes.includes(mode)) {
    const needed = mode === "NONE" || mode === "LIMITED" ? rule.scopes : undefined;
    throw exception(
      needed === undefined ? MESSAGES.noPermission(method) : MESSAGES.scopeMissing(method, joined(needed)),
    );
  }
  if (rule.scopes === undefined || scopes === null) return;
  if (mode === "CUSTOM_FUNCTION" && !(rule.inCells && rule.scopes.some((scope) => missingScopes.includes(scope))))
    return;
  if (!rule.scopes.some((scope) => scopes.includes(scope))) {
    throw exception(MESSAGES.scopeNotListed(method, joined(rule.scopes)));
  }
}

function joined(scopes: readonly string[]): string {
  return scopes.length === 1 ? (scopes[0] as string) : `(${scopes.join(" || ")})`;
}
