import type { CleanListRequest } from "../../src/jobs/protocol";
import type { CleanListPlan, LeftOutView } from "../../src/jobs/views";
import { Choice, Select } from "../controls/field";
import { many } from "../format";

interface LeaveOutProps {
  plan: CleanListPlan;
  leaveOut: CleanListRequest["leaveOut"];
  onChange: (leaveOut: CleanListRequest["leaveOut"]) => void;
}

/** "2 addresses and 1 domain. 3 cells name neither." */
function entriesText({ addresses, domains, unread }: LeftOutView): string {
  const entries = [
    addresses > 0 && many(addresses, "address", "addresses"),
    domains > 0 && many(domains, "whole domain"),
  ].filter(Boolean);
  const read = entries.length > 0 ? `${entries.join(" and ")}.` : "It names no addresses and no domains.";
  return unread > 0 ? `${read} ${many(unread, "cell names", "cells name")} neither.` : read;
}

/** Chooses a column of any sheet, whose addresses and domains are left out. */
export function LeaveOut({ plan, leaveOut, onChange }: LeaveOutProps) {
  const { sheets, leftOut } = plan;
  return (
    <>
      <Choice
        checked={leaveOut !== null}
        onChange={(isWanted) => onChange(isWanted ? { sheetId: null, column: null } : null)}
      >
        Leave out who unsubscribed, or other lists
      </Choice>
      {leaveOut && sheets.length > 0 && (
        <div class="stack leave-out">
          <Select
            label="Sheet"
            value={String(leaveOut.sheetId ?? "")}
            options={[["", "Choose a sheet"], ...sheets.map(({ id, name }) => [String(id), name] as const)]}
            onChange={(id) => onChange({ sheetId: id === "" ? null : Number(id), column: null })}
          />
          {leftOut && leftOut.sheetId === leaveOut.sheetId && (
            <>
              {leftOut.columns.length > 1 && (
                <Select
                  label="Column"
                  value={String(leftOut.column)}
                  options={leftOut.columns.map(({ column, letter, header }) => [
                    String(column),
                    header || `Column ${letter}`,
                  ])}
                  onChange={(column) => onChange({ sheetId: leftOut.sheetId, column: Number(column) })}
                />
              )}
              <p class="small soft">{entriesText(leftOut)}</p>
            </>
          )}
        </div>
      )}
    </>
  );
}
