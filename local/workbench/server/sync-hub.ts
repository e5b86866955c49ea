import { ServiceError } from "../../apps-script/script-errors";
import type { Change } from "../../apps-script/workbook/change";
import { MOVES_CELLS, type PageMessage, type ServerMessage, type SharedMutation } from "../messages";
import { gidOf } from "../univer/sheet-ids";
import type { UniverWorkbook } from "../univer/univer-workbook";

/** A page, as the hub talks to it. */
export type SendToPage = (message: ServerMessage) => void;

interface Page {
  send: SendToPage;
  /** The last version this page was sent. */
  sent: number;
  /** By sheet: the last version in which somebody else moved its cells. */
  moved: Map<string, number>;
  /** Set when an edit was refused: what the page did before it saw the workbook again is void. */
  voidBefore: number;
}

type Edit = Extract<PageMessage, { type: "mutations" }>;

/** The sender of what is applied; `echo` sends it back too, since that page had not seen the latest state. */
interface Origin {
  page: Page;
  echo: boolean;
}

/** Doing these again changes nothing. */
const SETS = /^(sheet\.mutation\.set-|formula\.mutation\.set-)/;

const TOO_LATE = "The sheet was rearranged at the same moment, so this was not done. Do it again.";

/** The person who uses the pages; `check` throws a `ServiceError` for what they may not do. */
export interface PageUser {
  user: string;
  check(changes: readonly Change[]): void;
}

/**
 * Keeps pages and the one workbook the same. Each change has a version; a page says which version it had seen when it did
 * something. What comes late is done all the same and shown to that page again, so that the last writer wins everywhere.
 * Only what refers to cells that somebody else has moved meanwhile, or is not allowed, is refused: the page is told, and
 * gets the whole workbook again.
 */
export function createSyncHub(workbook: UniverWorkbook, { user, check }: PageUser) {
  const pages = new Set<Page>();
  /** By sheet: the last version in which anybody moved its cells, for pages that come back with what was typed meanwhile. */
  const lastMoved = new Map<string, number>();
  let version = 0;

  const stop = workbook.onMutation((mutation, from) => {
    version++;
    const origin = from as Origin | undefined;
    const moves = MOVES_CELLS.test(mutation.id) && !isAtTheEnd(workbook, mutation);
    if (moves) lastMoved.set(sheetOf(mutation), version);
    for (const page of pages) {
      if (origin?.page === page && !origin.echo) continue;
      page.send({ type: "mutation", version, mutation, isOwn: origin?.page === page });
      page.sent = version;
      if (origin?.page !== page && moves) page.moved.set(sheetOf(mutation), version);
    }
  });

  const sendWorkbook = (page: Page) => {
    version++;
    page.sent = version;
    page.send({ type: "workbook", version, snapshot: workbook.snapshot() });
  };

  const refuse = (page: Page, message: string | null) => {
    sendWorkbook(page);
    page.voidBefore = version;
    if (message !== null) page.send({ type: "refused", message });
  };

  const receive = (page: Page, { base, mutations }: Edit) => {
    if (base < page.voidBefore) return;
    if (mutations.some((mutation) => base < (page.moved.get(sheetOf(mutation)) ?? 0))) return refuse(page, TOO_LATE);
    const isLate = base < page.sent;
    const canEcho = mutations.every(({ id }) => SETS.test(id));
    try {
      workbook.applyMutations(mutations, { kind: "person", user }, { page, echo: isLate && canEcho }, check);
    } catch (error) {
      return refuse(page, error instanceof ServiceError ? error.message : null);
    }
    if (isLate && !canEcho) sendWorkbook(page);
  };

  return {
    /** A page opens the workbook: it is sent at once, and every change from now on. */
    join(send: SendToPage) {
      const page: Page = { send, sent: 0, moved: new Map(lastMoved), voidBefore: 0 };
      pages.add(page);
      sendWorkbook(page);
      return {
        receive: (edit: Edit) => receive(page, edit),
        leave: () => pages.delete(page),
      };
    },
    close: stop,
  };
}

const sheetOf = ({ params }: SharedMutation): string => (params as { subUnitId?: string }).subUnitId ?? "";

/** Rows that were added below everything, as scripts do, have moved nothing. */
function isAtTheEnd(workbook: UniverWorkbook, { id, params }: SharedMutation): boolean {
  const { range, subUnitId } = params as { range?: { endRow: number }; subUnitId?: string };
  const sheet = workbook.sheets().find(({ sheetId }) => sheetId === gidOf(subUnitId ?? ""));
  return id === "sheet.mutation.insert-row" && range !== undefined && range.endRow + 1 === sheet?.rows;
}
