/** Whether somebody may decide on the version under review, by the rules by which the server takes decisions. */
import { administers } from '../../../../shared/model/access.ts';
import type { Rest } from '../../base/attempt.ts';
import type { Me } from '../../base/me.ts';

/** As in a row of the list of documents. */
type Review = NonNullable<Awaited<ReturnType<Rest['listDocuments']>>['data'][number]['review']>;
type Settings = Awaited<ReturnType<Rest['getOrganisation']>>['settings'];

export interface MayDecide {
  readonly may: boolean;
  /** Why not, for somebody who decides on other versions. */
  readonly why: string | null;
}

/**
 * @param me somebody with the right to approve
 * @param settings undefined until they are read: nobody is offered a decision before that
 */
export function mayDecide(
  { authors, reviewer }: Review,
  me: Pick<Me, 'actor' | 'role'> | undefined,
  settings: Settings | undefined,
): MayDecide {
  if (!me || !settings) return { may: false, why: null };
  if (!settings.require_two_person_approval) return { may: true, why: null };
  const isMe = (id: string | null | undefined): boolean => id?.toLowerCase() === me.actor.id.toLowerCase();
  if (!settings.allow_self_approval && authors.some(({ id }) => isMe(id)))
    return { may: false, why: 'You wrote or submitted this version. Somebody else has to approve it.' };
  // An administrator may step in, and says why.
  if (reviewer && !isMe(reviewer.id) && !administers(me.role))
    return { may: false, why: 'Somebody else was asked to review this version.' };
  return { may: true, why: null };
}
