import type { ComponentChildren } from "preact";
import type { SplitRequest } from "../../src/jobs/protocol";
import type { ColumnPlan, OddRows, ToldPrice } from "../../src/jobs/views";
import { MAX_SHORT_TEXT } from "../../src/result";
import { columnLetter } from "../../src/sheet/table";
import { Button } from "../controls/button";
import { type Figure, FigureList } from "../controls/figure-list";
import { Fold } from "../controls/fold";
import { Notice, RefusalNotice } from "../controls/notice";
import { capitalise, many, write, writeDuration } from "../format";
import { readCap } from "../job/job-view";
import { MovedHeading, Replaces } from "../job/resume";
import { useAction, useSession } from "../session";
import { useNavigation } from "../shell/navigation";
import { type ColumnDraft, plannedColumn } from "./draft";
import { type DryRunProps, type KindWords, nothingToDo, rowTexts } from "./kind";
import { type Asked, closedText, quotaName, quotaShare, quotaText } from "./time-texts";

/** For a shorter job nobody closes the sidebar. */
const WORTH_CLOSING_SECONDS = 120;

interface Props extends DryRunProps<ColumnDraft> {
  /** If left out, the price is the plan's figure. */
  price?: ToldPrice;
  estimate?: ComponentChildren;
}

interface CountsProps {
  words: KindWords;
  plan: ColumnPlan;
  asked: Asked;
}

export function Counts({ words, plan, asked }: CountsProps) {
  const { counts, duplicates, toAsk } = plan;
  const { validForDays = 0 } = useSession().settings.data?.options ?? {};
  const leftOut: [why: string, rows: number][] = [
    ["blank", counts.blank],
    [words.malformed, counts.malformed],
    ["not their own website", counts.onSharedHost],
    ["formulas loading or in error", counts.waiting],
    ["already done", counts.done],
    ["left out by your column", counts.leftOut],
    [`not ${words.done} yet`, counts.unwanted],
    ["already marked VALID (free)", counts.foundValid],
    [`VALID, but over ${many(validForDays, "day")} old (free)`, counts.foundLongAgo],
    ["duplicates (free)", duplicates],
  ];
  const limited: Figure[] = asked.toAsk < toAsk ? [["your limit pays for", write(asked.toAsk)]] : [];
  const costs: Figure[] = [
    ["takes", writeDuration(asked.seconds)],
    [quotaName(), quotaShare(asked.toAsk)],
  ];
  return (
    <FigureList
      parts={[
        ["rows", write(counts.rows)],
        ...leftOut.filter(([, rows]) => rows > 0).map(([why, rows]): Figure => [why, write(rows)]),
      ]}
      total={[words.toDo, write(toAsk)]}
      others={toAsk > 0 ? [...limited, ...costs] : []}
    />
  );
}

export function DryRun({ words, draft, plan, asked, isUndone, isPriced, price, estimate, children }: Props) {
  const { counts } = plan;
  const nothing = nothingToDo(words, draft, plan);
  return (
    <>
      <MovedHeading row={plan.headingRow} />
      {estimate}
      {counts.onSharedHost > 0 && (
        <Notice tone="info">
          {many(counts.onSharedHost, "row holds", "rows hold")} a page on a social network or a shop platform, or a
          short link. Such rows are not asked: write the company's own domain or its name there.
        </Notice>
      )}
      <OddCells draft={draft} plan={plan} />
      {plan.looksLikeNames && <PeopleChips plan={plan} />}
      {plan.filledCells > 0 && (
        <Notice tone="warning">
          {many(plan.filledCells, "cell")} beside these rows {plan.filledCells === 1 ? "was" : "were"} filled or changed
          by hand. Results will replace what stands there: move it to a column of your own to keep it.
        </Notice>
      )}
      {plan.lackingRows > 0 && (
        <Notice tone="info">
          {many(plan.lackingRows, "row")} already {words.done} {plan.lackingRows === 1 ? "lacks" : "lack"} some of the
          columns chosen above. “{rowTexts(words).all}” fills them: {words.freeAgain} is free with the key that has
          paid.
        </Notice>
      )}
      {quotaText(asked.toAsk) && <p class="small soft">{quotaText(asked.toAsk)}</p>}
      <div class="actions">
        {nothing ? (
          <p>{nothing}</p>
        ) : (
          <Price {...{ words, draft, isUndone, isPriced }} maxHalves={price?.halves ?? plan.maxHalves} />
        )}
        <Replaces cells={plan.filledCells} />
        {children(price)}
      </div>
      {asked.seconds > WORTH_CLOSING_SECONDS && <p class="small soft">{closedText(asked)}</p>}
    </>
  );
}

