/**
 * Review history from an earlier system: an administrator records who submitted or decided, and when. It is marked with who brought it in,
 * and never reads as self-approved (contract, Review and strictness).
 */
import * as z from 'zod';
import { may, type Person } from '../../../model/access.ts';
import { instant, person, text } from '../../../model/fields.ts';
import { Problem } from '../../../model/problem.ts';
import type { World } from '../../../model/resource.ts';
import { invalid } from '../../../model/validation.ts';
import { once } from '../../../base/once.ts';

export const importedAct = once(() => z.object({ by: person, at: instant, role: text(60) }));
type ImportedAct = z.infer<ReturnType<typeof importedAct>>;

/** Who did it, in which role, and when. `importedBy` is null unless it was brought in. */
export interface Done {
  readonly by: z.infer<typeof person>;
  readonly at: string;
  readonly role: string | null;
  readonly importedBy: Person | null;
}

/**
 * `imported`: the argument of the action, as parsed by `importedAct`. `after`: the latest time that it must not precede; null = none.
 * Throws `forbidden` without the permission to manage the organisation, and `validation_failed` for an impossible time.
 */
export function doneBy(imported: unknown, world: World, after: string | null): Done {
  const me = { id: world.author.id, name: world.author.name };
  if (!imported) return { by: me, at: world.now, role: world.actor.role, importedBy: null };
  if (!may(world.actor, 'organisation:manage'))
    throw new Problem('forbidden', 'Only an administrator may bring in reviews from an earlier system.', {
      members: { permission: 'organisation:manage' },
    });
  const { by, at, role = null } = imported as ImportedAct; // parsed by the schema of the arguments
  const time = Date.parse(at);
  const refuse = (code: string, detail: string): never => {
    throw invalid([{ pointer: '#/imported/at', code, detail }]);
  };
  if (time > Date.parse(world.now)) refuse('too_big', 'must not be in the future');
  if (after && time < Date.parse(after)) refuse('too_small', `must not be before ${after}, the step before it`);
  return { by, at: new Date(time).toISOString(), role, importedBy: me };
}
