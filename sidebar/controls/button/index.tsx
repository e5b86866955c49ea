import type { ComponentChildren, Ref } from "preact";
import { Icon, type IconName } from "../icon";
import { Spinner } from "../spinner";
import "./style.css";

interface ButtonProps {
  children: ComponentChildren;
  /** `primary` for the one thing a page is about, `plain` for others, `quiet` inside texts and rows. */
  look?: "primary" | "plain" | "quiet";
  /** While it works it keeps the focus and does nothing when pressed. */
  working?: boolean;
  /** What it needs is not there yet: it does nothing. */
  unready?: boolean;
  /** Without it the button submits its form. */
  onPress?: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button that keeps the focus while it cannot be pressed. */
export function Button({
  children,
  look = "plain",
  working = false,
  unready = false,
  onPress,
  buttonRef,
}: ButtonProps) {
  const press = (event: Event): void => {
    if (working || unready) event.preventDefault();
    else onPress?.();
  };
  return (
    <button
      ref={buttonRef}
      type={onPress ? "button" : "submit"}
      class={`button ${look}${unready ? " unready" : ""}`}
      aria-disabled={working || unready}
      onClick={press}
    >
      <Spinner active={working} />
      {children}
    </button>
  );
}

interface IconButtonProps {
  icon: IconName;
  name: string;
  working?: boolean;
  onPress: () => void;
}

/** A button without a text of its own; its name is its tooltip too. */
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
