/** What became of the field of a conflict after the two wrote it. */
import { saysTheSame } from '../../../shared/crypto/canonical.ts';
import type { Rest } from '../base/attempt.ts';

type Conflict = Awaited<ReturnType<Rest['listConflicts']>>['data'][number];

/** Whether the record has neither value any more, but one that was written after the conflict. */
export function isChangedSince({ kept, theirs, mine, now }: Conflict): boolean {
  return kept !== 'both' && now !== undefined && !saysTheSame(now, kept === 'mine' ? mine : theirs);
}
