/** What a press of Add changes of a crew, worked out from the crew as it is then and the people of the register. */
import { Problem } from '../../../../shared/model/problem.ts';
import { foldedName } from '../../../../shared/model/person-name.ts';
import { backBy, nextNamesake } from '../../../../shared/resources/signoff/crew-records.ts';
import { isSameEmployer, isSamePerson, personAmong } from '../../../../shared/model/same-person.ts';
import type { Rest } from '../../base/attempt.ts';
import type { KnownWorker } from '../../base/people.ts';
import { rest } from '../../base/server.ts';

/** As it is written. */
interface Written {
  readonly name: string;
  readonly employer_name: string | null;
}

export interface CrewChange {
  readonly removed: readonly string[];
  readonly added: Parameters<Rest['addCrewMember']>[0]['body'] | null;
}

/** Throws if it may be somebody who is on the crew already. */
export async function additionTo(
  document: string,
  written: Written,
  workers: readonly KnownWorker[],
): Promise<CrewChange> {
  const [{ data: covered }, { data: records }] = await Promise.all([
    rest.listCoverage({ query: { document_id: document } }),
    rest.listCrew({ document }),
  ]);
  const { people = [], not_here: notHere = [] } = covered.find(({ id }) => id === document) ?? {};
  const isOfName = (each: { readonly name: string }): boolean => foldedName(each.name) === foldedName(written.name);
  const found = personAmong(workers, written);
  // Another of the name of somebody who left is the worker of the register only where the employer says so.
  const worker = found && notHere.some(isOfName) && !isEmployed(found, written) ? undefined : found;
  const added = {
    name: worker?.name ?? written.name,
    worker_id: worker?.id ?? null,
    employer_name: written.employer_name ?? worker?.employer_name ?? null,
    trade: worker?.trade ?? null,
    preferred_language: worker?.preferred_language ?? null,
  };
  const gone = notHere.map(({ crew_member_ids: saidBy, ...each }) => {
    const worker_id = records.find(({ id }) => saidBy.includes(id))?.worker_id;
    return { ...each, worker_id, saidBy };
  });
  const { isBack, removed } = backBy(gone, records, added);
  if (isBack) return { removed, added: null };
  const asPerson = { ...added, id: added.worker_id };
  if (people.some((each) => isSamePerson({ ...each, id: each.worker_id }, asPerson)))
    throw new Problem('conflict', 'Somebody of this name is on the crew. Write what tells them apart.');
  return { removed, added: { ...added, namesake: nextNamesake(added.name, [...people, ...notHere], records) } };
}

function isEmployed(worker: KnownWorker, { employer_name }: Written): boolean {
  return employer_name !== null && isSameEmployer(worker, { employer_name });
}
