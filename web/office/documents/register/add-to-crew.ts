/** What a press of Add changes of a crew, worked out from the crew as it is then and the people of the register. */
import { Problem } from '../../../../shared/model/problem.ts';
import { foldedName } from '../../../../shared/model/person-name.ts';
import { backBy, nextNamesake } from '../../../../shared/resources/signoff/crew-records.ts';
import { isSameEmployer, isSamePerson, personAmong } from '../../../../shared/model/same-person.ts';
import type { Rest } from '../../base/attempt.ts';
import type { KnownWorker, People } from '../../base/people.ts';
import { rest } from '../../base/server.ts';
import { namedOffers } from '../../frame/named-offers.ts';

/** As it is written. `picked` = of those who were offered. `employer` = null as long as it is left to follow the name. */
export interface Written {
  readonly text: string;
  readonly picked: KnownWorker | null;
  readonly employer: string | null;
}

interface Meant {
  readonly name: string;
  readonly employer_name: string | null;
}

export interface CrewChange {
  readonly name: string;
  readonly removed: readonly string[];
  readonly added: Parameters<Rest['addCrewMember']>[0]['body'] | null;
}

/** Whom it means among these: who was picked, or is written as they would be offered, else whom the name alone means. */
export function meantBy({ text, picked, employer }: Written, workers: readonly KnownWorker[]): Meant {
  const offered = picked ?? namedOffers(workers).get(text);
  const followed = (offered ?? personAmong(workers, { name: text }))?.employer_name;
  return { name: offered?.name ?? text, employer_name: (employer === null ? followed : employer.trim()) || null };
}

/** Throws if it may be somebody who is on the crew already. */
export async function additionTo(
  attempt: Rest,
  document: string,
  written: Written,
  { known }: People,
): Promise<CrewChange> {
  const workers = await known(attempt);
  const named = meantBy(written, workers);
  const [{ data: covered }, { data: records }] = await Promise.all([
    rest.listCoverage({ query: { document_id: document } }),
    rest.listCrew({ document }),
  ]);
  const { people = [], not_here: notHere = [] } = covered.find(({ id }) => id === document) ?? {};
  const isOfName = (each: { readonly name: string }): boolean => foldedName(each.name) === foldedName(named.name);
  const found = personAmong(workers, named);
  // Another of the name of somebody who left is the worker of the register only where the employer says so.
  const worker = found && notHere.some(isOfName) && !isEmployed(found, named) ? undefined : found;
  const added = {
    name: worker?.name ?? named.name,
    worker_id: worker?.id ?? null,
    employer_name: named.employer_name ?? worker?.employer_name ?? null,
    trade: worker?.trade ?? null,
    preferred_language: worker?.preferred_language ?? null,
  };
  const gone = notHere.map(({ crew_member_ids: saidBy, ...each }) => {
    const worker_id = records.find(({ id }) => saidBy.includes(id))?.worker_id;
    return { ...each, worker_id, saidBy };
  });
  const { isBack, removed } = backBy(gone, records, added);
  const { name } = added;
  if (isBack) return { name, removed, added: null };
  const asPerson = { ...added, id: added.worker_id };
  if (people.some((each) => isSamePerson({ ...each, id: each.worker_id }, asPerson)))
    throw new Problem('conflict', 'Somebody of this name is on the crew. Write what tells them apart.');
  return { name, removed, added: { ...added, namesake: nextNamesake(name, [...people, ...notHere], records) } };
}

function isEmployed(worker: KnownWorker, { employer_name }: Meant): boolean {
  return employer_name !== null && isSameEmployer(worker, { employer_name });
}
