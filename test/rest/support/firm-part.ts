/** Two contractors in a site's organisation, each with one record of each kind, and a user of the first (contract, What a contractor sees). */
import type { EndpointName } from '../../../shared/rest/rest.ts';
import { conflictAt, furnish, type CallOptions, type Site } from './site.ts';
import type { Outcome, Reply } from './outcome.ts';

export interface Firm {
  /** One id of each kind of the firm, by path parameter; entries by segment. */
  readonly ids: Readonly<Record<string, string>>;
  /** Called by a user of the firm, on its own records unless `params` say otherwise. */
  call<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<Outcome<Name>>;
  /** The same, for what must succeed. */
  must<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<Reply<Name>>;
}

export async function openFirm(site: Site): Promise<Firm> {
  const ids: Record<string, string> = {};
  const must = <Name extends EndpointName>(name: Name, options: CallOptions = {}): Promise<Reply<Name>> =>
    site.must(name, { ...options, params: { ...ids, ...options.params } });
  const draft: Site['draft'] = (fields = {}) =>
    must('createDocument', {
      body: { title: 'Roof works', document_type: 'rams', contractor_id: ids['contractor'], ...fields },
    });
  const conflict = (): Promise<string> =>
    conflictAt({ draft, must, device: (...commands) => site.device(...commands) });
  await furnish({ world: site.world, receiver: site.receiver, must, draft, conflict }, ids);
  const user = await site.must('createUser', {
    body: { name: 'Ruth Delaney', role: 'contractor_author', contractor_id: ids['contractor'] },
  });
  const { token } = await site.must('createToken', { body: { name: 'Ruth', user_id: user.id } });
  const headers = { authorization: `Bearer ${token}` };
  const call: Firm['call'] = (name, options = {}) =>
    site.call(name, {
      ...options,
      params: { ...ids, ...options.params },
      headers: { ...headers, ...options.headers },
    });
  return {
    ids,
    call,
    async must(name, options) {
      const answer = await call(name, options);
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
  };
}
