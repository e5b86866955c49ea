import type { ClaspOutput } from "./clasp";

/** Our words for what clasp or Google says. The first that matches is told. */
const EXPLANATIONS: [said: RegExp, meaning: string][] = [
  [
    /has not enabled the Apps Script API/i,
    "Google says that the Apps Script API is off for your account: open https://script.google.com/home/usersettings, switch Google Apps Script API on, wait a minute and run the same command again.",
  ],
  [
    /No credentials found|invalid_grant|invalid_rapt|Login Required|invalid (?:authentication )?credentials/i,
    "Your login to Google is missing or has run out: run the same command again with --login.",
  ],
  [
    /access_denied|Access blocked|org_internal|admin_policy_enforced|disabled by (?:your )?admin/i,
    "Your organisation does not let clasp in: ask its administrator to trust clasp, or use an account outside it.",
  ],
  [
    /Requested entity was not found|File not found|\b404\b/i,
    "Google finds no such script, or the account you are logged in with may not see it: check the id, or log in with another account by --login.",
  ],
  [
    /insufficient (?:authentication scopes|permission)/i,
    "Google was not allowed all that clasp asks for: run the same command again with --login, and tick every box on Google's screen.",
  ],
  [
    /does not have permission|PERMISSION_DENIED|\b403\b/i,
    "The account you are logged in with may not change this script: have it shared with you as an editor, or log in with another account by --login.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|socket hang up|network/i,
    "Google could not be reached: check the connection (and the proxy) and run the same command again.",
  ],
  [
    /quota|rate limit|too many requests|\b429\b/i,
    "Google asks for a pause: too many calls or too many new scripts today. Try again later.",
  ],
  [
    /Internal error encountered|Service unavailable|\b50[0-4]\b/i,
    "Google has failed, for no reason of yours. Try again in a minute.",
  ],
  [
    /Syntax error|ParseError/i,
    "Google's parser refuses the built file. That is a defect of Sheetscout: please report it with the lines below.",
  ],
  [
    /Invalid manifest|"appsscript\.json" has errors/i,
    "Google refuses the manifest. Please report it with the lines below.",
  ],
  [
    /Content directory is a symlink|escapes project root/i,
    "clasp pushes nothing from behind a symbolic link: clone Sheetscout into an ordinary folder.",
  ],
];

const indented = (text: string): string => text.trim().replace(/^/gm, "  ");

/**
 * Says why a clasp command failed.
 * @param doing as in "push the files"
 * @returns our words, and clasp's own below them
 */
export function explainClasp({ out, errors }: ClaspOutput, doing: string): string {
  const said = [errors, out]
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n");
  const meaning = EXPLANATIONS.find(([pattern]) => pattern.test(said))?.[1] ?? `clasp could not ${doing}.`;
  return said === "" ? `${meaning} It says nothing about it.` : `${meaning}\n\nclasp says:\n${indented(said)}`;
}
