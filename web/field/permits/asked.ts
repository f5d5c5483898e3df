/** What every form of a permit is given. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import type { Somebody } from '../base/people.ts';

export type Permit = Shown<'permit'>;

/** What is written in the form of a step. */
export interface Written {
  readonly text: string;
  /** Undefined = the one who is offered first. */
  readonly person?: Somebody | null;
  /** When it can end instead, ms since 1970. */
  readonly end: number | null;
}

/** What a form of a step gets. `record` resolves when it was recorded or what went wrong is shown; `onCancel` closes the form. */
export interface Asked {
  readonly permit: Permit;
  readonly written: Written;
  readonly write: (changes: Partial<Written>) => void;
  readonly record: (work: Promise<void>) => Promise<void>;
  readonly onCancel: () => unknown;
}
