/** Files that are not read in a test's own realm: `environment.ts` loads them once for all files of tests. */
export default {
  process: (_text, file) => ({ code: `module.exports = loadOutside(${JSON.stringify(file)});` }),
  getCacheKey: (_text, file) => `outside ${file}`,
};
