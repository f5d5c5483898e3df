/** Actions on a document beside editing: the transitions of model/lifecycle.ts and their effects. */
import * as z from 'zod';
import { advance, type DocumentAction, type DocumentStatus } from '../../model/lifecycle.ts';
import { answered, commentsOf } from './review/comments.ts';
import { requireCompliance } from './review/compliance.ts';
import { requireSize } from './review/content-size.ts';
import { requireContent } from './review/content-rules.ts';
import { discarded } from './review/discard.ts';
import { doneBy, importedAct, type Done } from './review/imported.ts';
import { deciding, requireDecider, reviewerOf } from './review/people.ts';
import { requireAcceptableRisk } from './review/residual.ts';
import { Problem } from '../../model/problem.ts';
import type { Action, World } from '../../model/resource.ts';
import { snapshotOf, type Snapshot } from './snapshot.ts';
import { approval } from './approval.ts';
import { requireOpenSite, requireOwnSite } from '../site.ts';
import { givenComment, type Document, type ReviewRound } from './shape.ts';
import { label, text } from '../../model/fields.ts';
import type { JsonObject } from '../../base/json.ts';
import { invalid } from '../../model/validation.ts';
import { siteInForce } from '../in-force.ts';
import { condition } from './version.ts';
import { once } from '../../base/once.ts';

/** What the person decided on; refused as stale if the content has changed since. A device must name both. */
const seen = once(() => ({ version: z.int().positive().nullable().optional(), content_hash: text(80) }));
const fromElsewhere = once(() => ({ imported: importedAct().nullable().optional() }));

export const documentActions = {
  submit_review: {
    args: once(() =>
      z.object({ reviewer_id: z.string().max(64).nullable().optional(), notes: text(4000), ...fromElsewhere() }),
    ),
    run: (before, args, world, id) => {
      const status = to(before, 'submit_review');
      const reviewer = reviewerOf(before, words(args['reviewer_id']), world);
      requireOwnSite(before, world);
      requireSize((kind) => world.children(id, kind));
      if (world.settings.content_rules_at_submit) requireContent(id, before, world);
      const done = doneBy(args['imported'], world, before.review_rounds.at(-1)?.decided_at ?? null);
      const round: ReviewRound = {
        id: world.newId(),
        round: before.review_rounds.length + 1,
        version: before.version,
        content_hash: snapshot(before, id, world).content_hash,
        submitted_by: done.by,
        submitted_at: done.at,
        submission_notes: words(args['notes']),
        reviewer,
        outcome: null,
        decided_by: null,
        decided_at: null,
        decision_notes: null,
        change_significance: null,
        imported_by: done.importedBy,
        comments: [],
      };
      return { after: { ...before, status, review_rounds: [...before.review_rounds, round] } };
    },
  },
  withdraw: {
    args: once(() => z.object({ reason: text(4000) })),
    run: (before, args, world) => ({
      after: decided(
        before,
        to(before, 'withdraw'),
        'withdrawn_by_author',
        words(args['reason']),
        doneBy(null, world, null),
      ),
    }),
  },
  reject: {
    permission: 'documents:approve',
    args: once(() =>
      z.object({
        reason: label(1, 4000),
        comments: z.array(givenComment()).max(200).optional(),
        ...fromElsewhere(),
        ...seen(),
      }),
    ),
    seen: seenNow,
    run: (before, args, world, id) => {
      const status = to(before, 'reject');
      const reason = words(args['reason']);
      const done = decidedBy(args['imported'], before, world);
      requireDecider('reject', before, reason, deciding(done, world));
      requireSeen(before, args, snapshot(before, id, world), world);
      const after = decided(before, status, 'amendments_requested', reason, done);
      // Parsed by the schema of the arguments.
      const comments = commentsOf((args['comments'] ?? []) as ReviewRound['comments'], reason, world.newId);
      return { after: { ...after, review_rounds: withLast(after.review_rounds, { comments }) } };
    },
  },
  approve: {
    permission: 'documents:approve',
    args: once(() =>
      z.object({
        notes: text(4000),
        change_significance: z.enum(['material', 'minor']).nullable().optional(),
        change_summary: text(2000),
        /** Why the change is minor, or why someone decides who was not asked to review. */
        reason: text(4000),
        conditions: z.array(condition()).max(50).optional(),
        ...fromElsewhere(),
        ...seen(),
      }),
    ),
    seen: seenNow,
    run: (before, args, world, id) => {
      const status = to(before, 'approve');
      const notes = words(args['notes']);
      const done = decidedBy(args['imported'], before, world);
      requireDecider('approve', before, notes ?? words(args['reason']), deciding(done, world));
      const frozen = snapshot(before, id, world);
      requireSeen(before, args, frozen, world);
      requireAcceptableRisk(frozen.content, world.settings);
      requireCompliance(id, before, world);
      const conditional = Array.isArray(args['conditions']) && args['conditions'].length > 0;
      const after = decided(before, status, conditional ? 'approved_with_comments' : 'approved', notes, done);
      return approval(after, frozen, args, done, world, id);
    },
  },
  revise: {
    args: once(() => z.object({ reason: text(4000) })),
    run: (before) => ({ after: { ...before, status: to(before, 'revise'), version: before.version + 1 } }),
  },
  discard: {
    args: once(() => z.object({ reason: text(4000) })),
    run: (before, args, world, id) => {
      to(before, 'discard');
      return discarded(before, snapshot(before, id, world), words(args['reason']), world, id);
    },
  },
  /** A reply to a comment; the comment itself and earlier replies never change. */
  answer_comment: {
    args: once(() =>
      z.object({ comment_id: z.string(), reply: text(4000), resolved: z.boolean().nullable().optional() }),
    ),
    run: (before, args, world) => {
      advance(before.status, 'answer');
      const [reply, resolved] = [words(args['reply']), typeof args['resolved'] === 'boolean' ? args['resolved'] : null];
      return { after: answered(before, String(args['comment_id']), { reply, resolved }, world) };
    },
  },
  /** The crews are asked to be briefed once more, on the version in force. */
  ask_to_brief: {
    permission: 'signoffs:write',
    args: once(() => z.object({ reason: text(500) })),
    run: (before, args, world, id) => {
      const { current_approved_version: version } = before;
      if (before.status === 'archived') throw new Problem('invalid_transition', 'The document is archived.');
      if (version === null) throw new Problem('document_not_approved', 'No version of the document is in force.');
      // No tablet is there to show it.
      const site = siteInForce(id, before.site_id ?? null, world);
      if (site) requireOpenSite(world.record(site)?.body, world);
      const by = { id: world.author.id, name: world.author.name };
      return {
        after: { ...before, briefing_asked: { version, reason: words(args['reason']), by, at: world.now } },
      };
    },
  },
  archive: {
    permission: 'documents:archive',
    args: once(() => z.object({ reason: text(4000) })),
    run: (before) => ({ after: { ...before, status: to(before, 'archive'), archived_from_status: before.status } }),
  },
  restore: {
    permission: 'documents:archive',
    args: once(() => z.object({})),
    run: (before, _args, world) => {
      advance(before.status, 'restore');
      requireOpenProject(before, world);
      return { after: { ...before, status: before.archived_from_status ?? 'draft', archived_from_status: null } };
    },
  },
} satisfies Readonly<Record<DocumentAction | 'answer_comment' | 'ask_to_brief', Action<Document>>>;

