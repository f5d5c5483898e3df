/** Archives several documents, each by itself: one that is refused holds up no other. */
import { isLater, retryAfterMs } from '../../../../../client-sdk/base/later.ts';
import { Problem } from '../../../../../shared/model/problem.ts';
import type { Rest } from '../../../base/attempt.ts';
import { isSignedOut, wordsOf } from '../../../base/server.ts';
import type { Row } from '../document-table.tsx';
import { pause } from './pause.ts';

/** What became of one: it is archived now, or why not, in words that go on after its title, and as it is now where that was read. */
export type Outcome =
  | { readonly isArchived: true; readonly isByOther: boolean }
  | { readonly isArchived: false; readonly why: string; readonly row: Row };

/** Throws where it is not known what the server did, or the person was signed out. */
export async function archiveOne(attempt: Rest, row: Row, reason: string, ended: AbortSignal): Promise<Outcome> {
  const body = reason ? { reason } : {};
  for (;;)
    try {
      await attempt.archive({ document: row.id, ifRevision: row.revision, body });
      return { isArchived: true, isByOther: false };
    } catch (error) {
      const ms = retryAfterMs(error);
      if (ms === null) {
        if (isLater(error) || isSignedOut(error)) throw error;
        return await whyNot(attempt, row, error);
      }
      await pause(ms, ended);
      if (ended.aborted) throw error;
    }
}

async function whyNot(attempt: Rest, row: Row, error: unknown): Promise<Outcome> {
  const isChanged = error instanceof Problem && error.code === 'precondition_failed';
  const now = await attempt.getDocument({ document: row.id }).catch(() => null);
  if (now?.status === 'archived') return { isArchived: true, isByOther: true };
  const read = now ? { ...row, ...pick(now) } : row;
  if (now?.status === 'pending_review')
    return { isArchived: false, row: read, why: 'it is in review now, and can be archived after that.' };
  if (!isChanged) return { isArchived: false, row: read, why: beginSmall(wordsOf(error)) };
  const next = now ? 'Press again to archive it as it is now.' : 'It can’t be read just now; press again to try.';
  return { isArchived: false, row: read, why: `somebody else changed it meanwhile. ${next}` };
}

function pick({
  status,
  revision,
  current_approved_version: approved,
}: Pick<Row, 'status' | 'revision' | 'current_approved_version'>) {
  return { status, revision, current_approved_version: approved };
}

function beginSmall(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
