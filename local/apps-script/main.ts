import process from "node:process";
import { prepareLocal } from "../../scripts/build/prepare-local";
import { UsageError } from "../command-line";
import { readArguments, runScript } from "./command";

/** `npm run host -- script.js functionName`: runs a function of a plain script file. */
try {
  const { files, functionName } = await readArguments(process.argv.slice(2));
  await prepareLocal();
  const isFine = await runScript(files, functionName, {
    log: (line) => process.stdout.write(`${line}\n`),
    fail: (line) => process.stderr.write(`${line}\n`),
  });
  process.exitCode = isFine ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
