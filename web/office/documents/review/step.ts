/** What a step of a review needs: whose revision it is about, and a way to take it and say so. */
import type { Rest } from '../../base/attempt.ts';

export interface Step {
  readonly target: { readonly document: string; readonly ifRevision: number };
  readonly isBusy: boolean;
  /** No connection: a step needs the server, so none can be taken. */
  readonly isCut: boolean;
  /** Sent, and not answered: what was written waits. */
  readonly isOpen: boolean;
  /** Resolves with whether it was taken. */
  readonly take: (words: string, call: (attempt: Rest) => Promise<unknown>) => Promise<boolean>;
  /** After one that was taken in a form of its own. */
  readonly done: (words: string) => void;
}
