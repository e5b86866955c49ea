import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { UndoRequest } from "../../src/jobs/protocol";
import type { JobView, UndoView } from "../../src/jobs/views";
import { Button } from "../controls/button";
import { Choice } from "../controls/field";
import { Notice, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { useAction, useSession } from "../session";

interface UndoProps {
  job: JobView;
  /** "Undo this run" */
  label: string;
  /** What is free once it was paid for: "verifying the same emails again". */
  freeAgain: string;
  onUndone: () => void;
}

/** Removing 10,000 rows takes a few executions. */
const MOST_CALLS = 50;

/** What becomes of the job's results, a sentence each. */
export function undoTexts(
  { cells, removedFields, clearedFields, listRows, removesSheet }: UndoView,
  { list }: JobView,
): string[] {
  const sheet = list?.sheetName ? `The sheet “${list.sheetName}”` : "The sheet of its list";
  return [
    removedFields.length > 0 && `These columns go: ${removedFields.join(", ")}.`,
    cells > 0 && clearedFields.length > 0 && `These are cleared: ${clearedFields.join(", ")}.`,
    removesSheet && `${sheet} goes, with its ${many(listRows, "row")}.`,
    !removesSheet && listRows > 0 && `${sheet} loses ${many(listRows, "row")}.`,
  ].filter((text) => text !== false);
}

/** Takes the results out of the sheet, after saying how many there are, and what else stands there. */
export function Undo({ job, label, freeAgain, onUndone }: UndoProps) {
  const { call } = useSession();
  const group = useId();
  const [asked, setAsked] = useState<UndoView | null>(null);
  const [others, setOthers] = useState<UndoRequest["others"]>("keep");
  /** Counted once: with what others have put there removed, nothing of it would be told. */
  const [foreignCells, setForeignCells] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const isAsking = asked !== null;
  useEffect(() => {
    if (!isAsking) return;
    question.current?.focus();
    question.current?.scrollIntoView({ block: "nearest" });
  }, [isAsking]);
  const undo = useAction((request: Omit<UndoRequest, "jobId">) => call("undoJob", { jobId: job.id, ...request }));
  const look = async (wished: UndoRequest["others"]): Promise<void> => {
    setOthers(wished);
    const result = await undo.start({ do: "look", others: wished });
    if (!result?.ok) return;
    setAsked(result.data);
    setForeignCells((before) => Math.max(before, result.data.othersCells));
  };
  const takeBack = async (): Promise<void> => {
    for (let calls = 0; calls < MOST_CALLS; calls++) {
      const result = await undo.start({ do: "undo", others });
      if (result?.ok) return onUndone();
      if (result?.code !== "UNDO_UNFINISHED") return;
    }
  };
  const keep = (): void => {
    setAsked(null);
    setTimeout(() => button.current?.focus());
  };
  return (
    <>
      {undo.refusal && <RefusalNotice refusal={undo.refusal} />}
      {asked === null ? (
        <div class="row">
          <Button look="quiet" buttonRef={button} working={undo.running} onPress={() => void look("keep")}>
            {label}
          </Button>
        </div>
      ) : (
        <div ref={question} tabIndex={-1}>
          <Notice tone="warning">
            {asked.cells > 0 && (
              <p>
                <strong>{many(asked.cells, "cell loses its result", "cells lose their result")}.</strong>
              </p>
            )}
            {undoTexts(asked, job).map((text) => (
              <p key={text}>{text}</p>
            ))}
            {foreignCells > 0 && (
              <fieldset>
                <legend>Others have filled {many(foreignCells, "cell")} there.</legend>
                <Choice group={group} checked={others === "keep"} onChange={() => void look("keep")}>
                  Keep what others have filled
                </Choice>
                <Choice group={group} checked={others === "remove"} onChange={() => void look("remove")}>
                  Remove it, too
                </Choice>
              </fieldset>
            )}
            <p>Spent credits do not come back; {freeAgain} is free.</p>
            <div class="row">
              <Button working={undo.running} onPress={() => void takeBack()}>
                Undo
              </Button>
              <Button look="quiet" onPress={keep}>
                Keep
              </Button>
            </div>
          </Notice>
        </div>
      )}
    </>
  );
}
