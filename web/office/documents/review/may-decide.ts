/** Whether this reader may decide on the version under review, by the rules by which the server takes decisions. */
import { administers } from '../../../../shared/model/access.ts';
import { useLoaded } from '../../base/loaded.ts';
import { useMay, useMe } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';

export interface MayDecide {
  readonly may: boolean;
  /** Why not, for somebody who decides on other versions. */
  readonly why: string | null;
}

export function useMayDecide({ review_rounds, editors }: DocumentPart['document']): MayDecide {
  const me = useMe();
  const mayApprove = useMay('documents:approve');
  const organisation = useLoaded('organisation', () => rest.getOrganisation());
  const settings = organisation.value?.settings;
  if (!mayApprove || !me) return { may: false, why: null };
  if (!settings?.require_two_person_approval) return { may: true, why: null };
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
