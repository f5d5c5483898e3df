/**
 * One sample document, walked through its review rounds to the state it has in the sample. Looks before each step, so that a
 * second walk, or one after an interruption, does only what is still to do, and leaves alone what people have done since.
 */
import * as z from 'zod';
import type { JsonObject } from '../../../shared/base/json.ts';
import { bringContent } from './content.ts';
import type { Door } from './door.ts';
import type { SampleDocument, SampleRound, SampleVersion } from './files.ts';
import type { Pusher } from './push.ts';
import { sentDocument } from './sent.ts';

const stateSchema = z.object({
  status: z.enum(['draft', 'pending_review', 'approved', 'archived']),
  version: z.int(),
  review_rounds: z.array(z.object({ outcome: z.string().nullable() })),
});
type State = z.infer<typeof stateSchema>;

interface Doors {
  readonly door: Door;
  readonly pusher: Pusher;
}

/** `afterApproval` runs while the version just approved is still the current one. */
export async function loadDocument(
  { door, pusher }: Doors,
  { head, rounds, contentOf }: SampleDocument,
  versions: readonly SampleVersion[],
  afterApproval: (version: number) => Promise<void>,
): Promise<'ok' | 'already there'> {
  const path = `/documents/${head.id}`;
  const what = `document ${head.reference}`;
  const found = await door.read(path);
  let state = stateOf(found ?? (await door.write('POST', '/documents', what, sentDocument(head))));
  let steps = 0;
  const act = async (action: string, body: JsonObject): Promise<void> => {
    state = stateOf(await door.write('POST', `${path}/${action}`, `${what} (${action})`, body));
    steps++;
  };

  if (rounds.length === 0 && state.status === 'draft') await bringContent({ door, pusher }, head.id, contentOf(1));
  for (const [i, round] of rounds.entries()) {
    const next = state.review_rounds.length === i;
    const summary = versions.find((each) => each.version === round.version)?.change_summary ?? null;
    if (next && state.status === 'approved' && state.version < round.version) await act('revise', { reason: summary });
    if (next && state.status === 'draft' && state.version === round.version) {
      await bringContent({ door, pusher }, head.id, contentOf(round.version));
      await act('submit-review', { reviewer_id: round.reviewer?.id ?? null, notes: round.submission_notes });
    }
    const undecided = state.review_rounds.length === i + 1 && state.status === 'pending_review';
    if (undecided && round.outcome === 'amendments_requested') await act('reject', rejectionOf(round));
    else if (undecided && round.outcome) await act('approve', approvalOf(round, summary));
    if (round.outcome?.startsWith('approved')) await afterApproval(round.version);
  }
  return found && steps === 0 ? 'already there' : 'ok';
}

/** Once everything else stands: an archived document takes no more edits. */
export async function archiveDocument(door: Door, { head }: SampleDocument): Promise<void> {
  const path = `/documents/${head.id}`;
  if (head.status !== 'archived' || stateOf((await door.read(path)) ?? {}).status === 'archived') return;
  await door.write('POST', `${path}/archive`, `document ${head.reference} (archive)`, {
    reason: 'Archived in the sample.',
  });
}

function approvalOf(round: SampleRound, summary: string | null): JsonObject {
  return {
    notes: round.decision_notes,
    change_summary: summary,
    change_significance: round.change_significance,
    ...(round.change_significance === 'minor' ? { reason: `Minor, as the sample has it: ${summary ?? ''}` } : {}),
    ...(round.conditions.length > 0 ? { conditions: round.conditions } : {}),
  };
}

function rejectionOf({ decision_notes: reason, comments }: SampleRound): JsonObject {
  return comments.length > 0 ? { reason, comments } : { reason };
}

function stateOf(document: JsonObject): State {
  return stateSchema.parse(document);
}
