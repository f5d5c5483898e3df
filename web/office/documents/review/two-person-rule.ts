/** Whether the two-person rule keeps this reader from approving: they submitted or edited the version. The server decides. */
import { useLoaded } from '../../base/loaded.ts';
import { useMe } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';

export function useTwoPersonRule({ review_rounds, editors }: DocumentPart['document']): boolean {
  const me = useMe();
  const organisation = useLoaded('organisation', () => rest.getOrganisation());
  const settings = organisation.value?.settings;
  if (!settings?.require_two_person_approval || settings.allow_self_approval) return false;
  const last = review_rounds.at(-1);
  const people = [last?.submitted_by, last?.imported_by, ...editors];
  return people.some((person) => person?.id === me?.actor.id);
}
