import { type Assertion, describe, type Group, outcome } from "../assertion";

declare const ECHO_URL: string;

const cache = (): GoogleAppsScript.Cache.Cache => CacheService.getDocumentCache() as GoogleAppsScript.Cache.Cache;
const properties = () => PropertiesService.getDocumentProperties();

/** Reads what a key holds after some work with it, and removes it. */
function cached(work: (key: string) => unknown): string {
  const key = "check-scratch";
  cache().remove(key);
  const seen = outcome(() => work(key));
  cache().remove(key);
  return seen;
}

/** The first bytes of a digest. */
const digest = (...args: [string] | [string, GoogleAppsScript.Utilities.Charset]): string => {
  const bytes =
    args.length === 1
      ? Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, args[0])
      : Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, args[0], args[1]);
  return describe(bytes.slice(0, 4));
};

const plain = (id: string, fact: string, expected: string, see: () => string): Assertion => ({
  id,
  fact,
  expected,
  see,
});

export const STORES: Group = {
  title: "Stores, locks and utilities",
  assertions: [
    plain("google.cache:missing", "A missing entry", "null", () => describe(cache().get("check-nothing"))),
    plain("google.cache:get-all", "Missing entries are left out of getAll", 'object {"check-a":"1"}', () => {
      cache().put("check-a", "1", 30);
      const seen = describe(cache().getAll(["check-a", "check-b"]));
      cache().remove("check-a");
      return seen;
    }),
    plain("google.cache:key-length", "A key of 251 characters", "throws Exception: Argument too large: key", () =>
      outcome(() => cache().put("k".repeat(251), "1")),
    ),
    plain(
      "google.cache:value-length",
      "A value of 102,401 characters",
      "throws Exception: Argument too large: value",
      () => cached((key) => cache().put(key, "v".repeat(102_401))),
    ),
    plain("google.cache:lifetime", "A lifetime of 99,999 s is taken", '"kept"', () =>
      cached((key) => {
        cache().put(key, "kept", 99_999);
        return cache().get(key);
      }),
    ),
    plain("google.cache:empty", "An empty text is kept", '""', () =>
      cached((key) => {
        cache().put(key, "", 30);
        return cache().get(key);
      }),
    ),
    plain("google.properties:missing", "A missing property", "null", () =>
      describe(properties().getProperty("nothing")),
    ),
    plain(
      "google.properties:value-size",
      "A value of 9,217 bytes",
      "throws Exception: Argument too large: value",
      () => {
        const seen = outcome(() => properties().setProperty("scratch", "v".repeat(9_217)) && "taken");
        properties().deleteProperty("scratch");
        return seen;
      },
    ),
    plain(
      "google.properties:bytes",
      "The limit counts bytes, not characters",
      "throws Exception: Argument too large: value",
      () => {
        const seen = outcome(() => properties().setProperty("scratch", "ä".repeat(4_700)) && "taken");
        properties().deleteProperty("scratch");
        return seen;
      },
    ),
    plain("google.properties:texts", "Values become texts", '"42"', () => {
      properties().setProperty("scratch", 42 as unknown as string);
      const seen = describe(properties().getProperty("scratch"));
      properties().deleteProperty("scratch");
      return seen;
    }),
    plain("google.locks:held", "A lock that one holds is taken again", "[true, true, true]", () => {
      const lock = LockService.getDocumentLock();
      const seen = [lock.tryLock(0), lock.tryLock(0), lock.hasLock()];
      lock.releaseLock();
      return describe(seen);
    }),
    plain("google.digest-charset", "Without a charset every other letter is a question mark", "the same", () =>
      digest("€🙂") === digest("??") ? "the same" : "different",
    ),
    plain("google.digest-charset:utf-8", "SHA-256 in UTF-8", "[-88, 113, -56, 11]", () =>
      digest("€🙂", Utilities.Charset.UTF_8),
    ),
    plain(
      "google.consent:granted",
      "The scopes that getAuthorizationInfo tells as granted",
      "all of the manifest",
      () => {
        const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL);
        // Google's declarations lack it.
        const granted = (info as unknown as { getAuthorizedScopes(): string[] | null }).getAuthorizedScopes() ?? [];
        const names = [
          "spreadsheets.currentonly",
          "script.external_request",
          "script.container.ui",
          "script.scriptapp",
        ];
        const missing = names.filter((name) => !granted.some((scope) => scope.endsWith(`/${name}`)));
        return missing.length === 0 ? "all of the manifest" : `without ${missing.join(", ")}`;
      },
    ),
    plain("google.sleep-rubbish", "Sleeping for a text", "refused", () =>
      /^throws /.test(outcome(() => Utilities.sleep("rubbish" as unknown as number))) ? "refused" : "taken",
    ),
    plain("google.enums", "An enum's name and JSON", '["UTF_8", "\\"UTF_8\\"", "object"]', () =>
      describe([
        String(Utilities.Charset.UTF_8),
        JSON.stringify(Utilities.Charset.UTF_8),
        typeof Utilities.Charset.UTF_8,
      ]),
    ),
    {
      id: "google.clock-triggers:minutes",
      fact: "A script bound to a sheet may run every minute",
      expected: '"CLOCK"',
      see() {
        const trigger = ScriptApp.newTrigger("showLiveCheckText").timeBased().everyMinutes(1).create();
        const seen = describe(String(trigger.getEventType()));
        ScriptApp.deleteTrigger(trigger);
        return seen;
      },
    },
    {
      id: "google.clock-triggers:seven",
      fact: "Every 7 minutes is refused",
      expected: "refused",
      see() {
        const seen = outcome(() => {
          const trigger = ScriptApp.newTrigger("showLiveCheckText").timeBased().everyMinutes(7).create();
          ScriptApp.deleteTrigger(trigger);
        });
        return /^throws /.test(seen) ? "refused" : "taken";
      },
    },
  ],
};

