import process from "node:process";
import config from "../jest.config.mjs";

process.env.CRASH_STEP ??= "1";
process.env.ACTION_STEP ??= "1";

/** The flows that are interrupted, at every moment instead of a sample: an hour or two. */
export default {
  ...config,
  rootDir: "..",
  testMatch: ["<rootDir>/test/flow/**/*{crashes,user-actions,told-credits,own-columns,failed-starts}.test.ts"],
  testTimeout: 7_200_000,
};