/** An add-on reads people chips as names (google.people-chips). */
function PeopleChips({ plan: { column, headerRow } }: { plan: ColumnPlan }) {
  const formula = `=${columnLetter(column)}${headerRow + 1}.email`;
  return (
    <Notice tone="warning">
      <p>
        <strong>Most cells here read as names.</strong> If they are people chips, type <code>{formula}</code> in the
        same row of a free column, fill it down, and choose that column.
      </p>
    </Notice>
  );
}

function OddCells({ draft, plan }: Pick<Props, "draft" | "plan">) {
  const { oddRows, sheetId, column } = plan;
  const { call } = useSession();
  const { handOver } = useNavigation();
  const splitting = useAction(
    (request: SplitRequest) => call("splitRows", request),
    (made) => handOver("verify", { sheetId: made.sheetId, column: null, copy: { made, of: plan.sheetName } }),
  );
  const split = (): void => {
    const name = `${plan.sheetName}, one address a row`.slice(0, MAX_SHORT_TEXT);
    void splitting.start({ ...plannedColumn(draft, plan), name });
  };
  const going = useAction((rows: OddRows["spans"]) => call("bringForward", { sheetId, column, rows }));
  if (oddRows.length === 0) return null;
  return (
    <Fold
      label="Cells to look at"
      aside={many(
        oddRows.reduce((sum, { rows }) => sum + rows, 0),
        "row",
      )}
    >
      {oddRows.map(({ what, isAsked, isSeveral, rows, spans }) => (
        <div key={what} class="last-job">
          <p class="small">
            {many(rows, "row")}: {what}
            {!isAsked && <span class="soft"> · left out</span>}
          </p>
          {isSeveral && (
            <Button variant="quiet" working={splitting.running} onPress={split}>
              Split into rows
            </Button>
          )}
          <Button variant="quiet" working={going.running} onPress={() => void going.start(spans)}>
            Select
          </Button>
        </div>
      ))}
      <RefusalNotice refusal={going.refusal} />
      <RefusalNotice refusal={splitting.refusal} />
    </Fold>
  );
}

type PriceProps = Pick<Props, "words" | "draft" | "isUndone" | "isPriced"> & { maxHalves: number };

function Price({ words, draft, isUndone, isPriced, maxHalves }: PriceProps) {
  const { account } = useSession();
  if (!isPriced) return <p class="soft">The price appears once the number above is right.</p>;
  const capHalves = readCap(draft.cap);
  const isCapped = capHalves !== null && capHalves < maxHalves;
  const most = (isCapped ? capHalves : maxHalves) / 2;
  const left = account.data?.creditsLeft ?? null;
  const isShort = left !== null && most > left;
  // Right after an undo, most results have been paid for. Nobody knows whose key has paid for each row.
  if ((isUndone || draft.rows === "notKnown") && most > 0) {
    return (
      <p>
        {capitalise(words.freeAgain)} is <strong>free with the key that has paid</strong>. Anything else costs at most{" "}
        {many(most, "credit")}.
      </p>
    );
  }
  return (
    <p>
      <strong>{most === 0 ? "Free" : `${many(most, "credit")} at most`}</strong>
      {isCapped && <span class="soft"> · {write(maxHalves / 2)} without your limit</span>}
      {left !== null && (
        <span class={isShort ? "problem" : "soft"}>
          {" "}
          · {isShort ? `you have ${write(left)}` : `leaves at least ${write(left - most)}`}
        </span>
      )}
    </p>
  );
}
