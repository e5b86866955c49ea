import type { Manifest } from "../host";
import { allowlistEntryProblem } from "../services/url-allowlist";

/** Fields a manifest may have. */
const KNOWN_FIELDS = [
  "timeZone",
  "dependencies",
  "exceptionLogging",
  "runtimeVersion",
  "oauthScopes",
  "urlFetchWhitelist",
  "webapp",
  "executionApi",
  "addOns",
  "sheets",
  "chat",
];

function refuse(problem: string): never {
  throw new Error(`"appsscript.json" has errors: Invalid manifest: ${problem}`);
}

/** Throws for what Google refuses on upload (google.fetch-allowlist). */
export function checkManifest(manifest: Manifest): void {
  const unknown = Object.keys(manifest).filter((field) => !KNOWN_FIELDS.includes(field));
  if (unknown.length > 0) refuse(`unknown fields: [${unknown.join(", ")}]`);
  const { runtimeVersion } = manifest;
  if (runtimeVersion !== undefined && !["V8", "STABLE", "DEPRECATED_ES5"].includes(runtimeVersion)) {
    refuse("Expected one of [V8, STABLE, DEPRECATED_ES5]");
  }
  for (const entry of manifest.urlFetchWhitelist ?? []) {
    const problem = allowlistEntryProblem(entry);
    if (problem !== null) refuse(problem);
  }
}
