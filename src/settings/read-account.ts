import type { Result } from "../result";
import { refusalOf } from "../result";
import { ServiceError } from "../service/errors";
import { accountView } from "./account-view";
import { readApiKey } from "./api-key";
import { formulasToday, whoseKeyFormulasUse } from "./formula-key";
import type { SettingsParts } from "./parts";
import type { AccountView } from "./views";

/** The account of the key that the sidebar's user has, asked of the service. */
export function readAccountView(parts: SettingsParts): Result<AccountView> {
  const apiKey = readApiKey(parts.user, parts.script);
  if (!apiKey) return refusalOf(new ServiceError({ code: "NO_API_KEY", status: null, detail: "" }));
  const outcome = parts.askAccount(apiKey);
  return outcome.ok
    ? { ok: true, data: accountView(outcome.result, whoseKeyFormulasUse(parts, apiKey), formulasToday(parts, apiKey)) }
    : refusalOf(outcome.error);
}
