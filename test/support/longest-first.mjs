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
  "flow/two-people",
  "flow/jobs/verify-user-actions",
  "flow/jobs/find-user-actions",
  "browser/first-hour",
  "flow/jobs/verify-shared-column",
  "flow/jobs/undo.test",
  "flow/jobs/lost-ends",
  "browser/page-and-script",
  "unit/lists/beside",
  "flow/hostile-answers",
  "browser/page-menus",
  "browser/watches",
  "browser/page.test",
  "browser/going-on",
  "flow/jobs/watch.",
  "flow/jobs/unattended-crashes",
  "build/style-and-types",
  "browser/clean-list",
  "browser/late-answers",
  "flow/jobs/round-trips",
  "flow/jobs/clean-list-crashes",
  "flow/jobs/verify-told-credits",
  "flow/jobs/silence",
  "flow/try",
  "unit/service/linear-readers",
  "unit/hostile-text",
];

const isInBrowser = ({ path }) => path.replaceAll("\\", "/").includes("/test/browser/");

/**
 * The longest first. Jest knows how long files took once they have run here; before that it would go by their size. Tests in
 * the browser mostly wait: they are begun by turns with others, so that the processor always has something to do.
 */
export default class LongestFirst extends DefaultSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.every(({ duration }) => duration === undefined)) {
      const place = ({ path }) => {
        const index = LONGEST.findIndex((name) => path.replaceAll("\\", "/").includes(`test/${name}`));
        return index < 0 ? LONGEST.length : index;
      };
      sorted.sort((one, other) => place(one) - place(other));
    }
    const waiting = sorted.filter(isInBrowser);
    const computing = sorted.filter((test) => !isInBrowser(test));
    return computing.flatMap((test, i) => [...waiting.slice(i, i + 1), test]).concat(waiting.slice(computing.length));
  }
}
