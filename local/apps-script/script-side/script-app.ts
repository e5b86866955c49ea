import { MESSAGES } from "../messages";
import { AUTH_MODES } from "../protocol";
import { call, exception, info } from "./bridge";
import { javaEnum } from "./java-enum";
import { requirePermission } from "./permissions";
import {
  deleteTrigger,
  EventType,
  listTriggers,
  newTrigger,
  type Trigger,
  type TriggerBuilder,
  TriggerSource,
} from "./triggers";

const AuthMode = javaEnum(AUTH_MODES);
const AuthorizationStatus = javaEnum(["NOT_REQUIRED", "REQUIRED"]);

/** The event's mode as the enum member scripts compare with (google.modes). */
export function authModeMember(): unknown {
  return AuthMode[info().mode];
}

/** Only a person who has clicked a menu item is asked; a page's call just fails. */
function askAgain(): never {
  if (info().entryPoint === "menu") call("ScriptApp.askConsent");
  throw exception(MESSAGES.authorizationRequired());
}

export const ScriptApp = {
  AuthMode,
  AuthorizationStatus,
  getScriptId: () => info().scriptId,
  /** Of the scopes given, else of all that the manifest lists (google.consent). */
  getAuthorizationInfo(_mode: unknown, asked?: string[]) {
    requirePermission("consent", "ScriptApp.getAuthorizationInfo");
    const { missingScopes, consentAddress } = info();
    const isRequired = missingScopes.some((scope) => asked === undefined || asked.includes(scope));
    return {
      getAuthorizationStatus: () => AuthorizationStatus[isRequired ? "REQUIRED" : "NOT_REQUIRED"],
      getAuthorizationUrl: () => (isRequired ? consentAddress : null),
      getAuthorizedScopes: () => info().scopes ?? [],
    };
  },
  /** Ends the execution and asks the person when one of the scopes is not granted (google.consent). */
  requireScopes(_mode: unknown, scopes: string[]): null {
    requirePermission("consent", "ScriptApp.requireScopes");
    if (info().missingScopes.some((scope) => scopes.includes(scope))) askAgain();
    const missing = scopes.filter((scope) => info().scopes !== null && !info().scopes?.includes(scope));
    if (missing.length > 0) throw exception(MESSAGES.scopeNotListed("ScriptApp.requireScopes", missing.join(" || ")));
    return null;
  },
  requireAllScopes(_mode: unknown): null {
    requirePermission("consent", "ScriptApp.requireAllScopes");
    if (info().missingScopes.length > 0) askAgain();
    return null;
  },
  getOAuthToken(): string {
    return info().mode === "FULL" ? "local-token" : "";
  },
  EventType,
  TriggerSource,
  /** Those of this person in all documents (google.trigger-lists). */
  getProjectTriggers(): Trigger[] {
    requirePermission("triggers", "ScriptApp.getProjectTriggers");
    return listTriggers("getProjectTriggers");
  },
  getUserTriggers(_spreadsheet: unknown): Trigger[] {
    requirePermission("triggers", "ScriptApp.getUserTriggers");
    return listTriggers("getUserTriggers");
  },
  newTrigger(functionName: unknown): TriggerBuilder {
    requirePermission("triggers", "ScriptApp.newTrigger");
    return newTrigger(functionName);
  },
  deleteTrigger(trigger: Trigger): null {
    requirePermission("triggers", "ScriptApp.deleteTrigger");
    return deleteTrigger(trigger);
  },
};

const EMAIL_SCOPE = "https://www.googleapis.com/auth/userinfo.email";

/**
 * A person as scripts see them; without consent or in a cell the address is empty (google.custom-function-services).
 */
function person() {
  const { mode, scopes, user } = info();
  const mayKnow = mode === "FULL" && (scopes === null || scopes.includes(EMAIL_SCOPE));
  return { getEmail: () => (mayKnow ? user : ""), getUserLoginId: () => (mayKnow ? user : "") };
}

export const Session = {
  getActiveUser: person,
  getEffectiveUser: person,
  getActiveUserLocale: () => info().locale.split("_")[0] ?? "en",
  getScriptTimeZone: () => info().timeZone,
  getTemporaryActiveUserKey: () =>
    `key-${info().user.length}-${[...info().user].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7).toString(16)}`,
};
