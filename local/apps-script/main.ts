import process from "node:process";
import { prepareLocal } from "../../scripts/build/prepare-local";
import { runCommand } from "../command-line";
import { HOST_USAGE, readArguments, runScript } from "./command";

await runCommand(HOST_USAGE, async (args) => {
  const { files, functionName } = await readArguments(args);
  await prepareLocal();
  const isFine = await runScript(files, functionName, {
    log: (line) => process.stdout.write(`${line}\n`),
    tell: (line) => process.stderr.write(`${line}\n`),
  });
  process.exitCode = isFine ? 0 : 1;
});
