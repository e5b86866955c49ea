import { prepareLocal } from "../../scripts/build/prepare-local";
import { readOptions, type SoakOptions } from "./options";
import { soak } from "./soak";

function readOrExit(): SoakOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

const options = readOrExit();
await prepareLocal();
process.exitCode = await soak(options);
