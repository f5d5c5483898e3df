/** One document, taken through its review rounds to its state in the sample. A second or interrupted load takes only the missing steps. */
import * as z from 'zod';
import type { JsonObject } from '../../../shared/base/json.ts';
import { setContent } from './content.ts';
import type { Content, SampleDocument, SampleRound, SampleVersion } from './files.ts';
import type { Loader, Outcome } from './loader.ts';
import { sentDocument } from './loader.ts';
import { workDatesIn } from './work-dates.ts';

const stateSchema = z.object({
  status: z.enum(['draft', 'pending_review', 'approved', 'archived']),
  version: z.int(),
  review_rounds: z.array(z.object({ outcome: z.string().nullable() })),
});
type State = z.infer<typeof stateSchema>;

/** `afterApproval` runs while the version just approved is still the current one. */
export async function loadDocument(
  loader: Loader,
  { head, rounds, contentOf }: SampleDocument,
  versions: readonly SampleVersion[],
  afterApproval: (version: number) => Promise<void>,
): Promise<Outcome> {
  const { api } = loader;
  const path = `/documents/${head.id}`;
  const what = `document ${head.reference}`;
  const found = await api.read(path);
  const first = workDatesIn(contentOf(rounds[0]?.version ?? 1));
  let state = stateOf(found ?? (await api.write('POST', '/documents', what, { ...first, ...sentDocument(head) })));
  let steps = 0;
  const act = async (action: string, body: JsonObject): Promise<void> => {
    state = stateOf(await api.write('POST', `${path}/${action}`, `${what} (${action})`, body));
    steps++;
  };

  if (rounds.length === 0 && state.status === 'draft') await setContent(loader, head.id, contentOf(1));
  for (const [i, round] of rounds.entries()) {
    const next = state.review_rounds.length === i;
    const version = versions.find((each) => each.version === round.version);
    if (next && state.status === 'approved' && state.version < round.version)
      await act('revise', { reason: version?.change_summary ?? null });
    if (next && state.status === 'draft' && state.version === round.version) {
      await setContent(loader, head.id, contentOf(round.version));
      await setWorkDates(loader, head.id, what, contentOf(round.version));
      await act('submit-review', {
        reviewer_id: round.reviewer?.id ?? null,
        notes: round.submission_notes,
        imported: { by: round.submitted_by, at: round.submitted_at },
      });
    }
    const undecided = state.review_rounds.length === i + 1 && state.status === 'pending_review';
    if (undecided && round.outcome === 'amendments_requested') await act('reject', rejectionOf(round));
    else if (undecided && round.outcome) await act('approve', approvalOf(round, version));
    if (round.outcome?.startsWith('approved')) await afterApproval(round.version);
  }
  return found && steps === 0 ? 'already there' : 'ok';
}

/** Of a version that has others than the one before it. */
async function setWorkDates({ api }: Loader, id: string, what: string, content: Content): Promise<void> {
  const found = await api.read(`/documents/${id}`);
  const dates = workDatesIn(content);
  const isSaid = Object.entries(dates).every(([name, date]) => found?.[name] === date);
  if (!isSaid) await api.write('PATCH', `/documents/${id}`, `${what} (work dates)`, dates);
}

/** Must come last: an archived document takes no more edits. */
export async function archiveDocument({ api }: Loader, { head }: SampleDocument): Promise<void> {
  const path = `/documents/${head.id}`;
  if (head.status !== 'archived' || stateOf((await api.read(path)) ?? {}).status === 'archived') return;
  await api.write('POST', `${path}/archive`, `document ${head.reference} (archive)`, {
    reason: 'Archived in the sample.',
  });
}

function approvalOf(round: SampleRound, version: SampleVersion | undefined): JsonObject {
  const summary = version?.change_summary ?? null;
  return {
    ...decisionOf(round, version?.approved_by_role),
    notes: round.decision_notes,
    change_summary: summary,
    change_significance: round.change_significance,
    ...(round.change_significance === 'minor' ? { reason: `Minor in the sample: ${summary ?? ''}` } : {}),
    ...(round.conditions.length > 0 ? { conditions: round.conditions } : {}),
  };
}

function rejectionOf(round: SampleRound): JsonObject {
  const { decision_notes: reason, comments } = round;
  return { ...decisionOf(round), reason, ...(comments.length > 0 ? { comments } : {}) };
}

/** The sample's own people and times, marked as imported. */
function decisionOf({ decided_by: by, decided_at: at }: SampleRound, role: string | null = null): JsonObject {
  return by && at ? { imported: { by, at, role } } : {};
}

function stateOf(document: JsonObject): State {
  return stateSchema.parse(document);
}
