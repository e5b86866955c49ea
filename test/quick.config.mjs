import process from "node:process";
import config from "../jest.config.mjs";

process.env.MOMENTS = "few";

/** What a change can break, in less than five minutes on two cores: names that end in `@slow` are left out. */
export default { ...config, rootDir: "..", testNamePattern: "^(?!.*@slow)" };
