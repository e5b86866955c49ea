import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Refusal } from "../../src/result";
import { useSession } from "../session";
import { Button, Icon, Spinner } from "./button";

let say: (text: string) => void = () => {};

/** The address of Google's page for consent, hundreds of characters long, as remedies name it. */
const ADDRESS = /(?<=Open )https?:\/\/\S+(?= and tick every box)/;
const PERMISSIONS = "Google’s permissions";

/** Makes a screen reader say something without moving the focus. */
export const announce = (text: string): void => say(text.replace(ADDRESS, PERMISSIONS));

/** A remedy in words; where it names an address, a link stands in its place. */
function Remedy({ text }: { text: string }) {
  const address = ADDRESS.exec(text)?.[0];
  if (address === undefined) return <p>{text}</p>;
  const [before, after] = text.split(address);
  return (
    <p>
      {before}
      <a href={address} target="_blank" rel="noopener">
        {PERMISSIONS}
      </a>
      {after}
    </p>
  );
}

/** The page's only live region: regions that appear together with their text are often not read out. */
export function LiveRegion() {
  const [said, setSaid] = useState({ text: "", times: 0 });
  // Before the effects of others, which may have something to say.
  useLayoutEffect(() => {
    say = (text) => setSaid(({ times }) => ({ text, times: times + 1 }));
  }, []);
  // Found later, after the user has done something else, it would no longer be true.
  useEffect(() => {
    const clear = (): void => setSaid((before) => (before.text === "" ? before : { ...before, text: "" }));
    const acts = ["keydown", "pointerdown"];
    for (const act of acts) addEventListener(act, clear, true);
    return () => {
      for (const act of acts) removeEventListener(act, clear, true);
    };
  }, []);
  return (
    <div class="unseen" role="status">
      {/* A new element each time, or the same words would not be read out again. */}
      <span key={said.times}>{said.text}</span>
    </div>
  );
}

export type Tone = "info" | "good" | "warning" | "error";

interface NoticeProps {
  tone: Tone;
  /** Notices about credits: only the one nearest to the pressed button is shown. */
  credits?: "general" | "particular";
  children: ComponentChildren;
}

/** A boxed message. It is not read out by itself: whoever shows it announces it (`announce`). */
export function Notice({ tone, credits, children }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} data-credits={credits}>
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  );
}

interface RefusalNoticeProps {
  refusal: Refusal;
  /** *Try again* */
  onAgain?: () => void;
  isWorking?: boolean;
  /** More controls that help. */
  children?: ComponentChildren;
}

/** The user's own doing or choice, and no error. */
const CHOSEN = ["CAP_REACHED", "JOB_PAUSED", "JOB_STOPPED", "JOB_FINISHED"];

/** Says what happened and what to do about it, to the eye and to the ear. */
export function RefusalNotice({ refusal, onAgain, isWorking, children }: RefusalNoticeProps) {
  const { keyChanges, settings } = useSession();
  const [changesBefore] = useState(keyChanges);
  useEffect(() => announce(`${refusal.message} ${refusal.remedy}`), [refusal]);
  // The key that was missing is there.
  const hasKey = keyChanges > changesBefore && settings.data?.key.from !== "nobody";
  if (refusal.code === "NO_API_KEY" && hasKey) return null;
  return (
    <Notice
      tone={CHOSEN.includes(refusal.code) ? "info" : "error"}
      credits={refusal.code === "INSUFFICIENT_CREDITS" ? "particular" : undefined}
    >
      <p>
        <strong>{refusal.message}</strong>
      </p>
      {refusal.remedy && <Remedy text={refusal.remedy} />}
      {onAgain && (
        <Button variant="quiet" working={isWorking} onPress={onAgain}>
          Try again
        </Button>
      )}
      {children}
    </Notice>
  );
}

/** Takes the place of what is awaited, and shows a spinner once the wait is felt. */
export function Waiting({ forWhat }: { forWhat: string }) {
  return (
    <div class="waiting" aria-busy="true">
      <span class="unseen">{forWhat}</span>
      <Spinner active />
    </div>
  );
}
