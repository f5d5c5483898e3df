/** What a rule reads beside its own record: the server reads it at once, before it runs the rules of a transaction. */
import type { JsonObject } from '../base/json.ts';
import type { Settings } from './settings.ts';

/** What else determines the reads of a rule: what the command writes or its arguments, unchecked, and the organisation's settings. */
export interface Asked {
  readonly set: JsonObject;
  readonly args: JsonObject;
  readonly settings: Settings;
}

export interface Reads {
  readonly ids?: readonly (string | null | undefined)[];
  /** Digests by which the rules look for equal content. */
  readonly digests?: readonly (string | null)[];
  /** Kinds with few records in an organisation, which are read as a whole. */
  readonly kinds?: readonly string[];
  /** Documents of which the rules look at the site, and at those that the versions read with `children` name. */
  readonly placesOf?: readonly (string | null | undefined)[];
  /** Sites for which the rules ask what needs them. */
  readonly sites?: readonly string[];
  readonly children?: readonly { readonly documentId: string; readonly kinds: readonly string[] }[];
}
