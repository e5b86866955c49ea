import type { ComponentChildren, Ref } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./style.css";

/** A spinner would only flash before a quicker answer. */
const SPINNER_AFTER_MS = 300;

/** Other words must say what the wait is for. */
export function Spinner({ active }: { active: boolean }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    setIsDue(false);
    if (!active) return;
    const timer = setTimeout(() => setIsDue(true), SPINNER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [active]);
  return active && isDue ? <span class="spinner" aria-hidden="true" /> : null;
}

/** Drawn on a 20 px field with a line of 1.6 px. */
const PATHS = {
  refresh: "M16 10.5a6 6 0 1 1-1.6-4.6L16.5 8M16.5 3.5V8H12",
  person: "M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM4 16.5c.4-2.7 2.8-4 6-4s5.6 1.3 6 4",
  sliders:
    "M3.5 6.5h6M14 6.5h2.5M11.8 8.7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM3.5 13.5H6M10.5 13.5h6M8.2 15.7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z",
  envelope: "M3 5h14v10.5H3ZM3.4 5.6 10 11l6.6-5.4",
  building: "M4.5 17V4h7v13M11.5 8h4v9M3 17h14M7 7.2h2M7 10.2h2M7 13.2h2",
  details: "M4 5.5h12M4 10h12M4 14.5h7",
  up: "M10 15.5v-11M5.5 9 10 4.5 14.5 9",
  remove: "M5.5 5.5l9 9M14.5 5.5l-9 9",
  good: "M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4ZM6.8 10.3l2.2 2.2 4.2-4.6",
  info: "M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4ZM10 9.2v4.4M10 6.4v.2",
  warning: "M10 3 2.3 16.4h15.4L10 3ZM10 8v4M10 14.2v.1",
  error: "M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4ZM10 6.2v4.6M10 13.5v.1",
};

export type IconName = keyof typeof PATHS;

/** The text beside it has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface ButtonProps {
  children: ComponentChildren;
  /** `primary` is the main thing to do on a page, `quiet` stands within texts and rows. */
  variant?: "primary" | "plain" | "quiet";
  /** Keeps the focus and ignores presses. */
  working?: boolean;
  /** Ignores presses, because something is still missing. */
  unready?: boolean;
  /** If left out, the button submits its form. */
  onPress?: () => void;
  /** Tells why a press is ignored, where nothing else does. */
  onIgnored?: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
  /** The id of the text that tells several buttons of this name apart. */
  about?: string;
}

/** A line must not begin with the point before a price. */
const NO_BREAK = "\u00a0";

export function Button({
  children,
  variant = "plain",
  working = false,
  unready = false,
  onPress,
  onIgnored,
  buttonRef,
  about,
}: ButtonProps) {
  const press = (event: Event): void => {
    if (!working && !unready) onPress?.();
    else {
      event.preventDefault();
      onIgnored?.();
    }
  };
  return (
    <button
      ref={buttonRef}
      type={onPress ? "button" : "submit"}
      class={`button ${variant}${unready ? " unready" : ""}`}
      aria-disabled={working || unready}
      aria-describedby={about}
      onClick={press}
    >
      <Spinner active={working} />
      {typeof children === "string" ? children.replaceAll(" · ", `${NO_BREAK}· `) : children}
    </button>
  );
}

interface IconButtonProps {
  icon: IconName;
  name: string;
  working?: boolean;
  onPress: () => void;
}

export function IconButton({ icon, name, working = false, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      class={working ? "icon-button working" : "icon-button"}
      aria-label={name}
      title={name}
      aria-disabled={working}
      onClick={() => !working && onPress()}
    >
      <Icon name={icon} />
    </button>
  );
}
