/** Conflict: two people changed one field differently. Both values are kept and shown until someone resolves it. */
import * as z from 'zod';
import { conflictNotices } from './notices/conflict.ts';
import { Problem } from '../model/problem.ts';
import { serverWritten, type BodyOf } from '../model/declared-fields.ts';
import { defineResource, type World } from '../model/resource.ts';
import { person } from '../model/fields.ts';
import { once } from '../base/once.ts';
import { twoEdits } from './two-edits.ts';

/** The record then keeps the current value, takes the other one, takes the merged proposal, or takes a value that somebody writes. */
export const resolutions = ['keep', 'take', 'merge', 'write'] as const;
export type Resolution = (typeof resolutions)[number];

const fields = once(() =>
  serverWritten({
    ...twoEdits(),
    kept: z.enum(['theirs', 'mine', 'both']),
    proposal: z.json(),
    state: z.enum(['open', 'settled']),
    resolution: z.enum(resolutions).nullable().optional(),
    settled_by: person.nullable(),
    settled_at: z.string().nullable(),
  }),
);

export type Conflict = BodyOf<ReturnType<typeof fields>>;

const settleArgs = once(() => z.object({ resolution: z.enum(resolutions).default('keep') }));

export const conflict = defineResource({
  kind: 'conflict',
  permission: 'conflicts:write',
  replicates: true,
  isSideRecord: true,
  fields,
  about: (body) => body.record_id,
  quotes: { kind: 'record_kind', field: 'field', values: ['was', 'theirs', 'mine', 'proposal'] },
  columns: (body) => ({ document_id: body.document_id, status: body.state, type: body.record_kind }),
  admit: () => {
    throw new Problem('forbidden', 'Only a merge creates conflicts.');
  },
  hasEnded: ({ state }) => state === 'settled',
  actions: {
    /** Marks the conflict as resolved. A change of the record itself is a separate command (shared/resolve-conflict.ts). */
    settle: {
      args: settleArgs,
      run: (before, args, world) => {
        if (before.state === 'settled') throw new Problem('invalid_transition', 'The conflict is already resolved.');
        return { after: settledBy(before, settleArgs().parse(args).resolution, world) };
      },
    },
  },
  events: () => [],
  notices: conflictNotices,
});

export function settledBy(
  before: Conflict,
  resolution: Resolution,
  { author, now }: Pick<World, 'author' | 'now'>,
): Conflict {
  const settled_by = { id: author.id, name: author.name };
  return { ...before, state: 'settled', resolution, settled_by, settled_at: now };
}
