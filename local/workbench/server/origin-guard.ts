import type { IncomingHttpHeaders } from "node:http";

/**
 * Why a request is refused, or `null`. The workbench listens on the loopback address only, but any web page a person has
 * open can send requests there. A page elsewhere names its own site in `Origin`; one that has pointed its own name at
 * 127.0.0.1 (DNS rebinding) names that in `Host`.
 */
export function refusal(headers: IncomingHttpHeaders, port: number, needsOrigin: boolean): string | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? "")) return "This address is not the workbench's.";
  if (headers.origin === undefined) return needsOrigin ? "A connection must say where it comes from." : null;
  return headers.origin === `http://${headers.host}` ? null : "Another site's page may not use the workbench.";
}
