import type { Host } from "../apps-script/host";

/** Google's words for the scopes, as its consent screen shows them. */
const WORDS: Record<string, string> = {
  "spreadsheets.currentonly": "View and manage spreadsheets that this application has been installed in",
  "script.external_request": "Connect to an external service",
  "script.container.ui": "Display and run third-party web content in prompts and sidebars inside Google applications",
  "script.scriptapp": "Allow this application to run when you are not present",
};

/** A box of the consent screen. */
export interface PermissionView {
  scope: string;
  words: string;
  isGranted: boolean;
}

/** What the person has allowed the script, scope by scope (google.consent). */
export interface Permissions {
  list(): PermissionView[];
  /** Grants these and no others; an add-on that is installed anew begins with none. */
  grant(scopes: readonly string[]): void;
  /** Calls back whenever Google would show its consent screen. */
  onAsked(show: () => void): void;
}

/** @param address of the workbench's page, which shows the boxes */
export function createPermissions(host: Host, address: string): Permissions {
  const { settings } = host;
  settings.consentAddress = `${address}?permissions`;
  return {
    list: () =>
      host.scopes().map((scope) => ({
        scope,
        words: WORDS[scope.replace(/^.*\/auth\//, "")] ?? scope,
        isGranted: settings.grantedScopes?.includes(scope) ?? true,
      })),
    grant(scopes) {
      settings.grantedScopes = host.scopes().filter((scope) => scopes.includes(scope));
    },
    onAsked(show) {
      settings.ticksBoxes = () => {
        show();
        // The boxes are ticked later, when this execution has ended.
        return [];
      };
    },
  };
}
