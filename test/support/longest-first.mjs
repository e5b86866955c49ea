import Sequencer from "@jest/test-sequencer";

const DefaultSequencer = Sequencer.default ?? Sequencer;

/** The files that take longest: begun late, one of them would keep the end of all waiting. */
const LONGEST = [
  "browser/find-emails",
  "flow/hostile-answers",
  "browser/sidebar-hostile-answers",
  "soak/soak",
  "flow/jobs/find-user-actions",
  "browser/companies-fill",
  "build/deploy",
  "browser/page-menus",
  "browser/companies-search",
  "browser/find-early-ends",
  "browser/page.test",
  "browser/column-choices",
  "browser/verify-column",
  "flow/try",
  "browser/sidebar-account",
  "flow/companies/crashes",
  "flow/jobs/silence",
  "flow/formulas/failing-service",
  "flow/formulas/many-formulas",
  "flow/formulas/range-formulas",
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
