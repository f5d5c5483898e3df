/** What was said of crews, on any tablet or in the office: who was added, and who is not here any more. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { foldedName } from '../../../shared/model/person-name.ts';
import { nextNamesake, offCrew, type NotHere } from '../../../shared/resources/signoff/crew.ts';
import { contentOf } from './content.ts';
import type { Member } from './crew.ts';
import { replica } from './device.ts';
import { useLive } from './signal.ts';

type CrewRecord = Shown<'crew_member'>;

/** Of one document, or of all; undefined while they are read. */
export function useCrewRecords(document?: string): readonly CrewRecord[] | undefined {
  return useLive(`crew of ${document ?? 'all'}`, () =>
    replica().crew.watch(document === undefined ? {} : { document_id: document }),
  );
}

/** Somebody of this name who was not here any more comes back. `records` = of the document. */
export async function addPerson(
  version: Pick<Shown<'version'>, 'document_id' | 'content'>,
  { records, notHere }: { readonly records: readonly CrewRecord[]; readonly notHere: readonly NotHere[] },
  { name, employer, language }: Pick<Member, 'name' | 'employer' | 'language'>,
): Promise<void> {
  const back = notHere.find((each) => foldedName(each.name) === foldedName(name));
  if (back) return await comeBack(back);
  await replica().crew.create({
    document_id: version.document_id,
    name,
    employer_name: employer,
    preferred_language: language,
    namesake: nextNamesake(name, contentOf(version).personnel, records),
  });
}

export async function leave(document: string, member: Member): Promise<void> {
  const hasAnswered = member.signedAt !== null;
  const { removed, added } = offCrew({ ...member, employer_name: member.employer, hasAnswered });
  for (const id of removed) await replica().crew.remove(id);
  if (added) await replica().crew.create({ document_id: document, ...added });
}

export async function comeBack({ saidBy }: NotHere): Promise<void> {
  for (const id of saidBy) await replica().crew.remove(id);
}
