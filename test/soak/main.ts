import { runCommand } from "../../local/command-line";
import { prepareLocal } from "../../scripts/build/prepare-local";
import { readOptions, SOAK_USAGE } from "./options";
import { soak } from "./soak";

await runCommand(SOAK_USAGE, async (args) => {
  const options = readOptions(args);
  await prepareLocal();
  process.exitCode = await soak(options);
});
