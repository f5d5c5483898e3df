/** A world with one of everything in it, so that every path of the endpoint table leads somewhere; and a stranger from another organisation. */
import type { Role } from '../../../shared/access.ts';
import type { Command } from '../../../shared/command.ts';
import type { EventName } from '../../../shared/event.ts';
import { endpoints, type EndpointName } from '../../../shared/rest.ts';
import type { Endpoint } from '../../../shared/rest-endpoint.ts';
import { commit } from '../../../server/commit.ts';
import type { Engine } from '../../../server/store/engine.ts';
import { openReceiver, type Receiver } from '../../kit/receiver.ts';
import { openWorld, type Answer, type World } from '../../kit/world.ts';
import { png } from './images.ts';

/** What a test expects to read; the assertions prove it. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers are read as loosely as a foreign client reads them
export type Loose = any;

export interface CallOptions {
  /** Where other than the ones that stand. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly as?: Role | 'nobody' | 'stranger';
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Site extends AsyncDisposable {
  readonly world: World;
  readonly receiver: Receiver;
  /** One of everything, by the name of its path parameter; entries by their segment. */
  readonly ids: Readonly<Record<string, string>>;
  call(name: EndpointName, options?: CallOptions): Promise<Answer<Loose>>;
  /** The same, for what must succeed before the test begins. */
  must(name: EndpointName, options?: CallOptions): Promise<Loose>;
  /** A draft of its own for each test that changes one. */
  draft(fields?: object): Promise<Loose>;
  /** Approved as version 1. */
  approved(fields?: object): Promise<Loose>;
  /** What a tablet asks for, at its own door. */
  device(...commands: readonly Command[]): Promise<void>;
  /** Two people change one field of this hazard; the id of the conflict that comes of it. */
  conflict(): Promise<string>;
  /** The names of the events that `work` fires, in their order. */
  eventsOf(work: () => Promise<unknown>): Promise<EventName[]>;
}

export async function openSite(engine: Engine = 'sqlite'): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const receiver = opened.use(await openReceiver());
  const environment = { WEBHOOK_ALLOW: '127.0.0.1', WEBHOOK_CA_FILE: receiver.caFile };
  const world = opened.use(await openWorld({ engine, environment }));
  const tokens = new Map<string, string>([
    ['stranger', await world.token('admin', await world.organisation('Another firm'))],
  ]);
  const ids: Record<string, string> = {};

  async function authorization(as: CallOptions['as']): Promise<Record<string, string>> {
    if (as === undefined) return {};
    if (as === 'nobody') return { authorization: '' };
    const token = tokens.get(as) ?? (await world.token(as as Role)); // 'stranger' is there from the start
    tokens.set(as, token);
    return { authorization: `Bearer ${token}` };
  }

  const site: Omit<Site, typeof Symbol.asyncDispose> = {
    world,
    receiver,
    ids,
    async call(name, { params = {}, query = '', body, as, headers = {} } = {}) {
      const endpoint: Endpoint = endpoints[name];
      const path = pathTo(endpoint.path, { ...ids, ...params }) + query;
      const sent = { ...(await authorization(as)), ...headers };
      if (body instanceof FormData) return await upload(world, path, body, sent);
      return await world.api(endpoint.method, path, endpoint.method === 'GET' ? undefined : body, sent);
    },
    async must(name, options) {
      const answer = await site.call(name, options);
      if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    draft: (fields = {}) =>
      site.must('createDocument', { body: { title: 'Roof works', document_type: 'rams', ...fields } }),
    async approved(fields) {
      const { id } = await site.draft(fields);
      await site.must('submitReview', { params: { document: id } });
      return await site.must('approve', { params: { document: id } });
    },
    async device(...commands) {
      const actor = { organisationId: world.organisationId, id: 'tablet', name: 'Tablet', role: 'device' } as const;
      await commit(world.app.ground, { actor, door: 'device', requestId: 'test' }, commands);
    },
    async conflict() {
      const { id: document } = await site.draft();
      const { id } = await site.must('createHazard', { params: { document }, body: { name: 'Open edge' } });
      const [set, was] = [{ name: 'Edge protection' }, { name: 'Roof edge' }];
      await site.device({ op: 'patch', kind: 'hazard', id, set, was });
      const { data } = await site.must('listConflicts', { query: `?document_id=${document}` });
      return data[0].id;
    },
    async eventsOf(work) {
      const last = async (after: number): Promise<Loose> =>
        (await world.api('GET', `/api/v1/events?limit=1000&after=${after}`)).body;
      const { meta } = await last(0);
      await work();
      const { data } = await last(meta.next_after);
      return data.map((event: { readonly event: EventName }) => event.event);
    },
  };
  await furnish(site, ids);
  const owned = opened.move();
  return { ...site, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** One of everything. */
async function furnish(site: Omit<Site, typeof Symbol.asyncDispose>, ids: Record<string, string>): Promise<void> {
  ids['project'] = (
    await site.must('createProject', { body: { name: 'Harrow Lane', reference: 'HLC-014', status: 'active' } })
  ).id;
  ids['site'] = (await site.must('createSite', { body: { project_id: ids['project'], name: 'Block A' } })).id;
  ids['photo'] = (await site.must('uploadPhotos', { body: photosOf(png(1)) })).data[0].id;
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
  ids['export'] = (await site.must('exportDocument', { body: { format: 'docx' } })).id;
  await rendered(site);
  ids['webhook'] = (await site.must('createWebhook', { body: { url: site.receiver.url, events: ['*'] } })).id;
  ids['conflict'] = await site.conflict();
}

/** Times in the store run ahead of a clock that stands still, and a round that was under way may have missed the job: the next one takes it. */
async function rendered(site: Omit<Site, typeof Symbol.asyncDispose>): Promise<void> {
  for (let round = 0; round < 5; round++) {
    site.world.clock.advance(1000);
    await site.world.app.exports.run();
    if ((await site.must('getExport')).status === 'completed') return;
  }
  throw new Error('the export was not rendered');
}

function pathTo(path: string, ids: Readonly<Record<string, string>>): string {
  const segment = /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? '';
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ids[segment] ?? name));
}

export function photosOf(...files: readonly Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData();
  files.forEach((bytes, i) => form.append('photos[]', new Blob([bytes]), `photo ${i + 1}.png`));
  return form;
}

async function upload(
  world: World,
  path: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
): Promise<Answer<Loose>> {
  const response = await fetch(new URL(path, world.url), {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${world.adminToken}`, ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
