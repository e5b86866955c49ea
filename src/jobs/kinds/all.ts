import type { KindName } from "../protocol";
import { companies } from "./companies";
import { find } from "./find";
import type { Kind } from "./kind";
import { verify } from "./verify";

const KINDS: { [Name in KindName]: Kind<Name> } = { verify, find, companies };

/** The kind of a job. */
export const kindOf = <Name extends KindName>(name: Name): Kind<Name> => KINDS[name] as Kind<Name>;
