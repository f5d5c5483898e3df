/** A server with one record of each kind, so that every path of the endpoint table works; and a caller from another organisation. */
import type { Role } from '../../../shared/model/access.ts';
import type { Command } from '../../../shared/model/command.ts';
import type { EventName } from '../../../shared/model/event.ts';
import { endpoints, type EndpointName } from '../../../shared/rest/rest.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { commit } from '../../../server/commit/commit.ts';
import type { Engine } from '../../../server/store/engine/engine.ts';
import { openReceiver, type Receiver } from '../../kit/receiver.ts';
import { openWorld, type Answer, type World, type WorldOptions } from '../../kit/world.ts';
import { png } from './images.ts';
import { answerTo, outcomeOf, type Outcome, type Reply } from './outcome.ts';

export interface CallOptions {
  /** Overrides of the default path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly as?: Role | 'nobody' | 'stranger';
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Site extends AsyncDisposable {
  readonly world: World;
  readonly receiver: Receiver;
  /** One id of each kind, by path parameter; entries by segment. */
  readonly ids: Readonly<Record<string, string>>;
  /** An export is rendered before the call is over, so that `document.exported` belongs to the caller that requested it. */
  call<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<Outcome<Name>>;
  /** The same, for set-up calls that must succeed. */
  must<Name extends EndpointName>(name: Name, options?: CallOptions): Promise<Reply<Name>>;
  /** A separate draft for each test that changes one. */
  draft(fields?: object): Promise<Reply<'createDocument'>>;
  /** Approved as version 1. */
  approved(fields?: object): Promise<Reply<'approve'>>;
  /** Pushes commands as a tablet, by sync. */
  device(...commands: readonly Command[]): Promise<void>;
  /** Two people change one field of this hazard; returns the id of the conflict. */
  conflict(): Promise<string>;
  /** The result of `work` and the names of the events that it emits, in order. */
  eventsOf<Result>(work: () => Promise<Result>): Promise<Witnessed<Result>>;
}

export interface Witnessed<Result> {
  readonly result: Result;
  readonly events: readonly EventName[];
}

/** An id that no record has. */
export const nothing = '018f0000-0000-7000-8000-00000000dead';

export interface SiteOptions extends Omit<WorldOptions, 'engine'> {
  /** `false` leaves the organisation empty, which is a second sooner: an export is rendered by a worker. */
  readonly isFurnished?: boolean;
  /** Called with every response, from the set-up on. */
  readonly witness?: (name: EndpointName, answer: Answer<unknown>) => void;
}

