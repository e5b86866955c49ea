import { prepareLocal } from "../../scripts/build/prepare-local";
import { readOptions } from "./options";
import { soak } from "./soak";

const options = readOptions(process.argv.slice(2));
await prepareLocal();
process.exitCode = await soak(options);
