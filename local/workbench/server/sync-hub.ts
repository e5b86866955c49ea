import { ServiceError } from "../../apps-script/service-error";
import type { Change } from "../../apps-script/workbook/change";
import type { PageMessage, ServerMessage } from "../messages";
import type { UniverWorkbook } from "../univer/univer-workbook";

/** How the hub talks to a page. */
export type SendToPage = (message: ServerMessage) => void;

interface Page {
  send: SendToPage;
  /** The last version this page was sent. */
  sent: number;
  /** The last version that moved rows, columns or sheets. */
  sentStructure: number;
  /** Set after a snapshot: what the page did before it saw the snapshot is void. */
  voidBefore: number;
}

type Edit = Extract<PageMessage, { type: "mutations" }>;

/** Who has sent what is being applied; `echo` sends it back to them too, since their page had not seen the latest state. */
interface Origin {
  page: Page;
  echo: boolean;
}

/** Cell contents may cross; everything else in mutations refers to positions and must not be applied to a later state. */
const CELLS_ONLY = "sheet.mutation.set-range-values";
const KEEPS_POSITIONS = new Set([
  CELLS_ONLY,
  "formula.mutation.set-array-formula-data",
  "sheet.mutation.set-worksheet-row-auto-height",
]);

/** Who uses the pages, and what they may not do: `check` throws a `ServiceError`. */
export interface PageUser {
  user: string;
  check(changes: readonly Change[]): void;
}

/**
 * Keeps pages and the one workbook the same. Each change has a version; a page says which version it had seen when it did
 * something. Late cell contents are applied and echoed, so that the last writer wins everywhere; anything else that comes
 * late is dropped, and the page gets the whole workbook again; so does a page whose edit is refused, with the reason.
 */
export function createSyncHub(workbook: UniverWorkbook, { user, check }: PageUser) {
  const pages = new Set<Page>();
  let version = 0;

  const stop = workbook.onMutation((mutation, from) => {
    version++;
    const origin = from as Origin | undefined;
    for (const page of pages) {
      if (origin?.page === page && !origin.echo) continue;
      page.send({ type: "mutation", version, mutation });
      page.sent = version;
      if (!KEEPS_POSITIONS.has(mutation.id)) page.sentStructure = version;
    }
  });

  const sendSnapshot = (page: Page) => {
    version++;
    page.sent = page.sentStructure = page.voidBefore = version;
    page.send({ type: "workbook", version, snapshot: workbook.snapshot() });
  };

  const receive = (page: Page, { base, mutations }: Edit) => {
    if (base < page.voidBefore) return;
    const isLate = base < page.sent;
    const isCellsOnly = mutations.every(({ id }) => id === CELLS_ONLY);
    if (base < page.sentStructure || (isLate && !isCellsOnly)) return sendSnapshot(page);
    const origin: Origin = { page, echo: isLate };
    try {
      workbook.applyMutations(mutations, { kind: "person", user }, origin, check);
    } catch (error) {
      sendSnapshot(page);
      if (error instanceof ServiceError) page.send({ type: "refused", message: error.message });
    }
  };

  return {
    /** A page opens the workbook: it is sent at once, and every change from now on. */
    join(send: SendToPage) {
      const page: Page = { send, sent: 0, sentStructure: 0, voidBefore: 0 };
      pages.add(page);
      sendSnapshot(page);
      return {
        receive: (edit: Edit) => receive(page, edit),
        leave: () => pages.delete(page),
      };
    },
    close: stop,
  };
}

export type SyncHub = ReturnType<typeof createSyncHub>;
