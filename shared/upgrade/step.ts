/**
 * An upgrade step between schemas: what a release has to define if it changes fields, kinds or actions incompatibly, so that older data
 * stays valid (contract, Schema evolution). A new optional field needs no step.
 */
import type { JsonObject } from '../base/json.ts';

export interface Step {
  /** Kinds that are not named do not change. A kind is never renamed: a new one is added beside it. */
  readonly kinds: Readonly<Record<string, KindStep>>;
}

/** Null = the kind was retired: commands for it are refused and kept, and its records stay unchanged but are no longer shown. */
export type KindStep = KindChange | null;

export interface KindChange {
  /**
   * The fields after the step. The same function converts whole records (`isWhole`) and the partial `set` and `was` of commands: it
   * converts what is there, and adds new fields only if `isWhole`. Commands are not validated before; an error refuses the command.
   */
  readonly fields?: (fields: JsonObject, isWhole: boolean) => JsonObject;
  /** Keyed by the action's name before the step; null = the action was retired. */
  readonly actions?: Readonly<Record<string, ActionChange | null>>;
}

export interface ActionChange {
  readonly action?: string;
  readonly args?: (args: JsonObject) => JsonObject;
}
