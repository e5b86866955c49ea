import { afterEach } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import type { UnattendedRequest } from "../../../src/jobs/protocol";
import type { WatchView } from "../../../src/unattended/watch";
import { dataOf, type JobDocument, jobWorld, SHEET, verifyChoices } from "./job-document";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A world in which triggers run as Google says that they do. After each test none is left. */
export function watchWorld() {
  const world = jobWorld({
    settings: { installation: "bound", latencyMs: documentedMs, triggerDelayMs: (random) => random() * MINUTE_MS },
    service: { latency: () => 1_000 },
  });
  afterEach(() => {
    for (const { uid } of world.host.triggers()) world.host.disableTrigger(uid);
    Object.assign(world.host.settings, { installation: "bound", addonTriggersFind: "nothing", grantedScopes: null });
  });
  const triggersOf = ({ document }: JobDocument) =>
    world.host.triggers().filter(({ documentId }) => documentId === document.id);
  const asked = (label: string) => world.service.controls.ledger().filter(({ subject }) => subject.startsWith(label));
  const halvesOf = (label: string): number => asked(label).reduce((sum, { halves }) => sum + halves, 0);
  return { world, triggersOf, asked, halvesOf };
}

type WatchRequest = Extract<UnattendedRequest, { do: "watch" }>;

interface WatchPart extends Partial<Omit<WatchRequest, "do">> {
  olderThanDays?: number | null;
}

export const tryWatch = (
  { sheetId, call }: JobDocument,
  { olderThanDays = null, ...part }: WatchPart = {},
  by = call,
) =>
  by("unattendedJobs", {
    do: "watch",
    everyMinutes: 10,
    halvesADay: 1_000,
    choices: verifyChoices(sheetId, { rows: { kind: "new", olderThanDays } }),
    ...part,
  });

export async function watch(document: JobDocument, part?: WatchPart): Promise<WatchView> {
  const [begun] = dataOf(await tryWatch(document, part)).watches;
  if (!begun) throw new Error("No watch has begun.");
  return begun;
}

export async function look({ call }: JobDocument): Promise<WatchView> {
  const [seen] = dataOf(await call("unattendedJobs", { do: "look" })).watches;
  if (!seen) throw new Error("There is no watch.");
  return seen;
}

export const logOf = async ({ call }: JobDocument, { jobId }: WatchView) =>
  dataOf(await call("readWatchLog", { jobId }));

/** Rows arrive below the list, as a form adds them. */
export function arrive({ user }: JobDocument, row: number, emails: string[]): void {
  user.keyboard.paste(
    SHEET,
    `A${row}`,
    emails.map((email) => ["Form", email]),
  );
}

export const statuses = (document: JobDocument): string[] =>
  document.rows().map(({ email_status = "" }) => email_status);
