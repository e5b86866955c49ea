import { useAfter } from "../../state/use-after";
import "./style.css";

/** Answers that come sooner need no spinner: it would only flash. */
const SPINNER_AFTER_MS = 300;

/** Turns while something is waited for, from the moment the wait is felt. What is waited for is said elsewhere. */
export function Spinner({ active }: { active: boolean }) {
  return useAfter(active, SPINNER_AFTER_MS) ? <span class="spinner" aria-hidden="true" /> : null;
}
