import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A file of a script as Google's Apps Script API carries it: the name without its ending, and a type. */
export interface ScriptFile {
  name: string;
  type: "SERVER_JS" | "HTML" | "JSON";
  source: string;
}

export interface Script {
  title: string;
  /** The sheet that it is bound to. */
  parentId?: string;
  files: ScriptFile[];
  versions: string[];
  deployments: Map<string, DeploymentConfig>;
}

interface DeploymentConfig {
  versionNumber: number;
  description: string;
}

/** Google's refusals, as its APIs word them. */
export const GOOGLE_REFUSALS = {
  apiOff: [
    403,
    "PERMISSION_DENIED",
    "User has not enabled the Apps Script API. Enable it by visiting https://script.google.com/home/usersettings then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.",
  ],
  emptyBoxes: [403, "PERMISSION_DENIED", "Insufficient Permission"],
  gone: [404, "NOT_FOUND", "Requested entity was not found."],
  noPermission: [403, "PERMISSION_DENIED", "The caller does not have permission"],
  broken: [500, "INTERNAL", "Internal error encountered."],
  quota: [
    429,
    "RESOURCE_EXHAUSTED",
    "Quota exceeded for quota metric 'Management requests' and limit 'Management requests per day' of service 'script.googleapis.com'.",
  ],
} as const satisfies Record<string, [status: number, code: string, message: string]>;

export type GoogleRefusal = keyof typeof GOOGLE_REFUSALS;

/** Google's Drive, Apps Script and login APIs, as far as clasp asks them, in the memory of this process. */
export interface GoogleApi {
  port: number;
  sheets: Map<string, string>;
  scripts: Map<string, Script>;
  /** Refusals of calls whose path has this in it: `["/content", "gone"]`. */
  refusals: [path: string, refusal: GoogleRefusal][];
  /** The refresh token is worth nothing any more. */
  isLoginExpired: boolean;
  /** The next call whose path has this in it gets no answer at all. */
  hangsUpAt: string | null;
  /** What was asked: `PUT /v1/projects/script-1/content`. */
  calls: string[];
  close(): Promise<void>;
}

const NEW_SCRIPT: ScriptFile[] = [
  { name: "appsscript", type: "JSON", source: '{\n  "timeZone": "Etc/UTC"\n}' },
  { name: "Code", type: "SERVER_JS", source: "function myFunction() {\n\n}\n" },
];

type Answer = [status: number, body: unknown];

const errorBody = (status: number, code: string, message: string) => ({
  error: { code: status, message, status: code, errors: [{ message, domain: "global", reason: "forbidden" }] },
});

export async function createGoogleApi(): Promise<GoogleApi> {
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const api: GoogleApi = {
    port: (server.address() as AddressInfo).port,
    sheets: new Map(),
    scripts: new Map(),
    refusals: [],
    isLoginExpired: false,
    hangsUpAt: null,
    calls: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return api;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://google.example");
    const host = String(request.headers["x-meant-for"] ?? "");
    api.calls.push(`${request.method} ${host}${pathname}`);
    let text = "";
    for await (const chunk of request) text += chunk;
    if (api.hangsUpAt !== null && pathname.includes(api.hangsUpAt)) {
      api.hangsUpAt = null;
      request.socket.destroy();
      return;
    }
    const [status, body] = answer(request.method ?? "GET", pathname, text);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  function answer(method: string, path: string, text: string): Answer {
    if (path === "/token") {
      return api.isLoginExpired
        ? [400, { error: "invalid_grant", error_description: "Token has been expired or revoked." }]
        : [200, { access_token: "access", expires_in: 1, token_type: "Bearer" }];
    }
    if (path === "/oauth2/v2/userinfo") return [200, { id: "1", email: "ann@company.example" }];
    const refusal = api.refusals.find(([part]) => path.includes(part))?.[1];
    if (refusal) {
      const [status, code, message] = GOOGLE_REFUSALS[refusal];
      return [status, errorBody(status, code, message)];
    }
    if (method === "POST" && path === "/drive/v3/files") {
      const id = `sheet-${api.sheets.size + 1}`;
      api.sheets.set(id, JSON.parse(text).name);
      return [200, { id }];
    }
    if (method === "POST" && path === "/v1/projects") {
      const scriptId = `script-${api.scripts.size + 1}`;
      const { title, parentId } = JSON.parse(text);
      const made = { title, ...(parentId && { parentId }), files: NEW_SCRIPT, versions: [], deployments: new Map() };
      api.scripts.set(scriptId, made);
      return [200, { scriptId, title, parentId }];
    }
    const [, id = "", rest = ""] = /^\/v1\/projects\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    const script = api.scripts.get(id);
    if (!script) return [404, errorBody(404, "NOT_FOUND", GOOGLE_REFUSALS.gone[2])];
    return answerForScript(script, id, method, rest, text === "" ? {} : JSON.parse(text));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a request, as clasp sends it.
function answerForScript(script: Script, scriptId: string, method: string, rest: string, body: any): Answer {
  const { files, versions, deployments } = script;
  if (rest === "/content" && method === "GET") return [200, { scriptId, files }];
  if (rest === "/content" && method === "PUT") {
    script.files = body.files;
    return [200, { scriptId, files: body.files }];
  }
  if (rest === "/versions" && method === "POST") {
    versions.push(body.description);
    return [200, { scriptId, versionNumber: versions.length, description: body.description }];
  }
  if (rest.startsWith("/deployments") && (method === "POST" || method === "PUT")) {
    const deploymentId = method === "POST" ? `deployment-${deployments.size + 1}` : rest.split("/")[2];
    const deploymentConfig: DeploymentConfig = body.deploymentConfig ?? body;
    deployments.set(deploymentId ?? "", deploymentConfig);
    return [200, { deploymentId, deploymentConfig }];
  }
  if (rest === "/deployments") {
    const all = [...deployments].map(([deploymentId, deploymentConfig]) => ({ deploymentId, deploymentConfig }));
    return [200, { deployments: all }];
  }
  return [404, errorBody(404, "NOT_FOUND", `Nothing answers ${method} ${rest} here.`)];
}
