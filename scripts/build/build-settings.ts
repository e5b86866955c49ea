/** The address of builds that name no service: reserved, so it reaches nobody; the local host routes it to the sandbox. */
export const SANDBOX_BASE_URL = "https://sandbox.sheetscout.example";

/**
 * The most that a built file may hold, in bytes. Every execution reads Code.js, from which its limit follows
 * (docs/decisions/bundle-size.md); every opening of the sidebar loads the page.
 */
export const SIZE_LIMITS = { "Code.js": 350_000, "sidebar.html": 60_000 };

/**
 * Two or more labels, the last with a letter: what can be registered. A name such as `*.example` would let the manifest's
 * allowlist pass the API key to hosts of other people; addresses in figures and `localhost` cannot be reached by Google.
 */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/;

/** In the manifest's allowlist a "*" could permit more than one address. */
const PATH = /^(?:\/[\w.~-]+)*\/?$/;

/** A setting the person at the command line has to change; its message is the whole explanation. */
export class BuildSettingError extends Error {}

/**
 * Reads the service's base address, `{base_url}` of the specification, which leaves it open.
 * @param given what `--service` or the environment variable SERVICE_BASE_URL holds, if anything
 * @returns the address without a slash at its end
 * @throws BuildSettingError when it is no https address of one registrable host that a path can be put behind
 */
export function readServiceBaseUrl(given: string | undefined): string {
  if (given === undefined || given.trim() === "") return SANDBOX_BASE_URL;
  const example = "Give it as https://host or https://host/path, for example https://api.example.com/v1.";
  if (!URL.canParse(given)) {
    throw new BuildSettingError(`The service's address is not an address: "${given}". ${example}`);
  }
  const url = new URL(given);
  if (url.protocol !== "https:") {
    throw new BuildSettingError(
      `The service's address must begin with https://, because the API key travels with every call: "${given}". ${example}`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new BuildSettingError(
      `The service's address must not hold a user name, a query or a fragment: "${url.origin}${url.pathname}" is what can be used of it. ${example}`,
    );
  }
  if (!HOST_NAME.test(url.hostname) || url.port !== "") {
    throw new BuildSettingError(
      `The service's address must name one host that anybody can reach, without "*", figures or a port instead of its name: "${given}". ${example}`,
    );
  }
  // A browser turns a backslash into a slash and full-width letters into plain ones: another host than the one that is read.
  const isAsRead = given.trim().toLowerCase().startsWith(`https://${url.hostname}`);
  if (!isAsRead || !PATH.test(url.pathname)) {
    throw new BuildSettingError(
      `The service's address must be written plainly, with letters, digits, "-", "_", "." and "~" between its slashes: "${given}". ${example}`,
    );
  }
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, "");
}

/**
 * Reads where the project's documents stand for users: `homepage` of package.json, to which the sidebar's help links.
 * @returns "" if there is none
 * @throws BuildSettingError when it is no https address
 */
export function readDocumentsUrl(homepage: string | undefined): string {
  if (homepage === undefined || homepage.trim() === "") return "";
  if (URL.canParse(homepage) && new URL(homepage).protocol === "https:") return new URL(homepage).href;
  throw new BuildSettingError(
    `"homepage" in package.json must be an address that begins with https://: "${homepage}".`,
  );
}

/** Beginning with a letter, so that Sheets reads a name; ending in "_", so that the formula's own name stays readable. */
const PREFIX = /^[A-Z][A-Z0-9]{0,8}_$/;

/**
 * Reads `--prefix`: letters that every formula's name begins with, against add-ons whose formulas have the same names.
 * @param given nothing or "" for none
 * @returns in capitals
 * @throws BuildSettingError
 */
export function readFormulaPrefix(given: string | undefined): string {
  const prefix = (given ?? "").trim().toUpperCase();
  if (prefix === "" || PREFIX.test(prefix)) return prefix;
  throw new BuildSettingError(
    `--prefix takes up to 9 letters and figures and an underscore at the end, such as XY_, not "${given}".`,
  );
}

/**
 * Puts the prefix before each formula's name, wherever it stands: in declarations, in documentation, in what is said to
 * people and in the patterns by which *Finish formulas* finds its cells.
 */
export function prefixFormulas(text: string, names: string[], prefix: string): string {
  return text.replace(new RegExp(`\\b(?:${names.join("|")})\\b`, "g"), (name) => prefix + name);
}
