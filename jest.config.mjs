import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL(".", import.meta.url)).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Every test runs here: pure units, the built bundle in the host, and the page in a real browser. */
export default {
  testEnvironment: "<rootDir>/test/support/environment.ts",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  globalSetup: "<rootDir>/test/global-setup.ts",
  globalTeardown: "<rootDir>/test/global-teardown.ts",
  testSequencer: "<rootDir>/test/support/longest-first.mjs",
  transform: {
    // Jest does not replace <rootDir> here. The tests of the one file that is left out make its time pass.
    [`^${ROOT}(local|scripts)/(?!workbench/document-file).*\\.ts$`]: "<rootDir>/test/support/outside.mjs",
    "/node_modules/playwright-core/index\\.js$": "<rootDir>/test/support/outside.mjs",
    "\\.m?[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true },
          transform: { react: { runtime: "automatic", importSource: "preact" } },
          target: "es2022",
        },
        module: { type: "commonjs" },
      },
    ],
  },
  // These packages are published as ES modules only, which Jest cannot load untransformed.
  transformIgnorePatterns: ["/node_modules/(?!(preact|leven|@faker-js/faker|playwright-core)/)"],
  modulePathIgnorePatterns: ["<rootDir>/.build/", "<rootDir>/dist/"],
  // Two more than the cores: tests in the browser mostly wait.
  maxWorkers: 4,
  // Only for tests that hang: how long a test takes depends on what else the machine does.
  testTimeout: 600_000,
};
