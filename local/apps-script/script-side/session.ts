import { info } from "./bridge";

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
