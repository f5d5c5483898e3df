/** Whether somebody may decide on the version under review, by the rules by which the server takes decisions. */
import { administers } from '../../../../shared/model/access.ts';
import type { Rest } from '../../base/attempt.ts';
import type { Me } from '../../base/me.ts';
import type { DocumentPart } from '../part.ts';

type Reviewed = Pick<DocumentPart['document'], 'review_rounds' | 'editors'>;
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
  { review_rounds, editors }: Reviewed,
  me: Pick<Me, 'actor' | 'role'> | undefined,
  settings: Settings | undefined,
): MayDecide {
  if (!me || !settings) return { may: false, why: null };
  if (!settings.require_two_person_approval) return { may: true, why: null };
  const isMe = (id: string | null | undefined): boolean => id?.toLowerCase() === me.actor.id.toLowerCase();
  const last = review_rounds.at(-1);
  const people = [last?.submitted_by, last?.imported_by, ...editors];
  if (!settings.allow_self_approval && people.some((person) => isMe(person?.id)))
    return { may: false, why: 'You wrote or submitted this version. Somebody else has to approve it.' };
  // An administrator may step in, and says why.
  if (last?.reviewer && !isMe(last.reviewer.id) && !administers(me.role))
    return { may: false, why: 'Somebody else was asked to review this version.' };
  return { may: true, why: null };
}
