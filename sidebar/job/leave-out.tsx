import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { LeaveOutChoice } from "../../src/jobs/protocol";
import type { LeftOutView, SheetName } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { Choice, Select } from "../controls/field";
import { RefusalNotice } from "../controls/notice";
import { columnText, many } from "../format";
import { type Loaded, toLoaded, useSession, WAITING } from "../session";
import { useComingBack } from "../shell/navigation";

interface LeaveOutProps {
  label: string;
  hint?: string;
  /** "a company" */
  entry: string;
  choice: LeaveOutChoice | null;
  /** `null` until the plan has read the column. */
  read: LeftOutView | null;
  onChange: (choice: LeaveOutChoice | null) => void;
}

/** "2 addresses and 1 whole domain. 3 cells could not be read as an address or a domain." */
function entriesText({ addresses, domains, names, unread }: LeftOutView, entry: string): string {
  const entries = [
    addresses > 0 && many(addresses, "address", "addresses"),
    domains > 0 && many(domains, "whole domain"),
    names > 0 && many(names, "name"),
  ].filter(Boolean);
  const read = entries.length > 0 ? `${entries.join(" and ")}.` : "It holds nothing to leave out.";
  return unread > 0 ? `${read} ${many(unread, "cell")} could not be read as ${entry}.` : read;
}

/** Reads the sheets anew whenever the user comes back, because some may have been added or deleted. */
function useSheets(isWanted: boolean) {
  const { call } = useSession();
  const [sheets, setSheets] = useState<Loaded<SheetName[]>>(WAITING);
  const latest = useRef(0);
  const read = useCallback(async () => {
    latest.current++;
    const mine = latest.current;
    const result = await call("listSheets");
    // After a failed reading the old list stays.
    if (mine === latest.current) setSheets((before) => (before.data && !result.ok ? before : toLoaded(result)));
  }, [call]);
  useEffect(() => {
    if (isWanted) void read();
  }, [isWanted, read]);
  const section = useComingBack(() => void (isWanted && read()));
  return { sheets, section, readAgain: read };
}

export function LeaveOutMissing({ choice, read }: Pick<LeaveOutProps, "choice" | "read">) {
  if (choice?.sheetId === null) return <p class="small soft">First choose the sheet that names them.</p>;
  const isRead = choice !== null && read?.sheetId === choice.sheetId && !read.isGone;
  if (!isRead || read.entries > 0) return null;
  return <p class="small soft">The chosen column names nobody. Choose another column or sheet, or untick the box.</p>;
}

/** These remedies name a button that pages over a column have at their top. */
const OF_OLD_SHEET = ["LEFT_OUT_SHRUNK", "COLUMNS_CHANGED"];

export const ReadAgain = ({ refusal, onPress }: { refusal: Refusal | null; onPress: () => void }) =>
  OF_OLD_SHEET.includes(refusal?.code ?? "") ? (
    <Button variant="quiet" onPress={onPress}>
      Read the sheet again
    </Button>
  ) : null;

export function LeaveOut({ label, hint, entry, choice, read, onChange }: LeaveOutProps) {
  const { sheets, section, readAgain } = useSheets(choice !== null);
  const chosen = read?.sheetId === choice?.sheetId ? read : null;
  const [isGone, setIsGone] = useState(false);
  // The sheet was deleted while the form was open: the new list of sheets does not have it.
  useEffect(() => {
    if (chosen?.isGone) void readAgain();
  }, [chosen?.isGone, readAgain]);
  const choose = (sheetId: number | null): void => onChange({ sheetId, column: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list tells that the chosen sheet is gone.
  useEffect(() => {
    if (!sheets.data || choice === null || choice.sheetId === null) return;
    if (sheets.data.some(({ id }) => id === choice.sheetId)) return;
    setIsGone(true);
    choose(null);
  }, [sheets.data]);
  return (
    <section class="stack" ref={section}>
      <Choice
        checked={choice !== null}
        onChange={(isWanted) => {
          setIsGone(false);
          onChange(isWanted ? { sheetId: null, column: null } : null);
        }}
      >
        {label}
      </Choice>
      {choice && <RefusalNotice refusal={sheets.refusal} onAgain={readAgain} />}
      {choice && sheets.data && (
        <div class="stack leave-out">
          <Select
            label="Sheet that names them"
            // A value without its option would leave the field blank.
            value={sheets.data.some(({ id }) => id === choice.sheetId) ? String(choice.sheetId) : ""}
            options={[["", "Choose a sheet"], ...sheets.data.map(({ id, name }) => [String(id), name] as const)]}
            onChange={(id) => {
              setIsGone(false);
              choose(id === "" ? null : Number(id));
            }}
          />
          {isGone && <p class="problem">The sheet was deleted. Choose another one.</p>}
          {chosen && !chosen.isGone && (
            <>
              {chosen.columns.length > 1 && (
                <Select
                  label="Column that names them"
                  value={String(choice.column ?? chosen.column)}
                  options={chosen.columns.map((each) => [String(each.column), columnText(each)])}
                  onChange={(column) => onChange({ sheetId: chosen.sheetId, column: Number(column) })}
                />
              )}
              <p class="small soft">
                {entriesText(chosen, entry)} {hint}
              </p>
            </>
          )}
        </div>
      )}
    </section>
  );
}
