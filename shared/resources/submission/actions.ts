/** Actions on a submission: the transitions of states.ts, who may make them, and their effects (contract, Contractors). */
import type * as z from 'zod';
import { contractorOf, systemActorId } from '../../model/access.ts';
import { Problem } from '../../model/problem.ts';
import type { Action, World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import { existing } from '../belongs.ts';
import { submissionArgs, submissionSchema, type Submission } from './shape.ts';
import { advanceSubmission, submissionStatusAt, type SubmissionMove } from './states.ts';

type Args<Name extends keyof typeof submissionArgs> = z.output<ReturnType<(typeof submissionArgs)[Name]>>;

/** Fields of the previous round, which keeps them; they do not apply to the new submission. */
const notReviewed = { review_code: null, comments: [], reviewed_at: null, reviewed_by: null };

export const submissionActions = {
  accept: action('accept', 'submissions:write', (before, args, world) => ({
    status: advanceSubmission(before.status, 'accept'),
    accepted_at: momentOf(args.at, before.invited_at, world),
  })),
  start: action('start', 'submissions:write', (before) => ({ status: advanceSubmission(before.status, 'start') })),
  submit: action('submit', 'submissions:write', (before, args, world) => {
    const status = advanceSubmission(before.status, 'submit');
    const submitted_at = momentOf(args.at, before.reviewed_at ?? before.accepted_at, world);
    const inTime = before.deadline && submitted_at.slice(0, 10) <= before.deadline;
    return {
      status,
      documents: (args.documents ?? []).map((named, i) => handedIn(before, named, i, world)),
      papers: args.papers ?? [],
      notes: args.notes ?? null,
      submitted_at,
      submitted_by: me(world),
      ...(inTime ? { deadline_met: before.deadline } : {}),
      ...notReviewed,
    };
  }),
  begin_review: action('begin_review', 'contractors:write', (before) => ({
    status: advanceSubmission(before.status, 'begin_review'),
  })),
  review: action('review', 'documents:approve', (before, args, world) => {
    const { review_code } = args;
    const comments = args.comments ?? [];
    const status = advanceSubmission(before.status, 'review', review_code);
    requireSecondPerson(before, world);
    if (review_code !== 'A' && comments.length === 0)
      throw invalid([{ pointer: '#/comments', code: 'too_small', detail: `must say why it is ${review_code}` }]);
    const reviewed_at = momentOf(args.at, before.submitted_at, world);
    const { submitted_at, submitted_by, documents, papers, notes } = before;
    const handed = { submitted_at, submitted_by, documents, papers, notes };
    const decided = { review_code, comments, reviewed_at, reviewed_by: me(world) };
    return { status, ...decided, rounds: [...before.rounds, { ...handed, ...decided }] };
  }),
  withdraw: action('withdraw', 'submissions:write', (before, { reason }, world) => ({
    status: advanceSubmission(before.status, 'withdraw'),
    withdrawn_at: world.now,
    closing_reason: reason ?? null,
  })),
  remove: action('remove', 'contractors:write', (before, { reason }, world) => ({
    status: advanceSubmission(before.status, 'remove'),
    removed_at: world.now,
    closing_reason: reason ?? null,
  })),
  /** Starts over; comments on earlier rounds stay in those rounds. */
  reinvite: action('reinvite', 'contractors:write', (before, args, world) => ({
    status: advanceSubmission(before.status, 'reinvite'),
    required_document_types: args.required_document_types ?? before.required_document_types,
    instructions: args.instructions === undefined ? before.instructions : args.instructions,
    deadline: args.deadline === undefined ? before.deadline : args.deadline,
    documents: [],
    papers: [],
    notes: null,
    ...notReviewed,
    invited_at: world.now,
    accepted_at: null,
    submitted_at: null,
    submitted_by: null,
    deadline_met: null,
    withdrawn_at: null,
    removed_at: null,
    closing_reason: null,
    overdue_told_for: null,
  })),
  /** For the calendar: a missed deadline is announced once, and again only for another deadline. */
  tell_overdue: action('tell_overdue', 'contractors:write', (before, { deadline }, world) => {
    if (world.actor.id !== systemActorId)
      throw new Problem('forbidden', 'Only the server announces overdue submissions.');
    const late = before.deadline === deadline && submissionStatusAt(before, world.now) === 'overdue';
    if (!late || before.overdue_told_for === deadline) throw new Problem('invalid_transition', 'Nothing is overdue.');
    return { overdue_told_for: deadline };
  }),
} satisfies Readonly<Record<SubmissionMove | 'tell_overdue', Action<Submission>>>;

/** Every action parses its arguments by its own schema and returns a complete body, also for records older than a field. */
function action<Name extends keyof typeof submissionArgs>(
  name: Name,
  permission: NonNullable<Action<Submission>['permission']>,
  changed: (before: Submission, args: Args<Name>, world: World) => Partial<Submission>,
): Action<Submission> & { readonly args: (typeof submissionArgs)[Name] } {
  const args = submissionArgs[name];
  return {
    permission,
    args,
    run: (stored, given, world) => {
      const before = submissionSchema().parse(stored);
      requireOwn(before, world);
      // `given` was parsed by this schema before the action runs.
      return { after: submissionSchema().parse({ ...before, ...changed(before, given as Args<Name>, world) }) };
    },
  };
}

/** A contractor's actor may only act for that contractor. */
function requireOwn({ contractor_id }: Submission, { actor }: World): void {
  if (actor.role === 'contractor_author' && contractorOf(actor) !== contractor_id)
    throw new Problem('forbidden', 'The submission belongs to another contractor.');
}

/** The submitter must not review, if the organisation requires two people. */
function requireSecondPerson({ submitted_by: by }: Submission, { actor, author, settings }: World): void {
  if (!settings.require_two_person_approval || settings.allow_self_approval) return;
  if (by?.id !== actor.id && by?.id !== author.id) return;
  throw new Problem('forbidden', 'The person who submitted the documents may not review them.');
}

type Named = NonNullable<Args<'submit'>['documents']>[number];

/** The document in its current state. A contractor may name documents of the project only; others count as unknown. */
function handedIn(before: Submission, named: Named, i: number, world: World): Submission['documents'][number] {
  const field = `documents/${i}/document_id`;
  const { body, id } = existing(world, named.document_id, 'document', field);
  const outside = body['project_id'] !== before.project_id;
  if (world.actor.role === 'contractor_author' && outside) throw unknownDocument(field);
  const working = Number(body['version']);
  if (named.version && named.version > working)
    throw invalid([{ pointer: `#/documents/${i}/version`, code: 'too_big', detail: `must be ${working} or less` }]);
  const { reference, document_type } = body;
  return submissionSchema()
    .shape.documents.unwrap()
    .element.parse({ document_id: id, reference, document_type, version: named.version ?? working });
}

function unknownDocument(field: string): Problem {
  return new Problem('reference_unknown', 'There is no document with this id.', {
    errors: [{ pointer: `#/${field}`, code: 'reference_unknown', detail: 'no document has this id' }],
  });
}

/** Now, or the time that the office gives: not in the future, and not before the previous step. */
export function momentOf(
  at: string | null | undefined,
  earliest: string | null,
  { now, actor }: World,
  field = 'at',
): string {
  if (!at) return now;
  const refuse = (detail: string): Problem => invalid([{ pointer: `#/${field}`, code: 'custom', detail }]);
  if (actor.role === 'contractor_author') throw refuse('can only be set by the office');
  if (Date.parse(at) > Date.parse(now)) throw refuse('must not be in the future');
  if (earliest && Date.parse(at) < Date.parse(earliest)) throw refuse(`must not be before ${earliest}`);
  return at;
}

function me({ author }: World): { readonly id: string; readonly name: string } {
  return { id: author.id, name: author.name.slice(0, 200) };
}
