import type { ComponentChildren, Ref } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Refusal } from "../../src/result";
import { useSession } from "../session";
import { Button, Icon, Spinner } from "./button";

let say: (text: string) => void = () => {};

/** Remedies name Google's page for consent. Its address is hundreds of characters long. */
const ADDRESS = /(?<=Open )https?:\/\/\S+(?= and tick every box)/;
const PERMISSIONS = "Google's permissions";

/** Screen readers say it without a move of the focus. */
export const announce = (text: string): void => say(text.replace(ADDRESS, PERMISSIONS));

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

/** Screen readers often ignore a region that appears together with its text, so the page has only this one. */
export function LiveRegion() {
  const [said, setSaid] = useState({ text: "", times: 0 });
  // A layout effect runs before the effects of others, which may have something to say.
  useLayoutEffect(() => {
    say = (text) => setSaid(({ times }) => ({ text, times: times + 1 }));
  }, []);
  // Once the user has done something else, a text would no longer be true when somebody finds it.
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
      {/* Each text is a new element, or the same words would not be read out again. */}
      <span key={said.times}>{said.text}</span>
    </div>
  );
}

type Tone = "info" | "good" | "warning" | "error";

interface NoticeProps {
  tone: Tone;
  boxRef?: Ref<HTMLDivElement>;
  /** Of several notices about credits, only the one nearest to the pressed button is shown. */
  credits?: "general" | "particular";
  children: ComponentChildren;
}

/** A notice is not read out by itself, so code that shows it also calls `announce`. */
export function Notice({ tone, credits, boxRef, children }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} data-credits={credits} ref={boxRef}>
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  );
}

interface QuestionProps {
  children: ComponentChildren;
  yes: string;
  working: boolean;
  onYes: () => void;
  onCancel: () => void;
}

/** Takes the focus when it appears. Escape cancels it. */
export function Question({ children, yes, working, onYes, onCancel }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  useEffect(() => {
    const shown = box.current;
    const cancelByKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape" && !working) onCancel();
    };
    shown?.addEventListener("keydown", cancelByKey);
    return () => shown?.removeEventListener("keydown", cancelByKey);
  }, [working, onCancel]);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="warning">
        {children}
        <div class="row">
          <Button working={working} onPress={onYes}>
            {yes}
          </Button>
          <Button variant="quiet" onPress={onCancel}>
            Cancel
          </Button>
        </div>
      </Notice>
    </div>
  );
}

interface RefusalNoticeProps {
  /** Nothing is shown for `null`. */
  refusal: Refusal | null;
  onAgain?: () => void;
  isWorking?: boolean;
  children?: ComponentChildren;
}

/** Refusals that follow from what people have done or chosen, and are no errors. */
const CHOSEN = ["CAP_REACHED", "JOB_PAUSED", "JOB_STOPPED", "JOB_FINISHED", "JOB_TAKEN_OVER", "JOB_GONE_ON"];

/** Another key takes these away. */
const OF_A_KEY = ["NO_API_KEY", "INVALID_API_KEY", "INSUFFICIENT_CREDITS"];

export const RefusalNotice = ({ refusal, ...others }: RefusalNoticeProps) =>
  refusal && <ShownRefusal refusal={refusal} {...others} />;

type ShownProps = RefusalNoticeProps & { refusal: Refusal };

function ShownRefusal({ refusal, onAgain, isWorking, children }: ShownProps) {
  const { keyChanges, settings } = useSession();
  const [changesBefore] = useState(keyChanges);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    announce(`${refusal.message} ${refusal.remedy}`);
    // It may stand far from the pressed button.
    box.current?.scrollIntoView({ block: "nearest" });
  }, [refusal]);
  const hasOtherKey = keyChanges > changesBefore && settings.data?.key.from !== "nobody";
  if (OF_A_KEY.includes(refusal.code) && hasOtherKey) return null;
  return (
    <Notice
      boxRef={box}
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

export function Waiting({ forWhat }: { forWhat: string }) {
  return (
    <div class="waiting" aria-busy="true">
      <span class="unseen">{forWhat}</span>
      <Spinner active />
    </div>
  );
}
