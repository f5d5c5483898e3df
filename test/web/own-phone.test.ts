/** Signing on one's own phone, over the API: what a code is worth, to whom, how often and for how long. */
import { beforeEach, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import type { Problem } from '../../shared/model/problem.ts';
import { act, bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { limitedToken } from '../kit/limited.ts';
import { twoProjects } from '../kit/two-projects.ts';
import { openWorld, type World } from '../kit/world.ts';
import { ewa, phoneAt, signedOn, strokes, type PhoneServer } from './support/phone.ts';

let world: World;
let documentId: string;
let tablet: ReturnType<typeof restClient>;
let phone: PhoneServer;
beforeEach(async () => {
  world = await openWorld({ environment: { RATE_LIMIT: 'on' } });
  ({ documentId } = await documentWithHazard(world, bareDevice(world), true));
  tablet = restClient({ server: world.url, token: await world.token('device', undefined, 'Gate tablet') });
  phone = phoneAt(world);
  return () => world[Symbol.asyncDispose]();
});

async function codeFor(worker: object = ewa): Promise<string> {
  const { url } = await tablet.createSignCode({
    document: documentId,
    body: { version: 1, worker: { ...ewa, ...worker } },
  });
  expect(url.startsWith(`${world.url}/sign#`)).toBe(true);
  return url.split('#')[1] ?? '';
}

const signed = (code: string, more: object = {}) => signedOn({ world, tablet, documentId }, code, more);

async function signoffs(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { data } = await tablet.listSignoffs({ document: documentId });
  return data;
}

const code = async (work: Promise<unknown>): Promise<string | null> =>
  await work.then(
    () => null,
    (problem: Problem) => problem.code,
  );

test('[WB125] a code lets one person read the card and sign once; a resend changes nothing', async () => {
  const secret = await codeFor();
  const read = await phone.openOwnPhone({ body: { code: secret } });
  expect(read).toMatchObject({ worker: ewa, document: { title: 'Glulam lift', version: 1 }, questions: [] });
  expect(JSON.stringify(read.document.content)).toContain('Falling load');
  const body = await signed(secret);
  // Pressed twice at once, and again after the answer was lost.
  const [ticket, twice] = await Promise.all([phone.signOwnPhone({ body }), phone.signOwnPhone({ body })]);
  const again = await phone.signOwnPhone({ body });
  expect(twice).toEqual(ticket);
  expect(ticket).toMatchObject({ name: 'Ewa Nowak', title: 'Glulam lift', version: 1 });
  expect(again).toEqual(ticket);
  expect(await signoffs()).toMatchObject([
    {
      worker: ewa,
      document_version: 1,
      content_hash: body.content_hash,
      status: 'recorded',
      flags: [],
      statement: { language: 'pl', text_hash: body.text_hash },
      capture: { method: 'own_device_qr', clock_confidence: 'server_synced' },
    },
  ]);
});

test('[WB126] of two phones with one code one signs, and the other is told', async () => {
  const secret = await codeFor();
  const bodies = await Promise.all(
    [0, 1, 2, 3, 4].map((seed) => signed(secret, { signature: { width: 300, height: 150, strokes: strokes(seed) } })),
  );
  const answers = await Promise.all(bodies.map((body) => code(phone.signOwnPhone({ body }))));
  expect(answers.filter((each) => each === null)).toHaveLength(1);
  expect(answers.filter((each) => each === 'conflict')).toHaveLength(4);
  expect(await signoffs()).toHaveLength(1);
  expect(await code(phone.openOwnPhone({ body: { code: secret } }))).toBe('unauthenticated');
});

test('[WB126] a code ends after 15 minutes or with the tablet, and opens nothing else', async () => {
  const [late, lost] = [await codeFor(), await codeFor({ name: 'Marek' })];
  for (const path of ['/api/v1/documents', '/api/v1/me'])
    expect((await world.api('GET', path, undefined, { authorization: `Bearer ${late}` })).status).toBe(401);
  const { data } = await restClient({ server: world.url, token: world.adminToken }).listTokens();
  expect(data.filter(({ name }) => /own phone/i.test(name))).toEqual([]);
  world.clock.advance(15 * 60_000);
  expect(await code(phone.signOwnPhone({ body: await signed(late) }))).toBe('unauthenticated');
  const fresh = await codeFor();
  const owner = restClient({ server: world.url, token: world.adminToken });
  const own = (await owner.listTokens()).data.find(({ name }) => name === 'Gate tablet');
  const body = await signed(fresh);
  await owner.revokeToken({ token: own?.id ?? '', body: {} });
  expect(await code(phone.signOwnPhone({ body }))).toBe('unauthenticated');
  expect(await code(phone.openOwnPhone({ body: { code: lost } }))).toBe('unauthenticated');
});

test('[WB126] who may not read the document makes no code, nor does a token that ends sooner', async () => {
  const body = { version: 1, worker: ewa };
  const narrow = await world.token('integration', undefined, 'Narrow', { scopes: ['signoffs:write', 'signoffs:read'] });
  const ending = await world.token('device', undefined, 'Ending', {
    expiresAt: new Date(world.clock.now() + 60_000).toISOString(),
  });
  for (const token of [narrow, ending]) {
    const client = restClient({ server: world.url, token });
    expect(await code(client.createSignCode({ document: documentId, body }))).toBe('forbidden');
  }
});

test('[WB126] a code opens nothing once its maker is trusted no more', async () => {
  const secret = await codeFor();
  const owner = restClient({ server: world.url, token: world.adminToken });
  const own = (await owner.listTokens()).data.find(({ name }) => name === 'Gate tablet');
  await owner.revokeToken({ token: own?.id ?? '', body: { keep_children: true } });
  expect(await code(phone.openOwnPhone({ body: { code: secret } }))).toBe('unauthenticated');
});

test('[WB312] a tablet of some projects makes codes for their documents, and for no others', async () => {
  const device = bareDevice(world);
  const projects = await twoProjects(world, device);
  const { a, b } = projects;
  ({ documentId } = projects);
  await device.push(['submit_review', 'approve'].map((action) => act('document', documentId, action)));
  const limited = await limitedToken(world, [a], 'device');
  tablet = restClient({ server: world.url, token: limited.token });
  const ask = () => tablet.createSignCode({ document: documentId, body: { version: 1, worker: ewa } });
  const codes = [await ask(), await ask()].map(({ url }) => url.split('#')[1] ?? '');
  const [used = '', unused = ''] = codes;
  tablet = restClient({ server: world.url, token: world.adminToken });
  expect(await phone.openOwnPhone({ body: { code: used } })).toMatchObject({ document: { version: 1 } });
  await phone.signOwnPhone({ body: await signed(used) });
  expect(await signoffs()).toMatchObject([{ worker: ewa, document_version: 1, flags: [] }]);
  await limited.limitTo([b]);
  tablet = restClient({ server: world.url, token: limited.token });
  expect(await code(ask())).toBe('not_found');
  expect(await code(phone.openOwnPhone({ body: { code: unused } }))).toBe('unauthenticated');
});

test('[WB125] a person signs under any name that a sign-off may have', async () => {
  const name = 'Ewa\u0000\nNowak';
  const ticket = await phone.signOwnPhone({ body: await signed(await codeFor({ name })) });
  expect(ticket).toMatchObject({ name });
});

test('[WB127] a draft turns nobody away, and its reference is on no sign-off', async () => {
  const secret = await codeFor();
  const results = await bareDevice(world).push([
    act('document', documentId, 'revise'),
    patch('document', documentId, { reference: 'NEVER-1' }),
  ]);
  expect(results.map(({ problem }) => problem)).toEqual([undefined, undefined]);
  const { document } = await phone.openOwnPhone({ body: { code: secret } });
  const { reference } = await phone.signOwnPhone({ body: await signed(secret) });
  expect(reference).toBe(document.reference);
  expect(await signoffs()).toMatchObject([{ document_reference: document.reference }]);
  expect(document.reference).not.toBe('NEVER-1');
});

test('[WB127] a version that was replaced, or another content, is not signed', async () => {
  const device = bareDevice(world);
  const secret = await codeFor();
  const body = await signed(secret);
  expect(await code(phone.signOwnPhone({ body: { ...body, content_hash: `sha256:${'0'.repeat(64)}` } }))).toBe(
    'stale_version',
  );
  expect(await code(phone.signOwnPhone({ body: { ...body, text_hash: `sha256:${'0'.repeat(64)}` } }))).toBe(
    'integrity_mismatch',
  );
  await device.push(['revise', 'submit_review', 'approve'].map((action) => act('document', documentId, action)));
  expect(await code(phone.signOwnPhone({ body }))).toBe('stale_version');
  expect(await code(phone.openOwnPhone({ body: { code: secret } }))).toBe('stale_version');
  expect(await code(tablet.createSignCode({ document: documentId, body: { version: 1, worker: ewa } }))).toBe(
    'stale_version',
  );
  expect(await signoffs()).toEqual([]);
});

test('[WB128] who signed on the tablet meanwhile does not sign again on the phone', async () => {
  const [secret, other] = [await codeFor({ id: 'W-EWA' }), await codeFor({ name: 'Marek Zieliński' })];
  await bareDevice(world).push([
    create('signoff', world.app.commitContext.newId(), {
      document_id: documentId,
      worker: { id: 'w-ewa', name: 'Ewa Nowak' },
      capture: {
        method: 'shared_device',
        clock_confidence: 'server_synced',
        identity_assurance: 'supervisor_attested',
      },
    }),
  ]);
  expect(await code(phone.signOwnPhone({ body: await signed(secret) }))).toBe('conflict');
  expect(await code(phone.signOwnPhone({ body: await signed(other) }))).toBeNull();
  expect(await signoffs()).toHaveLength(2);
});

test('[SO33] a namesake of another employer does not use up the code of another', async () => {
  const john = (employer_name: string | null) => ({ id: null, name: 'John Roe', employer_name });
  const [acme, unknown] = [await codeFor(john('Acme')), await codeFor(john(null))];
  await tablet.recordSignoff({ document: documentId, body: { worker: john('Bolt') } });
  expect(await code(phone.signOwnPhone({ body: await signed(unknown) }))).toBe('conflict');
  expect(await code(phone.signOwnPhone({ body: await signed(acme) }))).toBeNull();
});

test('[SO32] an archived site takes a sign-off with a code, not one that says so itself', async () => {
  const office = restClient({ server: world.url, token: world.adminToken });
  const { id: project_id } = await office.createProject({ body: { name: 'Mill Lane' } });
  const { id: site } = await office.createSite({ body: { project_id, name: 'Gate' } });
  const body = { title: 'Dig', document_type: 'toolbox_talk', project_id, site_id: site } as const;
  ({ id: documentId } = await office.createDocument({ body }));
  await office.submitReview({ document: documentId, body: {} });
  await office.approve({ document: documentId, body: {} });
  const secret = await codeFor();
  await office.updateSite({ site, body: { status: 'archived' } });
  const capture = { method: 'own_device_qr', clock_confidence: 'unverified', identity_assurance: 'none' } as const;
  for (const { recordSignoff } of [tablet, office])
    expect(await code(recordSignoff({ document: documentId, body: { worker: ewa, capture } }))).toBe('site_closed');
  expect(await code(phone.signOwnPhone({ body: await signed(secret) }))).toBeNull();
});

test('[WB129] the clock of a phone decides nothing: what counts is how long it waited', async () => {
  const now = world.clock.now();
  const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
  const times: readonly (readonly [signed: string, sent: string, minutes: number])[] = [
    [at(-60 * 24 * 365), at(-60 * 24 * 365 + 0.5), 0.5],
    [at(60 * 24 * 365), at(60 * 24 * 365), 1],
    [at(5), at(-5), 1],
    [at(-60 * 24 * 90), at(0), 1],
    // Before the code was made nobody had it.
    [at(0), at(12), 0],
  ];
  const codes: string[] = [];
  for (const i of times.keys()) codes.push(await codeFor({ name: `Worker ${i}` }));
  world.clock.advance(60_000);
  for (const [i, [signed_at, sent_at]] of times.entries()) {
    const body = await signed(codes[i] ?? '', {
      signed_at,
      sent_at,
      signature: { width: 300, height: 150, strokes: strokes(i) },
    });
    await phone.signOwnPhone({ body });
  }
  for (const [i, [, , minutes]] of times.entries()) {
    const found = (await signoffs()).find(({ worker }) => (worker as { name: string }).name === `Worker ${i}`);
    expect(found).toMatchObject({ flags: [], capture: { captured_at_corrected: at(minutes) } });
  }
});

test('[WB317] a code forgets whom it was for when it is used, and when it has run out', async () => {
  const { db } = world.app.commitContext.store;
  const bound = async () => {
    const rows = await db.selectFrom('token').select(['name', 'bound_to']).where('purpose', '=', 'own_phone').execute();
    return rows.map(({ name, bound_to: to }) => [name, to?.includes('Nowak') ?? null]);
  };
  const body = await signed(await codeFor());
  await codeFor();
  expect(await bound()).toEqual([...Array(2)].map(() => ['Own phone', true]));
  const ticket = await phone.signOwnPhone({ body });
  expect((await bound()).filter(([, person]) => person === null)).toHaveLength(1);
  expect(await phone.signOwnPhone({ body })).toEqual(ticket);
  world.clock.advance(15 * 60_000 + 1);
  await world.app.retention.run();
  expect((await bound()).map(([, person]) => person)).toEqual([null, null]);
});

test('[AU60] guessed codes count as refused tokens, and another origin’s page gets nothing', async () => {
  const guesses = Array.from({ length: 12 }, (_, i) => code(phone.openOwnPhone({ body: { code: `rk_live_${i}` } })));
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['unauthenticated', 'rate_limited']));
  const elsewhere = await fetch(`${world.url}/api/v1/sign-in/own-phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    body: JSON.stringify({ code: await codeFor() }),
  });
  expect(elsewhere.status).toBe(403);
});

test('[AU61] a code says in the audit log who made it, and nowhere what it is', async () => {
  const secret = await codeFor();
  await phone.signOwnPhone({ body: await signed(secret) });
  const { text, body } = await world.api<{ data: { actor: { name: string }; changes: object[] }[] }>(
    'GET',
    '/api/v1/audit',
  );
  const [recorded, used, made] = body.data;
  for (const entry of [recorded, used, made]) expect(entry?.actor.name).toBe('Gate tablet');
  expect([recorded, used, made].map((entry) => entry?.changes)).toMatchObject([
    [{ kind: 'signoff', change: 'create' }],
    [{ kind: 'token', change: 'revoke' }],
    [{ kind: 'token', change: 'create' }],
  ]);
  expect(text).not.toContain(secret);
});