function to(before: Document, action: Exclude<DocumentAction, 'restore'>): DocumentStatus {
  const next = advance(before.status, action, before.current_approved_version !== null);
  return next === 'previous' ? before.status : next;
}

function snapshot(document: Document, id: string, world: World): Snapshot {
  return snapshotOf({ id, body: document }, (kind) => world.children(id, kind));
}

/** What the person who decides has on the screen. Throws `conflict` for a document that the server has not seen: it adds the reference. */
function seenNow(before: Document, id: string, world: World): JsonObject {
  if (world.isReplica && !before.reference)
    throw new Problem('conflict', 'The server has not given the document its reference yet: sync before you decide.');
  return { version: before.version, content_hash: snapshot(before, id, world).content_hash };
}

/** Throws `validation_failed` if a device does not say what its user saw, and `stale_version` if that has changed. */
function requireSeen(before: Document, args: JsonObject, frozen: Snapshot, { origin }: World): void {
  const missing = origin === 'rest' ? [] : (['version', 'content_hash'] as const).filter((name) => !args[name]);
  if (missing.length > 0)
    throw invalid(missing.map((name) => ({ pointer: `#/args/${name}`, code: 'required', detail: 'is required' })));
  const staleVersion = typeof args['version'] === 'number' && args['version'] !== before.version;
  const staleContent = typeof args['content_hash'] === 'string' && args['content_hash'] !== frozen.content_hash;
  if (staleVersion || staleContent)
    throw new Problem('stale_version', 'The document has changed since it was read; read it again.', {
      members: { current_version: before.version, current_content_hash: frozen.content_hash },
    });
}

function decided(
  before: Document,
  status: DocumentStatus,
  outcome: ReviewRound['outcome'],
  notes: string | null,
  { by, at, importedBy }: Done,
): Document {
  const decision = { outcome, decided_by: by, decided_at: at, decision_notes: notes };
  const marked = importedBy ? { ...decision, imported_by: importedBy } : decision;
  return { ...before, status, review_rounds: withLast(before.review_rounds, marked) };
}

/** An earlier system decided only on what was submitted there: here nobody decides in the name of somebody else. */
function decidedBy(imported: unknown, { review_rounds: rounds }: Document, world: World): Done {
  const done = doneBy(imported, world, rounds.at(-1)?.submitted_at ?? null);
  if (done.importedBy && !rounds.at(-1)?.imported_by)
    throw invalid([
      { pointer: '#/imported', code: 'invalid_value', detail: 'this version was submitted here, and is decided here' },
    ]);
  return done;
}

function withLast(rounds: readonly ReviewRound[], change: Partial<ReviewRound>): ReviewRound[] {
  return rounds.map((round, i) => (i === rounds.length - 1 ? { ...round, ...change } : round));
}

/** With strict project states, documents in an archived project can only be restored after the project. */
function requireOpenProject({ project_id }: Document, world: World): void {
  if (!world.settings.strict_project_states || !project_id) return;
  if (world.record(project_id)?.body['status'] !== 'archived') return;
  throw new Problem('project_closed', 'The project is archived; restore it first.');
}

function words(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
