import type { DocumentState } from "../document-state";
import { checkArea, type Execution, opened, sheetInfo } from "../execution";
import type {
  ChartRecord,
  ConditionalFormat,
  Metadata,
  NamedRange,
  Place,
  ProtectionRecord,
  ValidationRecord,
} from "../extras/extras";
import { areWhole, keepFirst, type MergeRecord, mergesIn } from "../extras/merges";
import type { ServiceCalls } from "../host-state";
import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";
import { checkRangeName } from "../sheet/check-shape";
import { checkProtection, mayEdit, ruleAt } from "../sheet/check-write";
import type { Area } from "../workbook/cell";

/** Characters of metadata per spreadsheet for each kind of place (google.metadata-size). */
const MAX_METADATA_CHARACTERS = 30_000;

function placeKind(metadata: Metadata): string {
  return metadata.dimension ?? (metadata.sheetId === undefined ? "spreadsheet" : "sheet");
}

function checkMetadataSize(all: Metadata[], kind: string): void {
  const there = all.filter((metadata) => placeKind(metadata) === kind);
  const characters = there.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
  if (characters > MAX_METADATA_CHARACTERS) throw new ServiceError(MESSAGES.tooLarge("metadata"));
}

/** Of a sheet's ranges only entire rows and columns can hold metadata (google.metadata-places). */
function wholeDimension(document: DocumentState, { sheetId, area }: Place): Pick<Metadata, "dimension"> {
  if (sheetId === undefined || area === undefined) return {};
  const sheet = sheetInfo(document, sheetId);
  if (area.rows === 1 && area.columns === sheet.columns) return { dimension: "rows" };
  if (area.columns === 1 && area.rows === sheet.rows) return { dimension: "columns" };
  throw new ServiceError(MESSAGES.metadataPlace());
}

const ofId = (all: readonly Metadata[], id: number): Metadata | undefined => all.find((each) => each.id === id);

/** Nobody says whether a sheet that somebody has protected accepts the marks of others: the harder reading. */
function checkMarking(execution: Execution, marked: Metadata | undefined): void {
  const { document } = opened(execution);
  if (marked?.sheetId !== undefined) checkProtection(document, execution.user, marked.sheetId, null);
}

const metadataCalls: ServiceCalls = {
  "DeveloperMetadata.find": (_state, execution) => opened(execution).document.extras.data.metadata,
  "DeveloperMetadata.add": (_state, execution, metadata: Omit<Metadata, "id" | "dimension">) => {
    const { document } = opened(execution);
    const { extras } = document;
    const added: Metadata = { ...metadata, ...wholeDimension(document, metadata), id: extras.newId() };
    checkMarking(execution, added);
    checkMetadataSize([...extras.data.metadata, added], placeKind(added));
    extras.update((data) => data.metadata.push(added));
    return added;
  },
  "DeveloperMetadata.update": (_state, execution, id: number, changes: Partial<Metadata>) => {
    const { extras } = opened(execution).document;
    checkMarking(execution, ofId(extras.data.metadata, id));
    extras.update((data) => {
      data.metadata = data.metadata.map((each) => (each.id === id ? { ...each, ...changes } : each));
    });
  },
  "DeveloperMetadata.remove": (_state, execution, id: number) => {
    const { extras } = opened(execution).document;
    checkMarking(execution, ofId(extras.data.metadata, id));
    extras.update((data) => {
      data.metadata = data.metadata.filter((each) => each.id !== id);
    });
  },
};

const protectionCalls: ServiceCalls = {
  "Range.canEdit": (_state, execution, sheetId: number, area: Area) => {
    const { document } = opened(execution);
    checkArea(document, sheetId, area);
    return mayEdit(document, execution.user, sheetId, area);
  },
  "Protection.list": (_state, execution) => opened(execution).document.extras.data.protections,
  "Protection.add": (_state, execution, protection: Omit<ProtectionRecord, "id">) => {
    const { extras } = opened(execution).document;
    const added = { ...protection, id: extras.newId() };
    extras.update((data) => data.protections.push(added));
    return added;
  },
  "Protection.update": (_state, execution, id: number, changes: Partial<ProtectionRecord>) => {
    opened(execution).document.extras.update((data) => {
      data.protections = data.protections.map((each) => (each.id === id ? { ...each, ...changes } : each));
    });
  },
  "Protection.remove": (_state, execution, id: number) => {
    opened(execution).document.extras.update((data) => {
      data.protections = data.protections.filter((each) => each.id !== id);
    });
  },
};

