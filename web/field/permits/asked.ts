/** What every form of a permit is given. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';

export type Permit = Shown<'permit'>;

/** What a form of a step gets. `record` shows what went wrong; `onCancel` closes the form. */
export interface Asked {
  readonly permit: Permit;
  readonly record: (work: Promise<void>) => void;
  readonly onCancel: () => void;
}
