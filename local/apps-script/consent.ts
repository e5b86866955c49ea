import type { Manifest } from "./host";
import type { HostSettings } from "./settings";

/** Whose consent is asked for, and for what. */
interface Consent {
  settings: HostSettings;
  manifest: Manifest;
}

/** The scopes that the manifest lists and the person has not granted (google.consent). */
export function missingScopes({ settings, manifest }: Consent): string[] {
  const { grantedScopes } = settings;
  return grantedScopes === null ? [] : (manifest.oauthScopes ?? []).filter((scope) => !grantedScopes.includes(scope));
}

/** Shows the person Google's consent screen, and grants the scopes whose boxes are ticked there. */
export function askConsent(state: Consent): void {
  const { settings } = state;
  const ticked = settings.ticksBoxes?.(missingScopes(state)) ?? [];
  settings.grantedScopes = [...(settings.grantedScopes ?? []), ...ticked];
}
