import { useId, useRef, useState } from "preact/hooks";
import type { UndoRequest } from "../../src/jobs/protocol";
import type { JobView, UndoView } from "../../src/jobs/views";
import type { Result } from "../../src/result";
import { resultWords } from "../../src/service/field-words";
import { Button } from "../controls/button";
import { Choice } from "../controls/field";
import { Question, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { isUnreached } from "../server";
import { useAction, useSession } from "../session";

interface UndoProps {
  job: JobView;
  /** The id of its title, where other jobs can be undone as well. */
  about?: string;
  word: string;
  freeAgain: string;
  onUndone: () => void;
}

/** Removing 10,000 rows takes a few executions. */
const MAX_CALLS = 50;

const NOTHING_THERE = "Nothing of this job is in the spreadsheet. It is only taken off the list of jobs.";

function undoTexts(undone: UndoView, { list }: JobView): string[] {
  const { cells, removedFields, clearedFields, listRows, removesSheet, unfitRows } = undone;
  const { answeredRows, otherJobsRows, othersCells, endedWatches, endedJobs, headers } = undone;
  const namesOf = (fields: string[]): string =>
    fields.map((field) => headers[field] ?? resultWords(field).header).join(", ");
  const sheet = list?.sheetName ? `the sheet “${list.sheetName}”` : "the sheet of its list";
  const columns = `deletes the ${removedFields.length === 1 ? "column" : "columns"}: ${namesOf(removedFields)}`;
  const results = `This clears ${many(cells, "cell with a result", "cells with results")}`;
  const isKept = cells > 0 && clearedFields.length > 0;
  const takesRows = list !== null && !removesSheet && listRows + othersCells > 0;
  return [
    removedFields.length > 0 && (cells > 0 ? `${results} and ${columns}.` : `This ${columns}.`),
    isKept && removedFields.length === 0 && `${results}. The columns stay: ${namesOf(clearedFields)}.`,
    isKept && removedFields.length > 0 && `These columns stay: ${namesOf(clearedFields)}.`,
    removesSheet && `This deletes ${sheet} with its ${many(listRows, "row")}.`,
    takesRows && `This deletes ${many(listRows, "row")} from ${sheet}.`,
    removedFields.length + listRows > 0 && "Notes and comments on deleted cells go too.",
    answeredRows > 0 &&
      `${many(answeredRows, "of these rows also holds", "of these rows also hold")} another job's results; those are deleted too.`,
    otherJobsRows > 0 && `${many(otherJobsRows, "row holds", "rows hold")} another job's results; those stay.`,
    unfitRows === 1 && "1 row does not match what Sheetscout has noted beside it: it stays.",
    unfitRows > 1 && `${many(unfitRows, "row")} do not match what Sheetscout has noted beside them: they stay.`,
    endedJobs > 0 &&
      `${many(endedJobs, "unfinished job works", "unfinished jobs work")} in this sheet, and cannot go on then.`,
    endedWatches > 0 &&
      `From then on, new rows are no longer checked automatically${removesSheet ? "" : ": a check would do these rows again"}.`,
  ].filter((text) => text !== false);
}

function othersText({ othersCells, unfitCells, listRows }: UndoView): string {
  const others = `${many(othersCells, listRows > 0 ? "other cell" : "cell")} there ${othersCells === 1 ? "was" : "were"}`;
  const unfit = `${many(unfitCells, "cell")} ${unfitCells === 1 ? "stands" : "stand"} in rows that do not match`;
  return `${[othersCells > 0 && `${others} filled or changed by hand`, unfitCells > 0 && unfit].filter(Boolean).join(", ")}.`;
}

export function Undo({ job, about, word, freeAgain, onUndone }: UndoProps) {
  const { call } = useSession();
  const group = useId();
  const [asked, setAsked] = useState<UndoView | null>(null);
  const [others, setOthers] = useState<UndoRequest["others"]>("keep");
  const button = useRef<HTMLButtonElement>(null);
  const hasBegun = useRef(false);
  const undo = useAction((request: Omit<UndoRequest, "jobId">) => call("undoJob", { jobId: job.id, ...request }));
  /** If an answer is lost, the job may be undone all the same: then it is no longer known. */
  const isUndone = (result: Result<UndoView>): boolean => !result.ok && result.code === "JOB_GONE" && hasBegun.current;
  /** The next press counts again what undoing removes. */
  const close = (): void => {
    setAsked(null);
    setTimeout(() => button.current?.focus());
  };
  const look = async (wanted: UndoRequest["others"]): Promise<void> => {
    setOthers(wanted);
    const result = await undo.start({ do: "look", others: wanted });
    if (result?.ok) setAsked(result.data);
    else if (result && isUndone(result)) onUndone();
    else if (result) close();
  };
  const takeBack = async (): Promise<void> => {
    hasBegun.current = true;
    for (let calls = 0; calls < MAX_CALLS; calls++) {
      const result = await undo.start({ do: "undo", others });
      if (result && (result.ok || isUndone(result))) return onUndone();
      if (result?.code !== "UNDO_UNFINISHED") break;
    }
    close();
  };
  const texts = asked ? undoTexts(asked, job) : [];
  const isNothing = texts.length === 0 && asked !== null && asked.cells + asked.othersCells + asked.unfitCells === 0;
  return (
    <>
      {undo.refusal && !isUndone(undo.refusal) && <RefusalNotice refusal={undo.refusal} />}
      {undo.refusal && hasBegun.current && isUnreached(undo.refusal.code) && (
        <p>The undo may have gone through anyway. Press the button again to check.</p>
      )}
      {asked === null ? (
        <div class="row">
          <Button
            variant="quiet"
            buttonRef={button}
            about={about}
            working={undo.running}
            onPress={() => void look("keep")}
          >
            Undo this {word}
          </Button>
        </div>
      ) : (
        <Question yes="Undo" working={undo.running} onYes={() => void takeBack()} onCancel={close}>
          {(isNothing ? [NOTHING_THERE] : texts).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {asked.othersCells + asked.unfitCells > 0 && (
            <fieldset>
              <legend>{othersText(asked)}</legend>
              <Choice group={group} checked={others === "keep"} onChange={() => void look("keep")}>
                {`Keep what stands there${job.list ? ", with its row" : ""}`}
              </Choice>
              <Choice group={group} checked={others === "remove"} onChange={() => void look("remove")}>
                Delete it too
              </Choice>
            </fieldset>
          )}
          <p>Spent credits are not refunded, but {freeAgain} is free with the key that has paid.</p>
        </Question>
      )}
    </>
  );
}
