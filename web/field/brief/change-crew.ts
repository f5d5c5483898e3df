/** Somebody is added to a crew, is not here any more, or is here again: records that every tablet of the site gets, and the office. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import type { NotHere } from '../../../shared/resources/signoff/crew.ts';
import { backBy, nextNamesake, offCrew } from '../../../shared/resources/signoff/crew-records.ts';
import type { Member } from '../base/crew.ts';
import { replica } from '../base/device.ts';

/** Of one document. */
export interface Known {
  readonly members: readonly Member[];
  readonly records: readonly Shown<'crew_member'>[];
  readonly notHere: readonly NotHere[];
}

/** Who was not here any more comes back, if name and employer are theirs; nobody else is hidden by what was said of them. */
export async function addPerson(
  document: string,
  { members, records, notHere }: Known,
  { id = null, name, employer, language }: Pick<Member, 'name' | 'employer' | 'language'> & Partial<Pick<Member, 'id'>>,
): Promise<void> {
  const added = { worker_id: id, name, employer_name: employer };
  const gone = notHere.map((each) => ({ ...each, worker_id: each.id }));
  const { isBack, removed } = backBy(gone, records, added);
  for (const each of removed) await replica().crew.remove(each);
  if (isBack) return;
  await replica().crew.create({
    document_id: document,
    ...added,
    preferred_language: language,
    namesake: nextNamesake(name, [...members, ...notHere], records),
  });
}

export async function leave(document: string, member: Member): Promise<void> {
  const { removed, added } = offCrew({ ...member, employer_name: member.employer });
  for (const each of removed) await replica().crew.remove(each);
  if (added) await replica().crew.create({ document_id: document, ...added });
}

export async function comeBack({ saidBy }: NotHere): Promise<void> {
  for (const id of saidBy) await replica().crew.remove(id);
}
