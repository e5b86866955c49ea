import { write } from "../format/words";

interface FoundValidProps {
  count: number;
  /** In a plan or in a summary. */
  when: "before" | "after";
}

/** Why good addresses have no status beside them. */
export function FoundValid({ count, when }: FoundValidProps) {
  if (count === 0) return null;
  const [are, were] = count === 1 ? ["is", "was"] : ["are", "were"];
  return (
    <p class="small soft">
      {write(count)} {are} VALID by the domain search and {when === "before" ? are : were} not verified again: see
      verification.status.
    </p>
  );
}
