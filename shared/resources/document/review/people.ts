/** Separation of duties (contract, Review and strictness): who may decide on a version, and who may be asked to. */
import { administers, allows, isRole, systemActorId, type Person } from '../../../model/access.ts';
import type { JsonObject } from '../../../base/json.ts';
import { liveOf } from '../../../model/record.ts';
import { Problem } from '../../../model/problem.ts';
import type { World } from '../../../model/resource.ts';
import type { Document } from '../shape.ts';
import type { Done } from './imported.ts';

type Editors = NonNullable<Document['editors']>;
type Author = Document['review_rounds'][number]['submitted_by'];

/** The author of a change, and who sent it: a device names its author, but only the token proves anything. */
type Involved = Pick<World, 'author' | 'actor'>;

/** The editors including author and sender; the same list if nothing changes. */
export function withEditors(editors: Editors, { author, actor }: Involved): Editors {
  return withEditor(withEditor(editors, author), actor);
}

/** The server itself does not count as an editor. */
export function withEditor(editors: Editors, { id, name }: Person): Editors {
  if (id === systemActorId || editors.some((editor) => editor.id === id)) return editors;
  return [...editors, { id, name }];
}

/** Who edited the content of this version, submitted it, or brought its submission in from elsewhere. */
export function authorsOf({ editors, review_rounds }: Pick<Document, 'editors' | 'review_rounds'>): readonly Author[] {
  const last = review_rounds.at(-1);
  return [...(editors ?? []), last?.submitted_by, last?.imported_by].filter((person) => person != null);
}

/** Whether the author or the sender is one of them. */
export function hadPartIn(document: Document, { author, actor }: Involved): boolean {
  return authorsOf(document).some(({ id }) => id && (isSame(id, author.id) || isSame(id, actor.id)));
}

/** Throws `self_approval` or `not_reviewer`. `reason` = why someone who was not asked decides. */
export function requireDecider(
  action: 'approve' | 'reject',
  document: Document,
  reason: string | null,
  { actor, author, settings }: Involved & Pick<World, 'settings'>,
): void {
  if (!settings.require_two_person_approval) return;
  if (action === 'approve' && !settings.allow_self_approval && hadPartIn(document, { author, actor }))
    throw new Problem('self_approval', 'This version must be approved by someone who neither submitted nor edited it.');
  const asked = document.review_rounds.at(-1)?.reviewer?.id;
  if (!asked || (isSame(asked, author.id) && isSame(asked, actor.id))) return;
  const mayStepIn = administers(actor.role);
  if (mayStepIn && reason) return;
  throw new Problem(
    'not_reviewer',
    mayStepIn
      ? 'Someone else was asked to review; give a reason for deciding instead.'
      : 'Someone else was asked to review; an admin may decide instead, with a reason.',
    {
      members: { reviewer_id: asked },
      ...(mayStepIn
        ? {
            errors: [
              {
                pointer: action === 'approve' ? '#/notes' : '#/reason',
                code: 'required',
                detail: 'must say why you decide instead of the reviewer',
              },
            ],
          }
        : {}),
    },
  );
}

/** The requested reviewer: the one named, or the organisation's default if eligible. Null = anyone with the permission. */
export function reviewerOf(document: Document, named: string | null, world: World): { id: string } | null {
  const { settings } = world;
  if (named !== null) {
    requireFit(document, named, world);
    return { id: named };
  }
  const usual = settings.default_reviewer_id;
  return usual !== null && !fault(document, usual, world) ? { id: usual } : null;
}

/** Free text may name a reviewer unless two people are required; what looks like an id must be one. */
function requireFit(document: Document, reviewerId: string, world: World): void {
  const { settings, isReplica } = world;
  const found = settings.require_two_person_approval
    ? fault(document, reviewerId, world)
    : looksLikeId(reviewerId) && !isReplica && !userOf(reviewerId, world)
      ? unknownUser
      : null;
  if (!found) return;
  const { code, detail } = found;
  throw new Problem(code, detail, { errors: [{ pointer: '#/reviewer_id', code, detail }] });
}

/** Why this person cannot be asked. A replica does not hold all users, so an unknown id is accepted there. */
function fault(
  document: Document,
  reviewerId: string,
  world: World,
): { code: 'reference_unknown' | 'validation_failed' | 'self_approval'; detail: string } | null {
  const { require_two_person_approval: strict, allow_self_approval: selfApproval } = world.settings;
  const user = userOf(reviewerId, world);
  if (user && user['active'] === false)
    return { code: 'validation_failed', detail: 'The reviewer is no longer active.' };
  if (user && !canApprove(String(user['role'])))
    return { code: 'validation_failed', detail: `The reviewer is ${String(user['role'])} and cannot approve.` };
  if (!user && strict && !world.isReplica) return unknownUser;
  const involved = [world.author, world.actor, ...(document.editors ?? [])];
  const had = involved.some(({ id }) => isSame(id, reviewerId));
  if (strict && !selfApproval && had)
    return {
      code: 'self_approval',
      detail: 'The reviewer must neither have submitted nor edited the version.',
    };
  return null;
}

const unknownUser = { code: 'reference_unknown', detail: 'There is no user with this id.' } as const;

function looksLikeId(text: string): boolean {
  return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

function canApprove(role: string): boolean {
  return isRole(role) && allows(role, 'documents:approve');
}

/** For the rules on who may decide: the person of an imported decision counts, not the one who brings it in. */
export function deciding({ by, importedBy }: Done, world: World): Parameters<typeof requireDecider>[3] {
  if (!importedBy) return world;
  const person = { id: by.id ?? '', name: by.name };
  return { author: person, actor: { ...world.actor, ...person }, settings: world.settings };
}

function userOf(id: string, world: World): JsonObject | null {
  return liveOf(world.record(id.toLowerCase()), 'user')?.body ?? null;
}

/** Ids are case-insensitive (RFC 9562). */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
