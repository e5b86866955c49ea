import process from "node:process";
import config from "../jest.config.mjs";

process.env.MOMENTS = "every";

/** The flows that are interrupted, at every moment instead of a sample: about half an hour of computing. */
export default {
  ...config,
  rootDir: "..",
  testMatch: [
    "<rootDir>/test/flow/**/*{crashes,user-actions,told-credits,own-columns,columns-made,failed-starts,turn-into-values,undo-faults,split-rows,visible-rows}.test.ts",
  ],
  reporters: ["default", "<rootDir>/test/support/progress.mjs"],
  testTimeout: 7_200_000,
};
