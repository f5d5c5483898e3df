/** A separate firm beside the site's organisation, with the settings under test and users by name. */
import type { Role } from '../../../shared/model/access.ts';
import type { EndpointName } from '../../../shared/rest/rest.ts';
import type { Outcome, Reply } from './outcome.ts';
import type { CallOptions, Site } from './site.ts';

export interface Firm {
  readonly organisationId: string;
  /** Headers of a user with this role; the same name is the same user. */
  as(role: Role, name?: string): Promise<Readonly<Record<string, string>>>;
  /** Called by an author unless `headers` say otherwise. */
  call<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<Outcome<Name>>;
  must<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<Reply<Name>>;
  /** A draft by the author. */
  draft(fields?: object): Promise<CallOptions & { readonly params: { readonly document: string } }>;
}

/** Only what `settings` turn on is strict. */
export async function openFirm(site: Site, settings: object = {}): Promise<Firm> {
  const organisationId = await site.world.organisation('Strict firm');
  const headersByPerson = new Map<string, Readonly<Record<string, string>>>();

  async function as(role: Role, name: string = role): Promise<Readonly<Record<string, string>>> {
    const person = `${role} ${name}`;
    const headers = headersByPerson.get(person) ?? {
      authorization: `Bearer ${await site.world.token(role, organisationId, name)}`,
    };
    headersByPerson.set(person, headers);
    return headers;
  }

  const firm: Firm = {
    organisationId,
    as,
    call: async (name, options) =>
      site.call(name, { ...options, headers: { ...(await as('author')), ...options?.headers } }),
    must: async (name, options) => {
      const answer = await firm.call(name, options);
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    draft: async (fields = {}) => {
      const { id } = await firm.must('createDocument', {
        body: { title: 'Roof works', document_type: 'rams', ...fields },
      });
      return { params: { document: id }, headers: await as('author') };
    },
  };
  const answer = await site.call('updateOrganisation', { body: { settings }, headers: await as('owner') });
  if (!answer.ok) throw new Error(`the settings were not taken: ${answer.text}`);
  return firm;
}

/** The author submits a draft for review; `prepare` fills it first. */
export async function submitted(
  firm: Firm,
  { fields = {}, body = {} }: { fields?: object; body?: object } = {},
  prepare: (draft: CallOptions) => Promise<unknown> = async () => undefined,
): Promise<CallOptions> {
  const draft = await firm.draft(fields);
  await prepare(draft);
  await firm.must('submitReview', { ...draft, body });
  return { params: draft.params };
}

/** Creates a user of the firm who can review; returns the id. */
export async function userOf(firm: Firm, role: 'manager' | 'author'): Promise<string> {
  const body = { name: 'Priya Nair', role, email: `${role}-${firm.organisationId}@firm.example` };
  return (await firm.must('createUser', { body, headers: await firm.as('owner') })).id;
}

const hazard = (severity: number, likelihood: number) => ({
  name: 'Fall from height',
  severity_before: 5,
  likelihood_before: 5,
  severity_after: severity,
  likelihood_after: likelihood,
});
/** Rated 25 before its controls. */
export const withHazard =
  (firm: Firm, severity: number, likelihood: number, more: object = {}) =>
  async (draft: CallOptions) =>
    firm.must('createHazard', { ...draft, body: { ...hazard(severity, likelihood), ...more } });
