import { useEffect, useRef, useState } from "preact/hooks";
import type { MadeListView } from "../../src/jobs/clean-list-views";
import type { CleanListRequest, CopyRequest } from "../../src/jobs/protocol";
import type { OptionalPile } from "../../src/jobs/sendable";
import { MAX_SHORT_TEXT } from "../../src/result";
import { Button } from "../controls/button";
import { Choice, Select, toggled } from "../controls/field";
import { type Figure, FigureList } from "../controls/figure-list";
import { Notice, RefusalNotice, Waiting } from "../controls/notice";
import { headerText, many, write } from "../format";
import { leaveOutColumn } from "../job/job-view";
import { LeaveOut, LeaveOutMissing, ReadAgain } from "../job/leave-out";
import { useAction, useAnswer, useSession } from "../session";
import { type ListToClean, useNavigation } from "../shell/navigation";
import { InPlace } from "./in-place";
import { Made } from "./made";
import { LEFT_TEXTS, optionalTexts, rowsOf, unknownText } from "./texts";
import "./style.css";

type Choices = Pick<CleanListRequest, "column" | "leaveOut">;

/** The list stays that of the sheet which was active first. */
function useCleanListPlan(sheetId: number | null, { column, leaveOut }: Choices) {
  const { call } = useSession();
  const [times, setTimes] = useState(0);
  const known = useRef(sheetId);
  const { isReading, ...plan } = useAnswer(
    () => call("planCleanList", { sheetId: known.current, column, leaveOut }),
    [call, sheetId, column, leaveOut, times],
  );
  known.current = plan.data?.sheetId ?? sheetId;
  return { plan, isReading, readAgain: () => setTimes((before) => before + 1) };
}

export function CleanList({ list }: { list: ListToClean }) {
  const { call } = useSession();
  const { clean, handOver } = useNavigation();
  const [choices, setChoices] = useState<Choices>({ column: list.column, leaveOut: null });
  const [taken, setTaken] = useState<OptionalPile[]>([]);
  const [made, setMade] = useState<MadeListView | null>(null);
  const { plan, isReading, readAgain } = useCleanListPlan(list.sheetId, choices);
  const heading = useRef<HTMLHeadingElement>(null);
  const isForm = made === null;
  // The heading gets the focus whenever the form appears, because the pressed button is gone.
  useEffect(() => {
    if (isForm) heading.current?.focus();
  }, [isForm]);
  const making = useAction((request: CopyRequest) => call("makeCleanList", request), setMade);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused was another choice.
  useEffect(making.forgetRefusal, [choices]);
  const forgetAndRead = (): void => {
    making.forgetRefusal();
    readAgain();
  };
  const back = (
    <Button variant="quiet" onPress={() => clean(null)}>
      Back to verifying
    </Button>
  );
  const title = (
    <h2 ref={heading} tabIndex={-1}>
      Make a clean list
    </h2>
  );
  if (!plan.data)
    return (
      <section class="stack">
        {title}
        {plan.refusal === null && <Waiting forWhat="Counting the rows" />}
        <RefusalNotice refusal={plan.refusal} isWorking={isReading} onAgain={readAgain} />
        {plan.refusal?.code === "NOTHING_VERIFIED" && (
          <p class="small soft">
            A clean list is a copy, which does not know what was verified. To leave out more people, make another one
            from the list that it was made from: several lists can be left out at once if they stand in one column.
          </p>
        )}
        {plan.refusal && back}
      </section>
    );
  const { data } = plan;
  const chosen = data.columns.find(({ column }) => column === data.column);
  const rows = rowsOf(data, taken);
  const leaveOut = leaveOutColumn(choices.leaveOut, data.leaveOut);
  const make = (): void => {
    if (leaveOut === undefined) return;
    void making.start({
      sheetId: data.sheetId,
      name: `Clean list of ${data.sheetName}`.slice(0, MAX_SHORT_TEXT),
      mark: chosen?.mark ?? "",
      take: taken,
      leaveOut,
    });
  };
  if (made)
    return (
      <Made
        made={made}
        onUndone={() => {
          setMade(null);
          readAgain();
        }}
      >
        {back}
      </Made>
    );
  const unknown = unknownText(data.unknown);
  // Users look here for such a column first, but it names nobody.
  const isOwn =
    data.leaveOut?.sheetId === data.sheetId &&
    data.unwantedBy.some(({ column }) => column === data.leaveOut?.column && column !== data.column);
  const left = LEFT_TEXTS.filter(([pile]) => data.piles[pile] > 0);
  const optional = optionalTexts(data).filter(([pile]) => data.piles[pile] > 0);
  return (
    <section class="stack">
      {title}
      <p class="small soft">
        A new sheet with copies of the rows that may be mailed, each with the address that was verified. Rows and
        columns that are hidden are copied, too. The list “{data.sheetName}” stays as it is.
      </p>
      {data.columns.length > 1 ? (
        <Select
          label="Column of emails"
          value={String(data.column)}
          options={data.columns.map(({ column, letter, header }) => [
            String(column),
            headerText(header) || `Column ${letter}`,
          ])}
          onChange={(column) => setChoices({ ...choices, column: Number(column) })}
        />
      ) : (
        <p>
          Column “{headerText(chosen?.header ?? "") || chosen?.letter}” · {many(data.rows, "row")}
        </p>
      )}
      {optional.length > 0 && (
        <fieldset>
          <legend>Also include</legend>
          {optional.map(([pile, text]) => (
            <Choice
              key={pile}
              checked={taken.includes(pile)}
              onChange={(isTaken) => setTaken(toggled(taken, pile, isTaken))}
            >
              {text} · {write(data.piles[pile])}
            </Choice>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>Not to be mailed</legend>
        <LeaveOut
          label="Leave out people who unsubscribed, or other lists"
          entry="an address or a domain"
          hint={isOwn ? "What it says of its own rows counts without this box." : undefined}
          read={data.leaveOut}
          choice={choices.leaveOut}
          onChange={(leaveOut) => setChoices({ ...choices, leaveOut })}
        />
      </fieldset>
      {unknown && <Notice tone="warning">{unknown}</Notice>}
      <FigureList
        parts={[
          ["OK to send", write(data.piles.ok)],
          ...left.map(([pile, text]): Figure => [text, write(data.piles[pile])]),
        ]}
        total={["in the new sheet", write(rows)]}
      />
      {data.piles.notKnown > 0 && (
        <div class="row">
          <Button
            variant="quiet"
            onPress={() => handOver("verify", { sheetId: data.sheetId, column: data.column, rows: "notKnown" })}
          >
            Try {write(data.piles.notKnown)} not known again
          </Button>
        </div>
      )}
      <RefusalNotice refusal={making.refusal}>
        <ReadAgain refusal={making.refusal} onPress={forgetAndRead} />
      </RefusalNotice>
      <div class="row">
        <Button
          variant="primary"
          working={making.running}
          unready={rows === 0 || isReading || leaveOut === undefined}
          onPress={make}
        >
          Make a list of {many(rows, "row")}
        </Button>
        <LeaveOutMissing choice={choices.leaveOut} read={data.leaveOut} />
        {back}
      </div>
      <InPlace plan={data} mark={chosen?.mark ?? ""} />
    </section>
  );
}
