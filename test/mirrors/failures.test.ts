/** Mirrors that cannot be written, or must not be: what the status says, and that nothing else waits for them. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openCouch, couchUser, type Couch } from '../kit/couch.ts';
import { openReceiver, type Answer } from '../kit/receiver.ts';
import { openWorld, type World } from '../kit/world.ts';
import { emptyDatabase, json, type Asked } from './database.ts';
import { openOffice, publish, recordsEach, revise, type Must } from './office.ts';

let couch: Couch;
let world: World;
let must: Must;
beforeAll(async () => {
  [couch, world] = await Promise.all([openCouch(), openWorld()]);
  must = openOffice(() => world.url, world.adminToken);
  await publish(must);
});
afterEach(async () => {
  const { data } = await must<{ data: { id: string }[] }>('GET', 'mirrors');
  for (const { id } of data) await must('DELETE', `mirrors/${id}`);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await couch[Symbol.asyncDispose]();
});

interface Status {
  readonly state: string;
  readonly last_error: string | null;
  readonly next_attempt_at: string | null;
  readonly documents_written: number;
}

/** The status of a new mirror after its first attempt. */
async function tried(url: string, more: object = {}): Promise<Status & { readonly id: string }> {
  const { id } = await must('POST', 'mirrors', { url, ...more });
  await world.app.mirrors.run();
  return await must('GET', `mirrors/${id}/status`);
}

test.each<[name: string, answer: Answer, words: RegExp]>([
  ['a redirect', { status: 302, headers: { location: 'https://127.0.0.1:1/secret' } }, /unexpected status, 302/],
  ['a page', { status: 200, body: '<h1>internal secret</h1>' }, /does not speak the protocol of CouchDB/],
  ['an overload', { status: 503, body: '{"reason":"internal secret"}' }, /overloaded or not available/],
  ['a broken connection', 'reset', /broke off/],
])('[MR11] the status explains %s in plain words, and repeats nothing of it', async (_, answer, words) => {
  await using receiver = await openReceiver({ answers: answer });
  const { state, last_error: error } = await tried(receiver.url);
  expect(state).toBe('failing');
  expect(error).toMatch(words);
  expect(error).not.toMatch(/secret/);
  expect(receiver.connections).toBeGreaterThan(0);
});

test('[MR11] an address that takes no connection is told from a name that does not exist', async () => {
  const receiver = await openReceiver();
  await receiver.close();
  expect(await tried(receiver.url)).toMatchObject({ last_error: 'no connection could be made' });
});

const nonsense: readonly unknown[] = [
  {},
  [null],
  { rows: [null], results: [null], rev: {} },
  { rows: 'a', results: 'b' },
];
test.each<Asked>(['read checkpoint', 'save checkpoint', 'revisions', 'write', 'changes'])(
  '[MR11] nonsense in place of an answer (%s) is told, and breaks nothing',
  async (place) => {
    for (const answer of nonsense) {
      const answers = emptyDatabase((asked) => (asked === place ? json(200, answer) : undefined));
      await using receiver = await openReceiver({ answers });
      const { last_error: error } = await tried(receiver.url);
      expect(error).toMatch(/does not speak the protocol of CouchDB|refused documents/);
    }
  },
);

test('[MR11] endless changes of a mirror take a turn in 15 s and do not stop the feed', async () => {
  let others = 0;
  const page = () => Array.from({ length: 500 }, () => ({ id: `other-${++others}`, changes: [{ rev: '1-a' }] }));
  const answers = emptyDatabase((asked) =>
    asked === 'changes' ? json(200, { results: page(), last_seq: others }) : undefined,
  );
  await using receiver = await openReceiver({ answers });
  const { id } = await must('POST', 'mirrors', { url: receiver.url });
  const pages = () => receiver.requests.filter(({ path }) => path.includes('_changes')).length;
  await world.app.mirrors.run();
  const once = pages();
  await world.app.mirrors.run();
  expect(pages()).toBe(once);
  world.clock.advance(15_000);
  await world.app.mirrors.run();
  expect(pages()).toBeGreaterThan(once);
  const signoff = await publish(must);
  await receiver.waitFor(({ requests }) => requests.some(({ body }) => body.includes(`signoff:${signoff.signoff}`)));
  await must('DELETE', `mirrors/${id}`);
  await world.app.mirrors.run();
});

test('[MR11] waits begin anew once something was written', async () => {
  let isBroken = true;
  let written = 0;
  const answers = emptyDatabase((asked) => {
    if (asked === 'write') written++;
    return isBroken && asked === 'changes' ? json(503, {}) : undefined;
  });
  await using receiver = await openReceiver({ answers });
  const { id } = await tried(receiver.url);
  const attempt = async (): Promise<number> => {
    const { next_attempt_at: next } = await must<Status>('GET', `mirrors/${id}/status`);
    const wait = Date.parse(next ?? '') - world.clock.now();
    world.clock.advance(wait);
    await world.app.mirrors.run();
    return wait;
  };
  for (let i = 0; i < 6; i++) expect(await attempt()).toBeLessThanOrEqual(2_000);
  expect(written).toBeGreaterThan(6);
  isBroken = false;
  await attempt();
  expect(await must('GET', `mirrors/${id}/status`)).toMatchObject({ state: 'following', next_attempt_at: null });
  await must('DELETE', `mirrors/${id}`);
});

