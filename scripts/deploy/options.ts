import { parseArgs } from "node:util";
import { BuildSettingError } from "../build/build-settings";

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

const USAGE = [
  'The options are --create "TITLE" [--standalone], --script-id ID [--replace], --service https://…, --prefix XY_,',
  "--check, --publish, --login and --no-localhost.",
].join(" ");

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
 * @throws BuildSettingError
 */
export function readDeployOptions(args: string[], environment: NodeJS.ProcessEnv): DeployOptions {
  const { values, positionals } = parse(args);
  const swallowed = (name: string): string | undefined => environment[`npm_config_${name.replace(/-/g, "_")}`];
  const text = (name: "create" | "script-id" | "service"): string | undefined => {
    const given = values[name] ?? swallowed(name);
    if (given === undefined) return undefined;
    if (given.trim() === "" || given === "true") throw new BuildSettingError(`--${name} needs a value. ${USAGE}`);
    return given.trim();
  };
  const flag = (name: "standalone" | "replace" | "check" | "publish" | "login"): boolean =>
    values[name] ?? swallowed(name) === "true";
  if (positionals.length > 0) {
    throw new BuildSettingError(
      `"${positionals[0]}" belongs to no option; put a title of several words in quotes. ${USAGE}`,
    );
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

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new BuildSettingError(`${reason}. ${USAGE}`);
  }
}

function readScriptId(given: string | undefined): string | undefined {
  const id = EDITOR_ADDRESS.exec(given ?? "")?.[1] ?? given;
  if (id === undefined || SCRIPT_ID.test(id)) return id;
  throw new BuildSettingError(
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
  if (problem) throw new BuildSettingError(problem);
}
