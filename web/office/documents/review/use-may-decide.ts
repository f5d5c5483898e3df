/** Whether this reader may decide on the version under review: not before the rules of the organisation are read. */
import { authorsOf } from '../../../../shared/resources/document/review/people.ts';
import { useLoaded } from '../../base/loaded.ts';
import { useMay, useMe } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { mayDecide, type MayDecide } from './may-decide.ts';

export function useMayDecide(document: DocumentPart['document']): MayDecide {
  const me = useMe();
  const mayApprove = useMay('documents:approve');
  const organisation = useLoaded('organisation', () => rest.getOrganisation());
  const review = { authors: [...authorsOf(document)], reviewer: document.review_rounds.at(-1)?.reviewer ?? null };
  return mayApprove ? mayDecide(review, me, organisation.value?.settings) : { may: false, why: null };
}