test('[MR7] a database that was deleted is made and filled again', async () => {
  const { id } = await tried(couch.url('gone'), { credentials: couchUser });
  const database = couch.database('gone');
  const before = (await database.all()).length;
  expect(before).toBeGreaterThan(0);
  await database.destroy();
  for (let i = 0; i < 3; i++) {
    world.clock.advance(20_000);
    await world.app.mirrors.run();
  }
  expect(await must('GET', `mirrors/${id}/status`)).toMatchObject({ state: 'following', last_error: null });
  expect(await database.all()).toHaveLength(before);
  await must('DELETE', `mirrors/${id}`);
});

test('[MR11] a wrong password fails with growing waits, and works once it is right', async () => {
  const { id, ...first } = await tried(couch.url('password'), {
    credentials: { username: 'mirror', password: 'wrong' },
  });
  expect(first.last_error).toMatch(/does not accept the name and password/);
  const waits: number[] = [];
  for (let i = 0; i < 12; i++) {
    const { next_attempt_at: next } = await must<Status>('GET', `mirrors/${id}/status`);
    const wait = Date.parse(next ?? '') - world.clock.now();
    waits.push(wait);
    // A change brings no attempt forward.
    if (i === 0) await publish(must);
    expect(await must('GET', `mirrors/${id}/status`)).toMatchObject({ next_attempt_at: next });
    world.clock.advance(wait);
    await world.app.mirrors.run();
  }
  expect(
    waits.every((wait, i) => wait >= Math.min(2 ** i, 300) * 1000 && wait <= Math.min(2 ** (i + 1), 600) * 1000),
  ).toBe(true);
  await must('PUT', `mirrors/${id}`, { credentials: couchUser });
  await world.app.mirrors.run();
  expect(await must('GET', `mirrors/${id}/status`)).toMatchObject({ state: 'following', last_error: null });
  const stored = await world.app.commitContext.store.db.selectFrom('mirror').select('credentials').execute();
  expect(JSON.stringify(stored)).not.toContain(couchUser.password);
});

test('[MR11] a mirror that never answers delays no other', async () => {
  await using receiver = await openReceiver({ answers: 'hang' });
  const { id: slow } = await must('POST', 'mirrors', { url: receiver.url });
  await receiver.waitFor(({ requests }) => requests.length > 0);
  const { id } = await must('POST', 'mirrors', { url: couch.url('quick'), credentials: couchUser });
  const quick = couch.database('quick');
  await expect.poll(async () => (await quick.all()).length).toBe(3 * recordsEach);
  await must('DELETE', `mirrors/${slow}`);
  await receiver.close();
  await world.app.mirrors.run();
  expect(await must('GET', `mirrors/${id}/status`)).toMatchObject({ state: 'following' });
});

test('[MR14] a database that is another mirror already is refused', async () => {
  const first = await tried(couch.url('taken'), { credentials: couchUser });
  const second = await tried(couch.url('taken'), { credentials: couchUser });
  expect([first.state, second.state]).toEqual(['following', 'failing']);
  expect(second.last_error).toMatch(/is the mirror of another/);
  await must('DELETE', `mirrors/${first.id}`);
  await must('PATCH', `mirrors/${second.id}`, { enabled: true });
  await world.app.mirrors.run();
  expect(await must('GET', `mirrors/${second.id}/status`)).toMatchObject({ state: 'following', documents_written: 0 });
});

test('[MR9] a name that leads to an internal address is refused at the connection', async () => {
  await using guarded = await openWorld({ seed: 2, environment: { WEBHOOK_ALLOW: '' } });
  const office = openOffice(() => guarded.url, guarded.adminToken);
  await using receiver = await openReceiver();
  const { id } = await office('POST', 'mirrors', { url: `https://localhost:${receiver.port}/sitefile` });
  await guarded.app.mirrors.run();
  expect(await office('GET', `mirrors/${id}/status`)).toMatchObject({
    last_error: 'its address is not public, and the server does not allow it',
  });
  expect(receiver.connections).toBe(0);
});

test('[MR10] nobody sets up a mirror of what they may not read', async () => {
  const scopes = ['mirrors:manage', 'documents:read', 'projects:read'] as const;
  const token = await world.token('owner', undefined, 'mirrors', { scopes: [...scopes] });
  const office = openOffice(() => world.url, token);
  const body = { url: 'https://couch.example.com/sitefile', enabled: false };
  await expect(office('POST', 'mirrors', body)).rejects.toThrow(/403.*signoff/);
  await expect(office('POST', 'mirrors', { ...body, kinds: ['project'], attachments: true })).rejects.toThrow(/403/);
  await expect(office('POST', 'mirrors', { ...body, kinds: ['project', 'document'] })).resolves.toBeDefined();
});

