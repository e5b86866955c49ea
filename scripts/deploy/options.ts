import { parseOptions, UsageError } from "../../local/command-line";

/** The options of `npm run deploy`; texts as they were typed. */
export interface DeployOptions {
  /** The title of a new project, which `standalone` makes without a sheet. */
  create: string | undefined;
  standalone: boolean;
  scriptId: string | undefined;
  /** Code that stands in the project of `scriptId` may be replaced. */
  replace: boolean;
  service: string | undefined;
  prefix: string | undefined;
  /** The live check instead of the add-on. */
  check: boolean;
  /** A version and a deployment for the Marketplace after the push. */
  publish: boolean;
  login: boolean;
  /** False where the browser is on another machine. */
  localhost: boolean;
}

export const DEPLOY_USAGE = `Usage: npm run deploy -- [options]
Puts the add-on on Google: into a new project, one of yours, or the one of the last time.
--create "TITLE"     makes a sheet with the script bound to it
--standalone         makes a script of its own with --create, without a sheet
--script-id ID       takes a script that exists; the address of its editor will do
--replace            lets --script-id replace other code
--service https://…  the service's address; SERVICE_BASE_URL does the same
--prefix XY_         formulas are called XY_VERIFY_EMAIL and so on
--check              puts the live check on Google instead of the add-on
--publish            makes a version and a deployment after the push
--login              logs in anew
--no-localhost       logs in without a browser on this machine`;

const OPTIONS = {
  create: { type: "string" },
  standalone: { type: "boolean" },
  "script-id": { type: "string" },
  replace: { type: "boolean" },
  service: { type: "string" },
  prefix: { type: "string" },
  check: { type: "boolean" },
  publish: { type: "boolean" },
  login: { type: "boolean" },
  "no-localhost": { type: "boolean" },
} as const;

/** The id in the address of a script's editor. */
const EDITOR_ADDRESS = /^https:\/\/script\.google\.com\/(?:u\/\d+\/)?(?:home\/projects|d)\/([^/?#]+)/;

/** Google's ids are longer; this refuses titles and addresses. */
const SCRIPT_ID = /^[\w-]{20,}$/;

/**
 * Reads the command line.
 * @param environment PowerShell can swallow the "--" of `npm run deploy -- --check`; npm then takes the options for its
 *   own and hands them on as `npm_config_check`. Not `--prefix`, which is npm's own as well.
 * @throws UsageError
 */
export function readDeployOptions(args: string[], environment: NodeJS.ProcessEnv): DeployOptions {
  const { values, positionals } = parseOptions({ args, options: OPTIONS, allowPositionals: true });
  const swallowed = (name: string): string | undefined => environment[`npm_config_${name.replace(/-/g, "_")}`];
  const text = (name: "create" | "script-id" | "service"): string | undefined => {
    const given = values[name] ?? swallowed(name);
    if (given === undefined) return undefined;
    if (given.trim() === "" || given === "true") throw new UsageError(`--${name} needs a value.`);
    return given.trim();
  };
  const flag = (name: "standalone" | "replace" | "check" | "publish" | "login"): boolean =>
    values[name] ?? swallowed(name) === "true";
  if (positionals.length > 0) {
    throw new UsageError(`"${positionals[0]}" belongs to no option; put a title of several words in quotes.`);
  }
  const options: DeployOptions = {
    create: text("create"),
    standalone: flag("standalone"),
    scriptId: readScriptId(text("script-id")),
    replace: flag("replace"),
    service: text("service"),
    prefix: values.prefix,
    check: flag("check"),
    publish: flag("publish"),
    login: flag("login"),
    localhost: !(values["no-localhost"] ?? swallowed("localhost") === ""),
  };
  refuseContradictions(options);
  return options;
}

function readScriptId(given: string | undefined): string | undefined {
  const id = EDITOR_ADDRESS.exec(given ?? "")?.[1] ?? given;
  if (id === undefined || SCRIPT_ID.test(id)) return id;
  throw new UsageError(
    `--script-id takes the script's id (in its editor: Project Settings ▸ Script ID) or its address, not "${given}".`,
  );
}

function refuseContradictions({ create, standalone, scriptId, replace, check, publish, prefix }: DeployOptions): void {
  const problem = [
    standalone && create === undefined && '--standalone belongs to --create "TITLE".',
    create !== undefined && scriptId !== undefined && "--create makes a script, --script-id takes one: choose.",
    replace && scriptId === undefined && "--replace belongs to --script-id ID.",
    check &&
      (standalone || publish) &&
      "The live check is a script of its own sheet: it is neither standalone nor published.",
    check && prefix !== undefined && "The live check has no formulas that a prefix could keep apart.",
  ].find((each) => each !== false);
  if (problem) throw new UsageError(problem);
}
