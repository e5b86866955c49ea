import Sequencer from "@jest/test-sequencer";

const DefaultSequencer = Sequencer.default ?? Sequencer;

/** The files that take longest: begun late, one of them would keep the end of all waiting. */
const LONGEST = [
  "browser/find-emails",
  "browser/verify-column",
  "browser/column-choices",
  "browser/companies",
  "browser/company-search",
  "browser/sidebar-hostile-answers",
  "soak/soak",
  "browser/find-early-ends",
  "flow/jobs/unattended.",
  "browser/sidebar-account",
  "build/deploy",
  "flow/hostile-answers",
  "browser/page-menus",
  "browser/watches",
  "browser/page.test",
  "browser/going-on",
  "flow/jobs/watch.",
  "flow/jobs/unattended-crashes",
  "build/style-and-types",
  "flow/two-people",
  "browser/clean-list",
  "browser/late-answers",
  "flow/jobs/round-trips",
  "flow/jobs/clean-list-crashes",
  "flow/jobs/verify-told-credits",
  "flow/jobs/silence",
  "flow/try",
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
