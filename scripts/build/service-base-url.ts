import { SANDBOX_BASE_URL } from "../../src/service/sandbox-base-url";

export { SANDBOX_BASE_URL };

/** A setting the person at the command line has to change; its message is the whole explanation. */
export class BuildSettingError extends Error {}

/**
 * Reads the service's base address, `{base_url}` of the specification, which leaves it open.
 * @param given what the environment variable SERVICE_BASE_URL holds, if anything
 * @returns the address without a slash at its end
 * @throws BuildSettingError when it is no https address that a path can be put behind
 */
export function readServiceBaseUrl(given: string | undefined): string {
  if (given === undefined || given.trim() === "") return SANDBOX_BASE_URL;
  const example =
    "Give it as https://host or https://host/path, for example SERVICE_BASE_URL=https://api.example.com/v1.";
  if (!URL.canParse(given)) throw new BuildSettingError(`SERVICE_BASE_URL is not an address: "${given}". ${example}`);
  const url = new URL(given);
  if (url.protocol !== "https:") {
    throw new BuildSettingError(
      `SERVICE_BASE_URL must begin with https://, because the API key travels with every call: "${given}". ${example}`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new BuildSettingError(
      `SERVICE_BASE_URL must not hold a user name, a query or a fragment: "${url.origin}${url.pathname}" is what can be used of it. ${example}`,
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, "");
}
