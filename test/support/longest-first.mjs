import Sequencer from "@jest/test-sequencer";

const DefaultSequencer = Sequencer.default ?? Sequencer;

/** The files that take longest: begun late, one of them would keep the end of all waiting. */
const LONGEST = [
  "browser/find-emails",
  "browser/verify-column",
  "browser/companies",
  "browser/company-search",
  "build/deploy",
  "build/style-and-types",
  "flow/hostile-answers",
  "browser/page-menus",
  "browser/sidebar-hostile-answers",
  "browser/sidebar-account",
  "browser/page.test",
  "soak/soak",
  "flow/jobs/silence",
  "browser/find-early-ends",
  "flow/try",
  "flow/companies/crashes",
  "flow/jobs/verify-told-credits",
  "flow/companies/made-answers",
  "flow/formulas/failing-service",
  "flow/jobs/find-user-actions",
];

/** Jest knows how long files took once they have run here; before that it would go by their size. */
export default class LongestFirst extends DefaultSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const place = ({ path }) => {
      const index = LONGEST.findIndex((name) => path.replaceAll("\\", "/").includes(`test/${name}`));
      return index < 0 ? LONGEST.length : index;
    };
    return sorted.sort((one, other) => place(one) - place(other));
  }
}
