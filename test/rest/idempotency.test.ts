/** Idempotency-Key: one effect for each key, and the same response to every repeat. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { endpoints } from '../../shared/rest/rest.ts';
import type { Permission } from '../../shared/model/access.ts';
import { takesKey, type Endpoint } from '../../shared/rest/endpoint.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { png } from './support/images.ts';
import { replyTo, requireProblem } from './support/outcome.ts';
import { changes } from './support/changes.ts';
import { openSite, photosOf, type CallOptions, type Site } from './support/site.ts';

const day = 86_400_000;
const keyed = (key: string): Pick<CallOptions, 'headers'> => ({ headers: { 'idempotency-key': key } });
const replayed = ({ headers }: { readonly headers: Headers }): string | null => headers.get('idempotency-replayed');

describe.each(engines)('%s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  // What differs between the engines is one table: every sixth endpoint shows it on the second.
  const some = engine === 'sqlite' ? changes : changes.filter((_, i) => i % 6 === 0);
  test.each(some)('[R41] %s under one key has one effect and one response', async (name, given) => {
    const options = { ...(await given(site)), ...keyed(`once-${name}`) };
    const first = await site.call(name, options);
    expect([first.ok, replayed(first)]).toEqual([true, null]);
    const { result: again, events } = await site.eventsOf(() => site.call(name, options));
    expect([again.status, again.text, replayed(again)]).toEqual([first.status, first.text, 'true']);
    for (const header of ['location', 'etag', 'cache-control', 'retry-after', 'x-ignored-fields'])
      expect(again.headers.get(header), header).toBe(first.headers.get(header));
    expect(events).toEqual([]);
  });

  test('[R41] a response is replayed even if the resource has changed since', async () => {
    const options = { body: { title: 'As it was', document_type: 'rams' }, ...keyed('as-it-was') };
    const made = await site.must('createDocument', options);
    await site.must('updateDocument', { params: { document: made.id }, body: { title: 'Renamed' } });
    expect(await site.must('createDocument', options)).toEqual(made);
  });

  test('[R42] concurrent requests under one key have one effect and one response', async () => {
    const title = 'At the same time';
    const options = { body: { title, document_type: 'rams' }, ...keyed('at-once') };
    const answers = await Promise.all(Array.from({ length: 6 }, () => site.call('createDocument', options)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === 'true')).toHaveLength(5);
    const { data } = await site.must('listDocuments', { query: '?per_page=100' });
    expect(data.filter((row) => row.title === title)).toHaveLength(1);
  });

  test('[R42] concurrent refusals under one key have the same response', async () => {
    const { id: document } = await site.approved();
    const options = { params: { document }, ...keyed('refused-at-once') };
    const answers = await Promise.all(Array.from({ length: 4 }, () => site.call('submitReview', options)));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
  });

  test('[R43] the same key with another body is refused, and the first effect remains', async () => {
    const key = keyed('other-body');
    const { id } = await site.must('createDocument', { body: { title: 'First', document_type: 'rams' }, ...key });
    const other = await site.call('createDocument', { body: { title: 'Second', document_type: 'rams' }, ...key });
    expect([other.status, requireProblem(other).code]).toEqual([422, 'idempotency_key_reused']);
    const again = await site.must('createDocument', { body: { document_type: 'rams', title: 'First' }, ...key });
    expect(again.id).toBe(id);
  });

  test('[R43] the body of an upload is its field, file name and content', async () => {
    const key = keyed('other-file');
    await site.must('uploadPhotos', { body: photosOf(png(80)), ...key });
    const other = await site.call('uploadPhotos', { body: photosOf(png(81)), ...key });
    expect([other.status, requireProblem(other).code]).toEqual([422, 'idempotency_key_reused']);
    const renamed = new FormData();
    renamed.append('photos[]', new Blob([png(80)]), 'another name.png');
    expect((await site.call('uploadPhotos', { body: renamed, ...key })).status).toBe(422);
    expect(replayed(await site.call('uploadPhotos', { body: photosOf(png(80)), ...key }))).toBe('true');
  });

  test('[R43] a key is scoped to one caller, organisation and address', async () => {
    const options = { body: { title: 'Mine', document_type: 'rams' }, ...keyed('shared-key') } as const;
    const mine = await site.must('createDocument', options);
    const ids = [
      (await site.must('createDocument', { ...options, as: 'manager' })).id,
      (await site.must('createDocument', { ...options, as: 'stranger' })).id,
      (await site.must('createProject', { body: { name: 'Mine' }, ...keyed('shared-key') })).id,
      (await site.must('duplicate', { params: { document: mine.id }, ...keyed('shared-key') })).id,
    ];
    expect(new Set([mine.id, ...ids]).size).toBe(5);
  });

  test('[R43] a response is shown to no other token, nor after a role was taken away', async () => {
    await site.must('createUser', { body: { name: 'Grant Holloway', role: 'owner' } });
    const una = await site.must('createUser', { body: { name: 'Una Byrne', role: 'admin' } });
    const ownToken = async (scopes?: Permission[]): Promise<Record<string, string>> => {
      const body = { name: 'Una’s', role: 'admin', user_id: una.id, ...(scopes && { scopes }) } as const;
      return { authorization: `Bearer ${(await site.must('createToken', { body })).token}` };
    };
    const [full, narrow] = [await ownToken(), await ownToken(['tokens:manage'])];
    const make = async (by: Record<string, string>) => {
      const body = { name: 'Gateway', role: 'viewer' };
      const answer = await site.call('createToken', { body, headers: { ...by, ...keyed('make-token').headers } });
      return [answer.status, replayed(answer), answer.ok ? '' : requireProblem(answer).code];
    };
    const refused = [422, null, 'idempotency_key_reused'];
    expect(await make(full)).toEqual([201, null, '']);
    expect(await make(full)).toEqual([201, 'true', '']);
    expect(await make(narrow)).toEqual(refused);
    await site.must('updateUser', { params: { user: una.id }, body: { role: 'owner' } });
    expect(await make(full)).toEqual([201, 'true', '']); // the token is still an administrator's
    const report = { headers: { ...full, ...keyed('report').headers }, body: { title: 'Roof', document_type: 'rams' } };
    const first = await site.call('createDocument', report);
    await site.must('updateUser', { params: { user: una.id }, body: { role: 'manager' } });
    const later = await site.call('createDocument', report);
    expect([first.status, later.status, requireProblem(later).code]).toEqual([201, 422, 'idempotency_key_reused']);
  });

  test('[R44] a refusal that depends on state is replayed even after the state has changed', async () => {
    const { id: document } = await site.draft();
    const options = { params: { document }, ...keyed('refused') };
    const refused = await site.call('approve', options);
    expect(refused.status).toBe(409);
    await site.must('submitReview', { params: { document } });
    const again = await site.call('approve', { ...options });
    expect([again.status, replayed(again)]).toEqual([409, 'true']);
    const { request_id: _, ...told } = requireProblem(refused);
    expect(requireProblem(again)).toMatchObject(told);
    expect((await site.call('approve', { params: { document }, ...keyed('anew') })).status).toBe(200);
  });

  test('[R44] a failed test event is replayed under its key and not sent again', async () => {
    await site.world.app.webhooks.run(); // what is under way still gets its 200
    const tests = (): number =>
      site.receiver.requests.filter(({ headers }) => headers['x-service-event'] === 'webhook.test').length;
    const before = tests();
    const options = { body: { url: site.receiver.url, events: ['document.exported'] } };
    site.receiver.answer(500);
    const refused = await site.call('createWebhook', { ...options, ...keyed('failing-endpoint') });
    site.receiver.answer(200);
    const again = await site.call('createWebhook', { ...options, ...keyed('failing-endpoint') });
    expect([refused.status, again.status, replayed(again)]).toEqual([422, 422, 'true']);
    expect(requireProblem(again).code).toBe('webhook_test_failed');
    expect(tests()).toBe(before + 1);
    expect((await site.call('createWebhook', { ...options, ...keyed('mended-endpoint') })).status).toBe(201);
  });

  test('[R44] refusals that do not depend on the state are not stored: 400, 401, 403, 404, 412', async () => {
    const { id: document } = await site.draft();
    const key = keyed('not-kept');
    const params = { document };
    const refusals = [
      await site.call('createHazard', { params, body: { name: 'Edge', position: 0 }, ...key }),
      await site.call('createHazard', { params, body: '{"name"', ...key }),
      await site.call('createHazard', { params, body: { name: 'Edge' }, ...key, as: 'nobody' }),
      await site.call('createHazard', { params, body: { name: 'Edge' }, ...key, as: 'viewer' }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([422, 400, 401, 403]);
    expect(replayed(await site.call('createHazard', { params, body: { name: 'Edge' }, ...key }))).toBeNull();
    const stale = { headers: { ...key.headers, 'if-match': '"r99"' } };
    expect((await site.call('submitReview', { params, ...stale })).status).toBe(412);
    expect((await site.call('submitReview', { params, ...key })).status).toBe(200);
    const id = '018f0000-0000-7000-8000-0000000000b1';
    const early = { params: { document: id }, body: { name: 'Edge' }, ...key };
    expect((await site.call('createHazard', early)).status).toBe(404);
    await site.must('createDocument', { body: { id, title: 'Late', document_type: 'rams' } });
    expect((await site.call('createHazard', early)).status).toBe(201);
  });

  test('[R45] a key lasts seven days and is then new', async () => {
    const options = { body: { title: 'Next week', document_type: 'rams' }, ...keyed('next-week') };
    const { id } = await site.must('createDocument', options);
    site.world.clock.advance(7 * day);
    expect((await site.must('createDocument', options)).id).toBe(id);
    site.world.clock.advance(1);
    const later = await site.call('createDocument', options);
    expect([later.status, replayed(later)]).toEqual([201, null]);
    expect((await site.must('createDocument', options)).id).not.toBe(id);
  });

  test('[R45] storing a key deletes some expired ones', async () => {
    const { store } = site.world.app.commitContext;
    const rows = async (): Promise<number> =>
      (
        await store.db
          .selectFrom('idempotency')
          .select('scope')
          .where('org_id', '=', site.world.organisationId)
          .execute()
      ).length;
    const ask = (key: string): Promise<unknown> =>
      site.must('createProject', { body: { name: 'Sweep', status: 'completed' }, ...keyed(key) });
    for (let i = 0; i < 25; i++) await ask(`old-${i}`);
    const old = await rows();
    site.world.clock.advance(8 * day);
    await ask('new-1');
    expect(await rows()).toBe(old + 1 - 20);
    for (let i = 2; i < 9; i++) await ask(`new-${i}`);
    expect(await rows()).toBe(8);
  });

  test('[R46] responses are not stored in clear text, and foreign ones are not replayed', async () => {
    const options = { body: { url: site.receiver.url, events: ['document.exported'] }, ...keyed('a-secret') };
    const { secret } = await site.must('createWebhook', options);
    const { store } = site.world.app.commitContext;
    const stored = await store.db.selectFrom('idempotency').select('reply').execute();
    expect(secret).toMatch(/^whsec_/);
    expect(stored.filter(({ reply }) => reply.includes(secret ?? 'whsec_') || reply.includes('"'))).toEqual([]);
    expect((await site.must('createWebhook', options)).secret).toBe(secret);
    const change = (reply: (own: string) => string) =>
      store.transaction(async (trx) => {
        for (const own of await trx.selectFrom('idempotency').select('reply').execute())
          await trx
            .updateTable('idempotency')
            .set({ reply: reply(own.reply) })
            .where('reply', '=', own.reply)
            .execute();
      });
    await change((own) => `{"answer":{"status":201,"body":{"id":"x"}}} ${own}`);
    expect((await site.call('createWebhook', options)).status).toBe(500);
    await change((own) => own.split(' ')[1] ?? '');
    expect((await site.must('createWebhook', options)).secret).toBe(secret);
  });

  test('[R42] two concurrent subscriptions under one key create one', async () => {
    const count = async (): Promise<number> => (await site.must('listWebhooks')).meta.total;
    const before = await count();
    const options = { body: { url: site.receiver.url, events: ['document.exported'] }, ...keyed('two-webhooks') };
    const [one, two] = await Promise.all([site.must('createWebhook', options), site.must('createWebhook', options)]);
    expect(two).toEqual(one);
    expect(await count()).toBe(before + 1);
  });

  test('[R41] whichever statement fails, the retry takes effect once', async () => {
    let left = Number.POSITIVE_INFINITY;
    await using world = await openWorld({
      engine,
      onStatement: () => {
        if (--left === 0) throw new Error('the disk is full');
      },
    });
    let failures = 0;
    for (let statement = 1; ; statement++) {
      const body = { title: `Attempt ${statement}`, document_type: 'toolbox_talk', template: true };
      const headers = { 'idempotency-key': `attempt-${statement}` };
      left = statement;
      const first = await world.api('POST', '/api/v1/documents', body, headers);
      const survived = left > 0;
      left = Number.POSITIVE_INFINITY;
      if (first.status !== 201) failures++;
      const again = await world.api('POST', '/api/v1/documents', body, headers);
      expect([again.status, replayed(again)]).toEqual([201, first.status === 201 ? 'true' : null]);
      const { total } = await sql<{ total: number }>`select count(*) as total from record where kind = 'document'`
        .execute(world.app.commitContext.store.db)
        .then(({ rows }) => ({ total: Number(rows[0]?.total) }));
      expect(total).toBe(statement);
      if (survived) break;
    }
    expect(failures).toBeGreaterThan(8);
  });
});

describe('a key', () => {
  test('[R41] is the same bare and in quotes', async () => {
    await using world = await openWorld();
    const project = async (key: string): Promise<string> => {
      const answer = await world.api('POST', '/api/v1/projects', { name: 'Quoted' }, { 'idempotency-key': key });
      return replyTo('createProject', answer.body).id;
    };
    expect(await project('"8e03978e-40d5"')).toBe(await project('8e03978e-40d5'));
    expect(await project(String.raw`"a\"b\\c"`)).toBe(await project(String.raw`a"b\c`));
    expect(await project('x'.repeat(255))).not.toBe(await project('x'.repeat(254)));
  });

  test.each(['', 'two words', '"open', '""', '"two words"', '"a\\b"', 'x'.repeat(256), 'ä'])(
    '[R41] %j cannot be used',
    async (key) => {
      await using world = await openWorld();
      const answer = await world.api('POST', '/api/v1/projects', { name: 'Bad key' }, { 'idempotency-key': key });
      expect(answer.status).toBe(400);
      expect(requireProblem(answer).errors).toMatchObject([{ header: 'Idempotency-Key', code: 'invalid_format' }]);
    },
  );

  test('[R41] is accepted by every endpoint that changes something', () => {
    const all = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => takesKey(endpoint));
    expect(changes.map(([name]) => name).toSorted()).toEqual(all.map(([name]) => name).toSorted());
  });
});
