import type { ColumnPlan } from "../../src/jobs/views";
import { DAY_MS, MAX_A_DAY_MS } from "../../src/unattended/limits";
import { secondsUnattended } from "../../src/unattended/time";
import { write, writeDuration } from "../format";

/** google.fetches-a-day */
const FETCHES_A_DAY = { private: 20_000, workspace: 100_000 };

const [DAY_SECONDS, MINUTE_MS] = [DAY_MS / 1000, 60_000];

export const quotaName = (): string => `Share of Google's ${write(FETCHES_A_DAY.private)} calls a day`;

export type Asked = Pick<ColumnPlan, "operation" | "toAsk" | "seconds">;

/** `capHalves` is `null` if no limit counts. */
export function askedWithin(
  { operation, toAsk, maxHalves, seconds }: Asked & Pick<ColumnPlan, "maxHalves">,
  capHalves: number | null,
): Asked {
  if (capHalves === null || capHalves >= maxHalves) return { operation, toAsk, seconds };
  const paid = Math.floor((capHalves * toAsk) / maxHalves);
  return { operation, toAsk: paid, seconds: (seconds * paid) / toAsk };
}

/** "120%". It is rounded up, so that a job which needs another day never reads as 100%. */
export const quotaShare = (toAsk: number): string =>
  `${write(Math.ceil((toAsk / FETCHES_A_DAY.private) * 1000) / 10)}%`;

/** Returns `""` for a job that fits into the day of a private account. */
export function quotaText(toAsk: number): string {
  if (toAsk <= FETCHES_A_DAY.private) return "";
  return `Private Google accounts have ${write(FETCHES_A_DAY.private)} calls a day, Workspace accounts ${write(FETCHES_A_DAY.workspace)}. When they are used up, the job pauses and keeps what it has; it can go on the next day.`;
}

export function closedText({ operation, toAsk }: Pick<Asked, "operation" | "toAsk">): string {
  const seconds = [1, 60].map((everyMinutes) => secondsUnattended(operation, toAsk, everyMinutes));
  const [bound, addOn] = seconds.map((each) =>
    each > DAY_SECONDS ? `spread over ${write(Math.ceil(each / DAY_SECONDS))} days` : writeDuration(each),
  );
  const text = `If you let it go on with this sidebar closed: ${bound}`;
  const inAddOn = addOn === bound ? "" : `, or ${addOn} where Sheetscout is installed as an add-on`;
  const why =
    Math.max(...seconds) > DAY_SECONDS
      ? ` With the sidebar closed it runs up to ${MAX_A_DAY_MS / MINUTE_MS} minutes a day.`
      : "";
  return `${text}${inAddOn}.${why}`;
}
