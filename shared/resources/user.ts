/**
 * User: a person, or a named program, who works with the documents (contract, Organisation). A token acts as one, and has at most the user's
 * role; people also sign in to the office, by a link to their e-mail address.
 */
import * as z from 'zod';
import { administers, requireGrantable, roles, type Role } from '../model/access.ts';
import { Problem } from '../model/problem.ts';
import { bookkeeping, type BodyOf } from '../model/declared-fields.ts';
import { defineResource, type World } from '../model/resource.ts';
import { requireNamed } from './belongs.ts';
import { email, oneLine, reference, text } from '../model/fields.ts';
import { once } from '../base/once.ts';

/** A user is never a device. */
export const userRoles = roles.filter((role): role is Exclude<Role, 'device'> => role !== 'device');

const fields = once(() => ({
  name: oneLine(160),
  /** Unique among active users, ignoring case. */
  email,
  role: z.enum(userRoles),
  job_title: text(160),
  phone: text(40),
  qualifications: z.array(z.string().max(120)).max(40).default([]),
  locale: text(35),
  /** The contractor, and the worker record, that the user belongs to. */
  contractor_id: reference,
  worker_id: reference,
  active: bookkeeping(z.boolean().default(true)),
}));
export type User = BodyOf<ReturnType<typeof fields>>;

export const user = defineResource({
  kind: 'user',
  permission: 'users:manage',
  readPermission: 'users:manage',
  replicates: false,
  fields,
  // Rules read users, for example as reviewers; no path that a contractor's token may call names one.
  contractorAccess: 'everybody',
  holdsTokens: true,
  columns: (body) => ({ status: body.active ? 'active' : 'inactive', type: body.role }),
  reads: (body) => ({ kinds: ['user'], ids: [body.contractor_id, body.worker_id] }),
  admit: (before, after, world, id) => {
    requireOwnerForOwner(before, world);
    // Who gets the e-mails of a user can sign in as that user.
    if (before?.role !== after.role || before.email !== after.email) requireGrantable(world.actor, after.role);
    if (before && governs(before) && !governs(after)) requireSomebodyLeft(world, id);
    requireFreeAddress(after, world, id);
    requireNamed(before, after, { contractor_id: 'contractor', worker_id: 'worker' }, world);
    return after;
  },
  actions: {
    deactivate: {
      args: once(() => z.object({})),
      run: (before, _args, world, id) => {
        if (!before.active) throw alreadyIs('inactive');
        requireOwnerForOwner(before, world);
        if (governs(before)) requireSomebodyLeft(world, id);
        return { after: { ...before, active: false } };
      },
    },
    /** Tokens revoked by a deactivation are not restored. */
    reactivate: {
      args: once(() => z.object({})),
      run: (before, _args, world, id) => {
        if (before.active) throw alreadyIs('active');
        requireGrantable(world.actor, before.role);
        const after = { ...before, active: true };
        requireFreeAddress(after, world, id);
        return { after };
      },
    },
  },
  events: () => [],
});

/** Administers the organisation, with all permissions. */
function governs({ active, role }: User): boolean {
  return active && administers(role);
}

function requireOwnerForOwner(before: User | null, { actor }: World): void {
  if (before?.role === 'owner' && actor.role !== 'owner')
    throw new Problem('forbidden', 'Only an owner can change an owner.');
}

/** An organisation with an administrator always keeps one. One without users is administered by its tokens. */
function requireSomebodyLeft(world: World, id: string): void {
  if (others(world, id).some(governs)) return;
  throw new Problem('conflict', 'This is the last active owner or admin: make another one first.');
}

function requireFreeAddress(after: User, world: World, id: string): void {
  const address = after.email?.toLowerCase();
  if (!after.active || !address) return;
  if (others(world, id).some((other) => other.active && other.email?.toLowerCase() === address))
    throw new Problem('conflict', 'Another active user has this e-mail address.', {
      errors: [{ pointer: '#/email', code: 'conflict', detail: 'belongs to another active user' }],
    });
}

function others(world: World, id: string): User[] {
  return world
    .all('user')
    .filter((record) => record.id !== id)
    .map((record) => record.body as unknown as User); // a record of kind user has a body of its schema
}

function alreadyIs(state: 'active' | 'inactive'): Problem {
  return new Problem('invalid_transition', `The user is ${state} already.`, {
    members: { from: state, allowed: [state === 'active' ? 'deactivate' : 'reactivate'] },
  });
}