const ALLOWED = "https://nobody.sheetscout.example/";

/** A status of the service behind the tunnel: its account needs a key, and this one is wrong. */
const askWithWrongKey = (options: GoogleAppsScript.URL_Fetch.URLFetchRequestOptions) =>
  UrlFetchApp.fetch(`${ECHO_URL}/account-information`, {
    method: "post",
    contentType: "application/json",
    payload: "{}",
    headers: { "X-KEY": "nobody" },
    ...options,
  });

/** Only with `--service`: these call the sandbox behind its tunnel. */
const THROUGH_TUNNEL: Assertion[] = [
  plain("google.fetch-status", "A status from 400 throws and names the host alone", "throws, without the path", () => {
    const seen = outcome(() => askWithWrongKey({}));
    if (!/^throws .*returned code 400/.test(seen)) return seen;
    return seen.includes("account-information.") ? "throws, with the path" : "throws, without the path";
  }),
  plain("google.fetch-status:muted", "muteHttpExceptions gives the answer", "400", () =>
    describe(askWithWrongKey({ muteHttpExceptions: true }).getResponseCode()),
  ),
  plain("google.fetch-all", "One request that fails loses the answers of all", "throws", () =>
    outcome(() =>
      UrlFetchApp.fetchAll([
        { url: `${ECHO_URL}/account-information`, method: "post", muteHttpExceptions: true },
        { url: ALLOWED, muteHttpExceptions: true },
      ]),
    ).slice(0, 6),
  ),
];

export const FETCHING: Group = {
  title: "Fetching",
  assertions: [
    plain(
      "google.fetch-allowlist",
      "An address that the manifest does not list",
      "throws Exception: Request to https://elsewhere.example/ failed because the URL has not been whitelisted in the script manifest.",
      () => outcome(() => UrlFetchApp.fetch("https://elsewhere.example/")),
    ),
    plain("google.fetch-unreachable", "A host that does not exist, muted", "throws", () =>
      outcome(() => UrlFetchApp.fetch(ALLOWED, { muteHttpExceptions: true })).slice(0, 6),
    ),
    plain(
      "google.fetch-url-length",
      "An address of 2,083 characters",
      "throws Exception: Limit Exceeded: URLFetch URL Length.",
      () => outcome(() => UrlFetchApp.fetch(ALLOWED + "x".repeat(2_083 - ALLOWED.length))),
    ),
    plain(
      "google.fetch-url-signs",
      "Signs of an address that have to be escaped",
      "[true, true, true, true, true, true]",
      () =>
        describe(
          ['"', "{", "}", "[", "]", "|"].map((sign) =>
            /^throws Exception: Invalid argument/.test(outcome(() => UrlFetchApp.fetch(`${ALLOWED}?q=${sign}`))),
          ),
        ),
    ),
    plain("google.fetch-headers", "Headers that cannot be set", "[true, true, true, true]", () =>
      describe(
        ["Host", "Content-Length", "Connection", "Transfer-Encoding"].map((name) =>
          /^throws Exception: Attribute provided/.test(
            outcome(() => UrlFetchApp.fetch(ALLOWED, { headers: { [name]: "x" } })),
          ),
        ),
      ),
    ),
    plain("google.fetch-request", "getRequest tells the method in lower case", '"post"', () =>
      describe((UrlFetchApp.getRequest(ALLOWED, { method: "post" }) as { method: string }).method),
    ),
    ...(ECHO_URL === "" ? [] : THROUGH_TUNNEL),
  ],
};
