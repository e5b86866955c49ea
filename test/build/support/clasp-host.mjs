// Runs commands of the real clasp one after the other in one process: its start alone takes more than a second. Each comes
// as a message of the parent process, with its arguments, folder and environment, and is answered with what it wrote.
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import "./redirect-google.mjs";

const { makeProgram } = await import(pathToFileURL(path.join(process.argv[2], "commands", "program.js")).href);

/** Ends a command where clasp would end the process. */
class Exit extends Error {}

process.exit = () => {
  throw new Exit();
};

const program = makeProgram();
const written = { out: "", errors: "" };
const write = (to) => (text, _encoding, done) => {
  written[to] += text;
  (typeof _encoding === "function" ? _encoding : done)?.();
  return true;
};
process.stdout.write = write("out");
process.stderr.write = write("errors");

/** Folder, environment and output belong to the whole process, so a command waits for the one before it. */
let last = Promise.resolve();

process.on("message", (command) => {
  last = last.then(() => run(command));
});

async function run({ id, args, folder, environment }) {
  Object.assign(written, { out: "", errors: "" });
  Object.assign(process.env, environment);
  process.chdir(folder);
  try {
    await program.parseAsync(["node", "clasp", ...args]);
  } catch (error) {
    // As clasp's own entry file: what commander ends with it has written already.
    if (!(error instanceof Exit) && !String(error?.code).startsWith("commander.")) console.error(error.message);
  }
  process.send({ id, ...written });
}

process.send("ready");
