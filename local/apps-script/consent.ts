import type { HostState } from "./host-state";

/** The scopes that the manifest lists and the person has not granted (google.consent). */
export function missingScopes({ settings, manifest }: Pick<HostState, "settings" | "manifest">): string[] {
  const { grantedScopes } = settings;
  return grantedScopes === null ? [] : (manifest.oauthScopes ?? []).filter((scope) => !grantedScopes.includes(scope));
}

/** Shows the person Google's consent screen, and grants the scopes whose boxes are ticked there. */
export function askConsent(state: Pick<HostState, "settings" | "manifest">): void {
  const { settings } = state;
  const ticked = settings.ticksBoxes?.(missingScopes(state)) ?? [];
  settings.grantedScopes = [...(settings.grantedScopes ?? []), ...ticked];
}
