/** What every form of a permit is given. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';

export type Permit = Shown<'permit'>;

/** What a form of a step gets. `record` resolves when it was recorded or what went wrong is shown; `onCancel` closes the form. */
export interface Asked {
  readonly permit: Permit;
  readonly record: (work: Promise<void>) => Promise<void>;
  readonly onCancel: () => void;
}
