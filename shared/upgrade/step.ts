/**
 * One step of the shapes: what a release that changed fields, kinds or actions in a way that old data does not fit has to say, so that
 * everything made before it still counts (contract, Schema evolution). A field that may be absent needs no step.
 */
import type { JsonObject } from '../base/json.ts';

export interface Step {
  /** Kinds that are not named stay as they are. A kind never gets another name: a new one begins beside it. */
  readonly kinds: Readonly<Record<string, KindStep>>;
}

/** Null = the kind is gone: commands for it are refused and kept, its records are left as they were and no longer shown. */
export type KindStep = KindChange | null;

export interface KindChange {
  /**
   * The fields after the step. The same function serves records, which are `whole`, and the `set` and `was` of commands, which have
   * some fields only: it turns what is there, and adds what is new only where `isWhole`. Commands come unchecked: what it throws
   * refuses the command.
   */
  readonly fields?: (fields: JsonObject, isWhole: boolean) => JsonObject;
  /** By the action's name before the step; null = there is no such action any more. */
  readonly actions?: Readonly<Record<string, ActionChange | null>>;
}

export interface ActionChange {
  readonly action?: string;
  readonly args?: (args: JsonObject) => JsonObject;
}
