import type { KindName } from "../protocol";
import { companies } from "./companies";
import { enrich } from "./enrich";
import { find } from "./find";
import type { Kind } from "./kind";
import { verify } from "./verify";

const KINDS: { [Name in KindName]: Kind<Name> } = { verify, find, enrich, companies };

/** The caller must give it only jobs of this kind. */
export const kindOf = (name: KindName): Kind<KindName> => KINDS[name] as Kind<KindName>;
