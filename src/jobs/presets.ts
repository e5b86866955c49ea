import { isRefused, type Refusal, refusal, refuse } from "../result";
import { followLeftOut } from "./leave-out";
import { dropNamed, findNamed, keepNamed, type Named, readNamed } from "./named";
import type { ColumnJobChoices, ColumnKindName, PresetPlace, PresetRequest } from "./protocol";
import { underLock, type World } from "./record";
import { traitsOf } from "./rows";
import type { PastChoices } from "./views";

// Presets keep the choices of a job over a column, for everybody in the document or for oneself.

interface Preset extends Named {
  choices: ColumnJobChoices;
  /** The name of a sheet, because one's own presets are used in other documents as well. */
  leaveOutSheet: string;
}

export interface PresetView {
  name: string;
  /** True if everybody in the document has it. */
  isShared: boolean;
}

export interface PresetChoices extends Pick<PastChoices, "choices" | "leaveOut"> {
  /** What no longer fits: columns to write, and the column to leave out by its name. */
  gone: { fields: string[]; leaveOut: string | null };
}

/** Each takes up to 2 KB, with all columns chosen. Three kinds in a store take a tenth of its 500 KB. */
const ROOM = { most: 20, characters: 17_000 };

const propertyOf = (kind: ColumnKindName): string => `presets-${kind}`;

const storeOf = ({ store, userStore }: World, isShared: boolean) => (isShared ? store : userStore);

function listPresets(world: World, kind: ColumnKindName): PresetView[] {
  return [true, false].flatMap((isShared) =>
    readNamed(storeOf(world, isShared).all(), propertyOf(kind)).map(({ name }) => ({ name, isShared })),
  );
}

export function changePresets(world: World, request: PresetRequest): PresetView[] | Refusal {
  const kind = request.do === "save" ? request.choices.kind : request.kind;
  const done = request.do === "list" ? null : underLock(world, () => change(world, kind, request));
  return isRefused(done) ? done : listPresets(world, kind);
}

type Change = Exclude<PresetRequest, { do: "list" }>;

function change(world: World, kind: ColumnKindName, request: Change): null | Refusal {
  const { name, isShared } = request;
  const store = storeOf(world, isShared);
  const property = propertyOf(kind);
  if (request.do === "delete") {
    dropNamed(store, property, name);
    return null;
  }
  const full = refuse("PRESETS_FULL", "There is no room to save these choices.", "Delete some saved choices.");
  return keepNamed(store, property, presetOf(world, request), { replaces: request.replaces, room: ROOM, full });
}

/** Leaves out what is true of only one column of one sheet. */
function presetOf({ book }: World, { name, choices }: Extract<Change, { do: "save" }>): Preset {
  const { leaveOut } = choices as { leaveOut?: { sheetId: number } | null };
  const { rows } = choices;
  const isOfPlace = rows.kind === "selected" || rows.kind === "new";
  const kept = {
    ...choices,
    sheetName: undefined,
    header: null,
    sample: [],
    rows: isOfPlace ? { kind: "todo" as const } : rows,
  };
  return { name, choices: kept, leaveOutSheet: leaveOut ? book.sheetName(leaveOut.sheetId) : "" };
}

export function loadPreset(world: World, { kind, name, isShared }: PresetPlace): PresetChoices | Refusal {
  const preset = findNamed<Preset>(storeOf(world, isShared).all(), propertyOf(kind), name);
  if (!preset) return refusal("PRESET_GONE");
  const { choices, leaveOutSheet } = preset;
  const { writableFields } = traitsOf(kind);
  const isThere = (field: string): boolean => writableFields.includes(field);
  const wanted = "leaveOut" in choices ? choices.leaveOut : null;
  const { book } = world;
  const sheet = wanted && (isShared ? book.table(wanted.sheetId) : book.findSheet(leaveOutSheet));
  const leaveOut = wanted ? followLeftOut(sheet ?? null, wanted) : null;
  return {
    choices: { ...choices, fields: choices.fields.filter(isThere) },
    leaveOut,
    gone: {
      fields: choices.fields.filter((field) => !isThere(field)),
      leaveOut: wanted && leaveOut?.sheetId === null ? `“${wanted.first}” of “${leaveOutSheet}”` : null,
    },
  };
}