const validationCalls: ServiceCalls = {
  "Range.getDataValidations": (_state, execution, sheetId: number, area: Area) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    const validations = pending.readValidations();
    return Array.from({ length: area.rows }, (_row, r) =>
      Array.from({ length: area.columns }, (_cell, c) => ruleAt(validations, sheetId, area.row + r, area.column + c)),
    );
  },
  "Range.setDataValidation": (
    _state,
    execution,
    sheetId: number,
    area: Area,
    rule: ValidationRecord["rule"] | null,
  ) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    pending.add({ sheetId, area, changes: [], rule });
  },
};

/** Refuses a part of a merge. */
function checkMerges({ extras }: DocumentState, sheetId: number, area: Area): void {
  if (!areWhole(extras.data.merges, sheetId, area)) throw new ServiceError(MESSAGES.partOfMerge());
}

const mergeCalls: ServiceCalls = {
  "Range.getMerges": (_state, execution, sheetId: number, area: Area) => {
    const { document } = opened(execution);
    checkArea(document, sheetId, area);
    return mergesIn(document.extras.data.merges, sheetId, area);
  },
  /** Merges each of the areas, which lie in `area`; without any, what is merged there is so no longer. */
  "Range.setMerges": (_state, execution, sheetId: number, area: Area, areas: Area[]) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    checkProtection(document, execution.user, sheetId, area);
    checkMerges(document, sheetId, area);
    const added = areas.map((each): MergeRecord => ({ sheetId, area: each }));
    pending.applyNow(...added.map(keepFirst));
    document.extras.update((data) => {
      const gone = mergesIn(data.merges, sheetId, area);
      data.merges = [...data.merges.filter((each) => !gone.includes(each)), ...added];
    });
  },
};

const chartCalls: ServiceCalls = {
  "Sheet.getCharts": (_state, execution, sheetId: number) =>
    opened(execution).document.extras.data.charts.filter((chart) => chart.sheetId === sheetId),
  "Sheet.insertChart": (_state, execution, chart: Omit<ChartRecord, "id">) => {
    const { document } = opened(execution);
    checkProtection(document, execution.user, chart.sheetId, null);
    document.extras.update((data) => data.charts.push({ ...chart, id: document.extras.newId() }));
  },
  "Sheet.updateChart": (_state, execution, chart: ChartRecord) => {
    opened(execution).document.extras.update((data) => {
      data.charts = data.charts.map((each) => (each.id === chart.id ? chart : each));
    });
  },
  "Sheet.removeChart": (_state, execution, id: number) => {
    opened(execution).document.extras.update((data) => {
      data.charts = data.charts.filter((each) => each.id !== id);
    });
  },
};

export const sheetExtras: ServiceCalls = {
  ...metadataCalls,
  ...protectionCalls,
  ...validationCalls,
  ...chartCalls,
  ...mergeCalls,
  "Sheet.getConditionalFormatRules": (_state, execution, sheetId: number) =>
    opened(execution).document.extras.data.conditionalFormats.filter((format) => format.sheetId === sheetId),
  /** Replaces all rules of the sheet (google.conditional-formats). */
  "Sheet.setConditionalFormatRules": (_state, execution, sheetId: number, formats: ConditionalFormat[]) => {
    const { document } = opened(execution);
    sheetInfo(document, sheetId);
    if (formats.some((format) => format.sheetId !== sheetId)) throw new ServiceError(MESSAGES.otherSheet());
    checkProtection(document, execution.user, sheetId, null);
    document.extras.update((data) => {
      data.conditionalFormats = [...data.conditionalFormats.filter((each) => each.sheetId !== sheetId), ...formats];
    });
  },
  "Spreadsheet.getNamedRanges": (_state, execution) => opened(execution).document.extras.data.namedRanges,
  "Spreadsheet.setNamedRange": (_state, execution, range: NamedRange) => {
    checkRangeName(range.name);
    opened(execution).document.extras.update((data) => {
      data.namedRanges = [...data.namedRanges.filter(({ name }) => name !== range.name), range];
    });
  },
  "Spreadsheet.removeNamedRange": (_state, execution, removed: string) => {
    opened(execution).document.extras.update((data) => {
      data.namedRanges = data.namedRanges.filter(({ name }) => name !== removed);
    });
  },
};
