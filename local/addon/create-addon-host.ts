import { SANDBOX_BASE_URL } from "../../scripts/build/build-settings";
import { createHost } from "../apps-script/create-host";
import type { Host, HostOptions } from "../apps-script/host";
import { readBuiltAddon } from "./read-built-addon";

const SANDBOX_HOST = new URL(SANDBOX_BASE_URL).hostname;

export interface AddonHostOptions extends Pick<HostOptions, "clock" | "settings" | "scriptProperties" | "saved"> {
  /** The sandbox service's request handler. */
  service: { fetch(request: Request): Promise<Response> };
}

/**
 * An Apps Script host that runs the built add-on, with the sandbox service at the address the add-on calls.
 * Every other address fails as one that cannot be reached.
 */
export async function createAddonHost({ service, ...options }: AddonHostOptions): Promise<Host> {
  return createHost({
    title: "Sheetscout",
    ...(await readBuiltAddon()),
    ...options,
    fetch: (request) => {
      const { hostname } = new URL(request.url);
      if (hostname !== SANDBOX_HOST) throw new Error(`${hostname} is not reachable from the sandbox`);
      return service.fetch(request);
    },
  });
}
