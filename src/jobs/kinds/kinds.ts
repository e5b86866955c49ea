import { type Ledger, type Spent, spentOf } from "../credits";
import type { KindName } from "../protocol";
import { companies } from "./companies";
import { enrich } from "./enrich";
import { find } from "./find";
import type { Kind } from "./kind";
import { verify } from "./verify";

const KINDS: { [Name in KindName]: Kind<Name> } = { verify, find, enrich, companies };

/** The caller must give it only jobs of this kind. */
export const kindOf = (name: KindName): Kind<KindName> => KINDS[name] as Kind<KindName>;

/** Tells what a job has spent: a maximum if the service does not tell whether an answer was free. */
export function spentBy(name: KindName, ledger: Ledger): Spent {
  const spent = spentOf(ledger);
  const isTold = spent.halves === 0 || kindOf(name).tellsCosts;
  return { ...spent, isExact: spent.isExact && isTold, isSettledExact: spent.isSettledExact && isTold };
}
