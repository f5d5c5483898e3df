/** An actor of a contractor may address only records that belong to that contractor (contract, What a contractor sees). */
import type { EndpointName, Endpoints, ParamsOf } from '../../../shared/rest/rest.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import type { Kind } from '../../../shared/resources/index.ts';
import { holderOf, isVisibleTo, contractorAccessOf } from '../../commit/contractor-access.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { HandlerRequest } from './handler-request.ts';
import { idOf, missing } from './find.ts';
import type { RestContext } from './rest-context.ts';

type Parameter = { [Name in EndpointName]: keyof ParamsOf<Endpoints[Name]['path']> }[EndpointName];

/** Total: null for parameters that name no record, or something inside a record that the path already names. */
const kindByParameter: Readonly<Record<Parameter, Kind | null>> = {
  project: 'project',
  site: 'site',
  photo: 'photo',
  document: 'document',
  signoff: 'signoff',
  export: 'export',
  project_export: 'project_export',
  conflict: 'conflict',
  compliance: 'compliance',
  contractor: 'contractor',
  submission: 'submission',
  invitation: 'submission',
  permit: 'permit',
  incident: 'incident',
  worker: 'worker',
  user: 'user',
  id: null,
  version: null,
  comment: null,
  command: null,
  card: null,
  token: null,
  webhook: null,
  delivery: null,
  mirror: null,
  notification: null,
};

const entryBySegment: Readonly<Record<string, Kind>> = {
  sections: 'section',
  hazards: 'hazard',
  coshh: 'coshh',
  personnel: 'personnel',
  crew: 'crew_member',
};

/** Throws the same `not_found` as for a record that does not exist. */
export async function requireContractorAccess(
  { path }: Endpoint,
  { actor, params }: HandlerRequest,
  context: RestContext,
): Promise<void> {
  const { db } = context.store;
  const access = await contractorAccessOf(db, actor);
  if (!access) return;
  // A path to an entry is answered as a missing entry, even where its document is the one that is missing.
  const entry = entryBySegment[/\/(\w+)\/\{id\}$/.exec(path)?.[1] ?? ''];
  // The type is derived from the same paths.
  for (const [name, given] of Object.entries(params as Readonly<Record<Parameter, string>>)) {
    const kind = kindByParameter[name as Parameter];
    if (kind === null) continue;
    const absent = missing(entry ?? kind);
    const [row] = await loadByIds(db, actor.organisationId, [idOf(entry ?? kind, given)]);
    if (row?.kind !== kind) throw absent;
    const holders = await loadByIds(db, actor.organisationId, [holderOf(row) ?? []].flat());
    if (!isVisibleTo(access, row, (id) => holders.find((each) => each.id === id))) throw absent;
  }
}
