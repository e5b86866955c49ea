import { useCallback, useEffect, useState } from "preact/hooks";
import type { PresetChoices, PresetView } from "../../src/jobs/presets";
import type { ColumnJobChoices } from "../../src/jobs/protocol";
import { resultWords } from "../../src/service/field-words";
import { Choice } from "../controls/field";
import { Fold } from "../controls/fold";
import { Notice, RefusalNotice } from "../controls/notice";
import { SavedNames } from "../job/saved-names";
import { type Loaded, toLoaded, useSession, WAITING } from "../session";
import { draftOf, type OtherChoices } from "./draft";

interface PresetsProps {
  kind: ColumnJobChoices["kind"];
  /** `null` while something typed cannot be used. */
  choices: ColumnJobChoices | null;
  onLoad: (draft: OtherChoices) => void;
}

export const Presets = (props: PresetsProps) => (
  <Fold label="Saved choices">
    <SavedChoices {...props} />
  </Fold>
);

function goneTexts({ gone }: PresetChoices): string[] {
  const columns = gone.fields.map((field) => resultWords(field).header).join(", ");
  return [
    gone.leaveOut !== null ? `The column ${gone.leaveOut} is gone: choose again what to leave out.` : "",
    columns ? `These columns no longer exist, so they are not chosen: ${columns}.` : "",
  ].filter(Boolean);
}

function SavedChoices({ kind, choices, onLoad }: PresetsProps) {
  const { call } = useSession();
  const [presets, setPresets] = useState<Loaded<PresetView[]>>(WAITING);
  const [isShared, setShared] = useState(false);
  const [told, setTold] = useState<string[]>([]);
  const list = useCallback(() => call("changePresets", { do: "list", kind }), [call, kind]);
  useEffect(() => void list().then((result) => setPresets(toLoaded(result))), [list]);
  if (presets.refusal) return <RefusalNotice refusal={presets.refusal} />;
  return (
    <>
      <SavedNames
        label="Save these choices as"
        nameless="Type a name for these choices."
        entries={presets.data ?? []}
        isShared={isShared}
        unready={choices === null || presets.data === null}
        use={async (preset) => {
          const result = await call("loadPreset", { kind, ...preset });
          if (!result.ok) return result;
          setShared(preset.isShared);
          setTold(goneTexts(result.data));
          onLoad(draftOf(result.data));
          return result;
        }}
        save={(name, replaces) => {
          const isOfRows = choices?.rows.kind === "selected";
          setTold(isOfRows ? ["Selected rows are not saved: these choices take the rows that are not done yet."] : []);
          const request = { do: "save", name, isShared, replaces } as const;
          return call("changePresets", { ...request, choices: choices as ColumnJobChoices });
        }}
        remove={(preset) => call("changePresets", { do: "delete", kind, ...preset })}
        readAgain={list}
        onChange={(data) => setPresets({ data, refusal: null })}
      >
        <Choice checked={isShared} onChange={setShared}>
          For everybody in this spreadsheet
        </Choice>
      </SavedNames>
      {told.length > 0 && (
        <Notice tone="info">
          {told.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
