/** Whoever acts for a contractor is told of what a path names only where it is that contractor's part (contract, What a contractor sees). */
import type { EndpointName, Endpoints, ParamsOf } from '../../../shared/rest/rest.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import type { Kind } from '../../../shared/resources/index.ts';
import { holderOf, isInPart, ownPartOf } from '../../commit/contractor-access.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { HandlerRequest } from './handler-request.ts';
import { idOf, missing } from './find.ts';
import type { RestContext } from './rest-context.ts';

type Parameter = { [Name in EndpointName]: keyof ParamsOf<Endpoints[Name]['path']> }[EndpointName];

/** Total: null for what is no record, or is found within a record that the path names before it. */
const kindByParameter: Readonly<Record<Parameter, Kind | null>> = {
  project: 'project',
  site: 'site',
  photo: 'photo',
  document: 'document',
  signoff: 'signoff',
  export: 'export',
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
  card: null,
  token: null,
  webhook: null,
  delivery: null,
  notification: null,
};

const entryBySegment: Readonly<Record<string, Kind>> = {
  sections: 'section',
  hazards: 'hazard',
  coshh: 'coshh',
  personnel: 'personnel',
};

/** Throws the very `not_found` of what is not there. */
export async function requireContractorAccess(
  { path }: Endpoint,
  { actor, params }: HandlerRequest,
  context: RestContext,
): Promise<void> {
  const { db } = context.store;
  const part = await ownPartOf(db, actor);
  if (!part) return;
  // What an entry's path names is missed as the entry, whichever of the two is not there.
  const entry = entryBySegment[/\/(\w+)\/\{id\}$/.exec(path)?.[1] ?? ''];
  // The params of the path that the type is made of.
  for (const [name, given] of Object.entries(params as Readonly<Record<Parameter, string>>)) {
    const kind = kindByParameter[name as Parameter];
    if (kind === null) continue;
    const absent = missing(entry ?? kind);
    const [row] = await loadByIds(db, actor.organisationId, [idOf(entry ?? kind, given)]);
    if (row?.kind !== kind) throw absent;
    const holders = await loadByIds(db, actor.organisationId, [holderOf(row) ?? []].flat());
    if (!isInPart(part, row, (id) => holders.find((each) => each.id === id))) throw absent;
  }
}
