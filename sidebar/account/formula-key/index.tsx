import type { AccountView, FormulaKey } from "../../../src/settings/views";
import { Icon, type IconName } from "../../controls/icon";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import "./style.css";

const TEXTS: Record<FormulaKey, { icon: IconName; title: string; text: string }> = {
  yours: {
    icon: "good",
    title: "They use your key",
    text: "Whoever edits this sheet, its formulas spend the credits shown above.",
  },
  another: {
    icon: "info",
    title: "They use another person's key",
    text: "Formulas always use the key of the sheet's owner. What you start from the menu or here uses yours.",
  },
  unknown: {
    icon: "info",
    title: "Not known yet",
    text: "No formula has run here lately. Formulas use the key of the sheet's owner, whoever types them.",
  },
};

const credits = (count: number): string => `${writeCount(count, userLocale())} ${count === 1 ? "credit" : "credits"}`;

/** Whose credits the formulas of this sheet spend. */
export function FormulaKeySection({ formulaKey, formulasToday }: Pick<AccountView, "formulaKey" | "formulasToday">) {
  const { yours, others } = formulasToday;
  const { icon, title, text } = TEXTS[formulaKey];
  return (
    <section class="formula-key">
      <h2>Formulas in this sheet</h2>
      <p class={`title ${formulaKey}`}>
        <Icon name={icon} />
        {title}
      </p>
      <p class="small soft">{text}</p>
      {yours + others === 0 && <p class="small soft">Today they have spent nothing.</p>}
      {yours > 0 && <p class="small">Today they have spent at most {credits(yours)} of yours.</p>}
      {others > 0 && (
        <p class="small">Today they have spent at most {credits(others)} with the key of the sheet's owner.</p>
      )}
    </section>
  );
}