test('[MR10] files of exports, which print the signers, take the permission to read sign-offs', async () => {
  const files = { url: 'https://couch.example.com/files', enabled: false, kinds: ['project'], attachments: true };
  const scopes = ['mirrors:manage', 'projects:read', 'exports:write'] as const;
  const few = openOffice(() => world.url, await world.token('owner', undefined, 'few', { scopes: [...scopes] }));
  await expect(few('POST', 'mirrors', files)).rejects.toThrow(/403.*signoff/);
  const enough = { scopes: [...scopes, 'signoffs:read'] } as const;
  const more = openOffice(
    () => world.url,
    await world.token('owner', undefined, 'more', { scopes: [...enough.scopes] }),
  );
  await expect(more('POST', 'mirrors', files)).resolves.toBeDefined();
});

test('[MR31] a mirror stops with the token that set it up, until somebody else enables it', async () => {
  const made = await must<{ id: string; token: string }>('POST', 'tokens', { name: 'thief', role: 'admin' });
  const thief = openOffice(() => world.url, made.token);
  const { id } = await thief('POST', 'mirrors', { url: couch.url('followed'), credentials: couchUser });
  await world.app.mirrors.run();
  const database = couch.database('followed');
  const before = (await database.all()).length;
  expect(before).toBeGreaterThan(0);
  await must('POST', `tokens/${made.id}/revoke`, {});
  await publish(must);
  await world.app.mirrors.run();
  expect(await database.all()).toHaveLength(before);
  expect(await must('GET', `mirrors/${id}/status`)).toMatchObject({ state: 'withdrawn', next_attempt_at: null });
  const stopped = { enabled: false, disabled_reason: 'token_withdrawn' };
  expect(await must('GET', `mirrors/${id}`)).toMatchObject(stopped);
  expect(await must('PUT', `mirrors/${id}`, { description: 'The copy of the insurer' })).toMatchObject(stopped);
  const { data } = await must<{ data: object[] }>('GET', 'notifications?type=mirror_withdrawn');
  expect(data).toEqual([expect.objectContaining({ resource_type: 'mirror', resource_id: id })]);
  expect(await must('PUT', `mirrors/${id}`, { enabled: true })).toMatchObject({ enabled: true, disabled_reason: null });
  await world.app.mirrors.run();
  expect(await must('GET', `mirrors/${id}/status`)).toMatchObject({ state: 'following' });
  expect(await database.all()).toHaveLength(before + recordsEach);
  await must('DELETE', `mirrors/${id}`);
});

test('[MR34] dead mirrors of one organisation stop no mirror of another', async () => {
  await using receiver = await openReceiver({ answers: 'hang' });
  const dead = Array.from({ length: 8 }, async () => (await must('POST', 'mirrors', { url: receiver.url })).id);
  const ids = await Promise.all(dead);
  await receiver.waitFor(({ requests }) => requests.length > 1);
  const other = await world.token('owner', await world.organisation('Other'));
  const office = openOffice(() => world.url, other);
  await publish(office);
  await office('POST', 'mirrors', { url: couch.url('other'), credentials: couchUser });
  await expect.poll(async () => (await couch.database('other').all()).length).toBe(recordsEach);
  for (const id of ids) await must('DELETE', `mirrors/${id}`);
  await receiver.close();
  await world.app.mirrors.run();
});

test('[MR34] an organisation has at most 20 mirrors', async () => {
  const office = openOffice(() => world.url, await world.token('owner', await world.organisation('Many')));
  const add = () => office('POST', 'mirrors', { url: 'https://couch.example.com/sitefile', enabled: false });
  for (let i = 0; i < 20; i++) await add();
  await expect(add()).rejects.toThrow(/409.*at most 20 mirrors/);
});

test('[MR35] a mirror of some projects has what was approved there, not its draft', async () => {
  const { id: other } = await must('POST', 'projects', { name: 'Where nothing was approved' });
  const { id: project } = await must('POST', 'projects', { name: 'Where it was approved' });
  const there = await publish(must, { project_id: project });
  await publish(must, { project_id: other });
  const body = { url: couch.url('moved'), credentials: couchUser, project_ids: [project] };
  await must('POST', 'mirrors', body);
  await revise(must, there.document, async () => {
    await must('PUT', `documents/${there.document}`, { title: 'Of a draft' });
    await world.app.mirrors.run();
    const found = await held();
    expect(JSON.stringify(found)).not.toContain('Of a draft');
    expect(found.filter(({ kind }) => kind === 'document')).toMatchObject([{ id: there.document, version: 1 }]);
  });
  await world.app.mirrors.run();
  const found = await held();
  expect(found.filter(({ kind }) => kind === 'document')).toMatchObject([{ id: there.document, version: 2 }]);
  expect(found.filter(({ kind }) => kind === 'project')).toHaveLength(1);

  function held() {
    return couch.database('moved').all();
  }
});
