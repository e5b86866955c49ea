import { useEffect, useRef } from "preact/hooks";
import type { FillView } from "../../../src/runs/companies/views";
import { Button } from "../../controls/button";
import { AllowanceField, useAllowance } from "../../controls/cap-field";
import { Notice } from "../../controls/notice";
import { RefusalNotice } from "../../controls/refusal-notice";
import { useAction } from "../../state/use-action";
import { figuresText, pagesText, speedText, spentBy, unwrittenText } from "./fill-texts";
import { Receipts } from "./receipts";
import { UndoFill } from "./undo-fill";
import { UseCompanies } from "./use-companies";
import type { FillsState } from "./use-fills";

const STATES: Record<FillView["state"], string> = {
  // Not by this page: the sidebar was closed in the middle, or another one is at it.
  running: "Left under way",
  paused: "Paused",
  stopped: "Stopped",
  finished: "Done",
};

/** One fill: how far it is, and what can be done with it. */
export function FillCard({ fill, state }: { fill: FillView; state: FillsState }) {
  const { driven, isEnding } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const resume = useAction(state.resume);
  const stop = useAction(state.stop);
  const allowance = useAllowance(spentBy(fill));
  const isDriven = driven?.id === fill.id;
  const isOpen = fill.state === "running" || fill.state === "paused";
  const refusal = resume.refusal ?? stop.refusal;
  // It may have been started far below.
  useEffect(() => {
    if (isDriven) heading.current?.focus();
  }, [isDriven]);
  const press = (work: () => unknown) => (): void => {
    work();
    // The pressed button gives way to others.
    heading.current?.focus();
  };
  return (
    <div class="fill">
      <h3 ref={heading} tabIndex={-1}>
        {fill.sheetName || "The sheet is gone"} <small>{isDriven ? "Filling" : STATES[fill.state]}</small>
      </h3>
      <p class="small soft search-line">{fill.searchLine}</p>
      {isOpen && <progress aria-label="Pages in the sheet" max={fill.pages ?? undefined} value={fill.pagesDone} />}
      <p>{pagesText(fill)}</p>
      <p class="small soft">{figuresText(fill)}</p>
      {isDriven && <p class="small soft">{speedText(fill, driven.pagesPerMinute)}</p>}
      {isDriven && driven.failure && <p class="small">Asking again after a failure ({driven.failure}).</p>}
      {fill.reason && !isDriven && <Notice tone="warning">{fill.reason}</Notice>}
      {fill.unwritten && !isDriven && <p class="small">{unwrittenText(fill.unwritten, Date.now())}</p>}
      {isOpen && !isDriven && !fill.isYourKey && (
        <p class="small">It was started with another key. From here on it spends the credits of yours.</p>
      )}
      {refusal && <RefusalNotice refusal={refusal} />}
      {isDriven && (
        <div class="row">
          <Button working={isEnding} onPress={press(() => state.end("paused"))}>
            Pause
          </Button>
          <Button working={isEnding} onPress={press(() => state.end("stopped"))}>
            Stop
          </Button>
        </div>
      )}
      {isOpen && !isDriven && <AllowanceField spent={spentBy(fill)} allowance={allowance} />}
      {isOpen && !isDriven && (
        <div class="row">
          <Button
            look="primary"
            working={resume.running || driven !== null}
            unready={allowance.problem !== ""}
            onPress={press(() => resume.start(fill.id, !fill.isYourKey, allowance.capHalves))}
          >
            Resume
          </Button>
          <Button working={stop.running} onPress={press(() => stop.start(fill.id))}>
            Stop
          </Button>
        </div>
      )}
      {!isDriven && fill.pagesDone > 0 && (
        <>
          {!isOpen && fill.sheetName && <UseCompanies fill={fill} />}
          <Receipts fill={fill} />
          <UndoFill fillId={fill.id} onDone={state.readAnew} />
        </>
      )}
    </div>
  );
}
