/** Another organisation on a site's server, with one record of each kind, to test isolation from both sides. */
import type { EndpointName } from '../../../shared/rest/rest.ts';
import type { Outcome, Reply } from './outcome.ts';
import { conflictAt, furnish, pushTo, type CallOptions, type Site } from './site.ts';

export interface Neighbour {
  readonly organisationId: string;
  /** By path parameter, as those of the site. */
  readonly ids: Readonly<Record<string, string>>;
  /** Headers of its administrator. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called by its administrator, on its own records unless `params` say otherwise. */
  call<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<Outcome<Name>>;
}

export async function openNeighbour(site: Site): Promise<Neighbour> {
  const { world, receiver } = site;
  const organisationId = await world.organisation('Neighbouring firm');
  const headers = { authorization: `Bearer ${await world.token('admin', organisationId)}` };
  const ids: Record<string, string> = {};

  const call = <Name extends EndpointName>(name: Name, options: CallOptions = {}): Promise<Outcome<Name>> =>
    site.call(name, {
      ...options,
      params: { ...ids, ...options.params },
      headers: { ...headers, ...options.headers },
    });
  async function must<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<Reply<Name>> {
    const answer = await call(name, options);
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }
  const draft: Site['draft'] = (fields = {}) =>
    must('createDocument', { body: { title: 'Roof works', document_type: 'rams', ...fields } });
  const device: Site['device'] = (...commands) => pushTo(world, organisationId, commands);
  await furnish({ world, receiver, must, draft, conflict: () => conflictAt({ draft, must, device }) }, ids);
  return { organisationId, ids, headers, call };
}
