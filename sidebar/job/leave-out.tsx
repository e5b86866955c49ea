import { useRef } from "preact/hooks";
import type { LeaveOutChoice, LeaveOutColumn } from "../../src/jobs/protocol";
import type { LeaveOutPlan, LeftOutView } from "../../src/jobs/views";
import { Choice, Select } from "../controls/field";
import { many } from "../format";

interface LeaveOutProps {
  label: string;
  hint?: string;
  /** `null` until the last choice is read. */
  plan: LeaveOutPlan | null;
  choice: LeaveOutChoice | null;
  onChange: (choice: LeaveOutChoice | null) => void;
}

/** The column to start with, as the plan has read it. `undefined` while the user still has to choose one. */
export function leaveOutColumn(
  choice: LeaveOutChoice | null,
  plan: LeaveOutPlan | null,
): LeaveOutColumn | null | undefined {
  if (choice === null) return null;
  const chosen = plan?.chosen;
  if (!chosen || chosen.column === 0 || chosen.sheetId !== choice.sheetId) return undefined;
  return { sheetId: chosen.sheetId, column: chosen.column, first: chosen.first };
}

/** "2 addresses and 1 whole domain. 3 cells name nothing to leave out." */
function entriesText({ addresses, domains, names, unread }: LeftOutView): string {
  const entries = [
    addresses > 0 && many(addresses, "address", "addresses"),
    domains > 0 && many(domains, "whole domain"),
    names > 0 && many(names, "name"),
  ].filter(Boolean);
  const read = entries.length > 0 ? `${entries.join(" and ")}.` : "It names nothing that could be left out.";
  return unread > 0 ? `${read} ${many(unread, "cell names", "cells name")} nothing to leave out.` : read;
}

export function LeaveOut({ label, hint, plan, choice, onChange }: LeaveOutProps) {
  const known = useRef<LeaveOutPlan["sheets"]>([]);
  // Only the first plan lists the sheets; later ones read only the chosen one.
  if (plan && plan.sheets.length > 0) known.current = plan.sheets;
  const chosen = plan?.chosen;
  const sheets = known.current.length > 0 || !chosen ? known.current : [{ id: chosen.sheetId, name: chosen.sheetName }];
  return (
    <>
      <Choice
        checked={choice !== null}
        onChange={(isWanted) => onChange(isWanted ? { sheetId: null, column: null } : null)}
      >
        {label}
      </Choice>
      {choice && sheets.length > 0 && (
        <div class="stack leave-out">
          <Select
            label="Sheet to leave out"
            value={String(choice.sheetId ?? "")}
            options={[["", "Choose a sheet"], ...sheets.map(({ id, name }) => [String(id), name] as const)]}
            onChange={(id) => onChange({ sheetId: id === "" ? null : Number(id), column: null })}
          />
          {chosen && chosen.sheetId === choice.sheetId && (
            <>
              {chosen.columns.length > 1 && (
                <Select
                  label="Column to leave out"
                  value={String(choice.column ?? chosen.column)}
                  options={chosen.columns.map(({ column, letter, header }) => [
                    String(column),
                    header ? `${letter}: ${header}` : `Column ${letter}`,
                  ])}
                  onChange={(column) => onChange({ sheetId: chosen.sheetId, column: Number(column) })}
                />
              )}
              <p class="small soft">
                {entriesText(chosen)} {hint}
              </p>
            </>
          )}
        </div>
      )}
    </>
  );
}