export async function openSite(engine: Engine = 'sqlite', settings: SiteOptions = {}): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const receiver = opened.use(await openReceiver());
  const environment = {
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_CA_FILE: receiver.caFile,
    ...settings.environment,
  };
  // No minute passes between what a test sets up and what it calls.
  const world = opened.use(await openWorld({ ...settings, engine, environment, calendarByHand: true }));
  const strangerToken = await world.token('admin', await world.organisation('Another firm'));
  const tokensByRole = new Map<Role, string>();
  const ids: Record<string, string> = {};
  let lastSeen = '0';

  async function authorization(as: CallOptions['as']): Promise<Record<string, string>> {
    if (as === undefined) return {};
    if (as === 'nobody') return { authorization: '' };
    if (as === 'stranger') return { authorization: `Bearer ${strangerToken}` };
    const token = tokensByRole.get(as) ?? (await world.token(as));
    tokensByRole.set(as, token);
    return { authorization: `Bearer ${token}` };
  }

  /** The events since the last look. */
  async function news(): Promise<EventName[]> {
    const { data, meta } = await site.must('listEvents', { query: `?limit=1000&after=${lastSeen}` });
    lastSeen = meta.next_after;
    const names = data.map(({ event }) => event);
    return meta.more ? [...names, ...(await news())] : names;
  }

  const site: Omit<Site, typeof Symbol.asyncDispose> = {
    world,
    receiver,
    ids,
    async call(name, { params = {}, query = '', body, as, headers = {} } = {}) {
      const endpoint: Endpoint = endpoints[name];
      const path = pathTo(endpoint.path, { ...ids, ...params }) + query;
      const sent = { ...(await authorization(as)), ...headers };
      const answer =
        body instanceof FormData
          ? await upload(world, path, body, sent)
          : await world.api<unknown>(endpoint.method, path, endpoint.method === 'GET' ? undefined : body, sent);
      if (endpoint.emits.includes('document.exported')) {
        await world.app.standingExports.run();
        await world.app.exports.run();
      }
      settings.witness?.(name, answer);
      return outcomeOf(name, answer);
    },
    async must(name, options) {
      const answer = await site.call(name, options);
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    draft: (fields = {}) =>
      site.must('createDocument', { body: { title: 'Roof works', document_type: 'rams', ...fields } }),
    async approved(fields) {
      const { id } = await site.draft(fields);
      await site.must('submitReview', { params: { document: id } });
      return await site.must('approve', { params: { document: id } });
    },
    device: (...commands) => pushTo(world, world.organisationId, commands),
    conflict: () => conflictAt(site),
    async eventsOf(work) {
      await news();
      const result = await work();
      return { result, events: await news() };
    },
  };
  if (settings.isFurnished ?? true) await furnish(site, ids);
  const owned = opened.move();
  return { ...site, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Pushes commands as a tablet of the organisation. */
export async function pushTo(world: World, organisationId: string, commands: readonly Command[]): Promise<void> {
  const actor = { organisationId, id: 'tablet', name: 'Tablet', role: 'device' } as const;
  await commit(world.app.commitContext, { actor, origin: 'sync', requestId: 'test' }, commands);
}

export async function conflictAt({ draft, must, device }: Pick<Site, 'draft' | 'must' | 'device'>): Promise<string> {
  const { id: document } = await draft();
  const { id } = await must('createHazard', { params: { document }, body: { name: 'Open edge' } });
  const [set, was] = [{ name: 'Edge protection' }, { name: 'Roof edge' }];
  await device({ op: 'patch', kind: 'hazard', id, set, was });
  const { data } = await must('listConflicts', { query: `?document_id=${document}` });
  if (!data[0]) throw new Error('no conflict came of it');
  return data[0].id;
}

/** The organisation to fill: the site's or another. */
export type Furnished = Pick<Site, 'world' | 'receiver' | 'must' | 'draft' | 'conflict'>;

/** Creates one record of each kind. */
export async function furnish(site: Furnished, ids: Record<string, string>): Promise<void> {
  ids['project'] = (
    await site.must('createProject', { body: { name: 'Harrow Lane', reference: 'HLC-014', status: 'active' } })
  ).id;
  ids['site'] = (await site.must('createSite', { body: { project_id: ids['project'], name: 'Block A' } })).id;
  const { id: contractor, submission } = await site.must('inviteContractor', { body: { name: 'Vantage Façades' } });
  ids['contractor'] = contractor;
  ids['submission'] = submission.id;
  ids['invitation'] = submission.id;
  ids['photo'] = (await site.must('uploadPhotos', { body: photosOf(png(1)) })).data[0]?.id ?? '';
  const document = (await site.draft({ project_id: ids['project'], site_id: ids['site'] })).id;
  ids['document'] = document;
  ids['sections'] = (await site.must('createSection', { body: { title: 'Sequence of works' } })).id;
  ids['hazards'] = (await site.must('createHazard', { body: { name: 'Fall from height' } })).id;
  ids['coshh'] = (await site.must('createCoshhAssessment', { body: { substance_name: 'Epoxy resin' } })).id;
  ids['personnel'] = (await site.must('createPersonnelEntry', { body: { name: 'Ewa Nowak' } })).id;
  await site.must('submitReview');
  await site.must('approve');
  ids['version'] = '1';
  ids['signoff'] = (await site.must('recordSignoff', { body: { worker_name: 'Luke Farrell' } })).id;
  ids['crew'] = (await site.must('addCrewMember', { body: { name: 'Kyle Bennett' } })).id;
  ids['export'] = (await site.must('exportDocument', { body: { format: 'docx' } })).id;
  if ((await site.must('getExport')).status !== 'completed') throw new Error('the export was not rendered');
  ids['project_export'] = (await site.must('exportProject', { body: { form: 'permit_register' } })).id;
  await site.world.app.exports.run();
  ids['notification'] = (await site.must('listNotifications')).data[0]?.id ?? '';
  ids['webhook'] = (await site.must('createWebhook', { body: { url: site.receiver.url, events: ['*'] } })).id;
  ids['mirror'] = (
    await site.must('createMirror', { body: { url: 'https://couch.example.com/sitefile', enabled: false } })
  ).id;
  await site.draft();
  await site.world.app.webhooks.run();
  ids['delivery'] = (await site.must('listDeliveries')).data[0]?.id ?? '';
  ids['compliance'] = (await site.must('checkCompliance')).id;
  ids['permit'] = (await site.must('createPermit', { body: { permit_type: 'dig', project_id: ids['project'] } })).id;
  ids['conflict'] = await site.conflict();
  const card = { scheme: 'CSCS', card_number: 'SAMPLE-1', expires_on: '2031-05-31' };
  const worker = await site.must('createWorker', { body: { name: 'Aisha Rahman', competence_cards: [card] } });
  ids['worker'] = worker.id;
  ids['card'] = worker.competence_cards?.[0]?.id ?? '';
  ids['user'] = (await site.must('createUser', { body: { name: 'Efua Mensah', role: 'author' } })).id;
  ids['token'] = (await site.must('createToken', { body: { name: 'Display', role: 'viewer' } })).id;
  ids['incident'] = (await site.must('createIncident', { body: nearMiss(ids['project'], ids['site']) })).id;
}

/** A complete incident report. */
export function nearMiss(project: string | undefined, site: string | null | undefined, more: object = {}): object {
  return {
    incident_type: 'near_miss',
    occurred_at: '2026-11-20T10:12:00Z',
    project_id: project,
    site_id: site,
    location: 'Level 6 north edge',
    description: 'A panel slipped in its cradle and was caught by the second strap.',
    ...more,
  };
}

export function pathTo(path: string, ids: Readonly<Record<string, string>>): string {
  const segment = /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? '';
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ids[segment] ?? name));
}

export function logoOf(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('logo', new Blob([bytes]), 'logo');
  return form;
}

export function photosOf(...files: readonly Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData();
  files.forEach((bytes, i) => form.append('photos[]', new Blob([bytes]), `photo ${i + 1}.png`));
  return form;
}

function upload(
  world: World,
  path: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
): Promise<Answer<unknown>> {
  const sent = { authorization: `Bearer ${world.adminToken}`, ...headers };
  return answerTo(fetch(new URL(path, world.url), { method: 'POST', body: form, headers: sent }));
}
