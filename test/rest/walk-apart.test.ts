/** Every row of the endpoint table, called with what is not the caller's: other organisations' ids, read-only fields, secrets. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openLog } from '../../server/base/log.ts';
import { isJsonObject } from '../../shared/base/json.ts';
import { openNeighbour, type Neighbour } from './support/neighbour.ts';
import { requireProblem } from './support/outcome.ts';
import { formed } from './support/probes.ts';
import { bodyShape, paramsOf, readsBody, rows, sentBy, successOf } from './support/rows.ts';
import { nothing, openSite, type Site } from './support/site.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-walk-'));
/** Every response that should reveal no secret, and the secrets that other responses revealed on purpose. */
const said: string[] = [];
const secretsTold = new Set<string>();
let site: Site;
let neighbour: Neighbour;
let untouched: readonly unknown[];
beforeAll(async () => {
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      said.push(String(chunk));
      done();
    },
  });
  site = await openSite('sqlite', {
    environment: { DATA_DIR: dataDir },
    log: openLog('trace', sink),
    witness: (_name, { headers, text, body }) => {
      const isTold = headers.get('cache-control') === 'no-store';
      if (!isTold) said.push(text, ...headers.values());
      else if (isJsonObject(body))
        for (const member of ['secret', 'token']) if (typeof body[member] === 'string') secretsTold.add(body[member]);
    },
  });
  neighbour = await openNeighbour(site);
  untouched = await recordsOf(neighbour);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

describe('another organisation', () => {
  const parameters = rows.flatMap((row) => paramsOf(row.endpoint).map((param) => ({ ...row, param })));

  test.each(parameters)('[WA20] $name finds no $param of another organisation, beside any other id', async (row) => {
    const { name, endpoint, param } = row;
    const segment = /\/(\w+)\/\{id\}/.exec(endpoint.path)?.[1] ?? '';
    const theirs = neighbour.ids[param === 'id' ? segment : param];
    if (theirs === undefined || theirs === site.ids[param]) return; // a version number belongs to no organisation
    const options = formed(endpoint);
    const { result, events } = await site.eventsOf(async () => [
      await site.call(name, { ...options, params: { [param]: theirs } }),
      await site.call(name, { ...options, params: { ...neighbour.ids, [param]: theirs } }),
      await neighbour.call(name, { ...options, params: { [param]: site.ids[param === 'id' ? segment : param] ?? '' } }),
      await site.call(name, { ...options, params: { [param]: nothing } }),
    ]);
    const bodies = result.map((answer) => {
      expect(answer.status, answer.text).toBe(404);
      expect(answer.headers.get('etag')).toBeNull();
      const { instance: _, request_id: __, ...rest } = requireProblem(answer);
      return rest;
    });
    const unknown = bodies[3];
    expect(bodies[0]).toEqual(unknown);
    expect(bodies[2]).toEqual(unknown);
    expect(events).toEqual([]);
  });

  const ids = rows.flatMap((row) => idMembers(bodySchema(row)).map((path) => ({ ...row, path, at: path.join('.') })));

  test.each(ids)('[WA21] $name treats another organisation’s id at $at as unknown', async ({ name, path }) => {
    const theirs = neighbour.ids[kindOf(path)] ?? (await newDocument());
    const told: unknown[] = [];
    for (const id of [theirs, site.world.app.commitContext.newId()]) {
      const given = await successOf(name, site);
      const answer = await site.call(name, { ...given, body: withId(sentBy(given), path, id) });
      const isSettled = answer.ok || [404, 409, 422].includes(answer.status);
      expect(isSettled, `${answer.status} ${answer.text}`).toBe(true);
      // References are looked up. Fields that may hold any id are listed by name.
      expect(answer.ok && !opaque.includes(path.at(-1) ?? ''), 'is taken as it is').toBe(false);
      told.push([
        answer.status,
        ...(answer.ok ? [] : [answer.body.code, answer.body.detail.replaceAll(id, 'id'), answer.body.errors]),
      ]);
    }
    expect(told[0]).toEqual(told[1]);
  });

  test('[WA21] the other organisation’s records do not change', async () => {
    expect(await recordsOf(neighbour)).toEqual(expect.arrayContaining([...untouched]));
  });
});

/** Fields that name something outside (a person, a device), a part of the same document, or a record that need not exist. */
const opaque = [
  'id',
  'submission_id',
  'risk_matrix_id',
  'parent_document_id',
  'linked_document_ids',
  'reviewer_id',
  'default_reviewer_id',
  'section_id',
  'hazard_id',
  'session_id',
  'device_id',
  'person_id',
  'worker_id',
  'employer_id',
  'photo_attachment_id',
  'photo_ids',
];

/** A record of the other organisation whose id no test has tried. */
async function newDocument(): Promise<string> {
  const answer = await neighbour.call('createDocument', { body: { title: 'Roof works', document_type: 'rams' } });
  return answer.ok ? answer.body.id : '';
}

function recordsOf({ organisationId }: Neighbour): Promise<readonly unknown[]> {
  const { db } = site.world.app.commitContext.store;
  return db
    .selectFrom('record')
    .select(['id', 'seq', 'body'])
    .where('org_id', '=', organisationId)
    .orderBy('id')
    .execute();
}

describe('what is not for callers to say', () => {
  const intruder = 'walk-intruder';
  const marks = [intruder, '424242', '1999-01-01'];
  const unwritable = (organisationId: string): Readonly<Record<string, unknown>> => ({
    organisation_id: organisationId,
    org_id: organisationId,
    status: intruder,
    version: 424242,
    revision: 424242,
    rev: 424242,
    seq: 424242,
    current_approved_version: 424242,
    approved_by: { id: intruder, name: intruder },
    submitted_by: { id: intruder, name: intruder },
    created_by: intruder,
    updated_by: intruder,
    created_at: '1999-01-01T00:00:00Z',
    updated_at: '1999-01-01T00:00:00Z',
    received_at: '1999-01-01T00:00:00Z',
    editors: [{ id: intruder, name: intruder }],
    content_hash: `sha256:${intruder}`,
    origin_hash: intruder,
    deleted: true,
    kind: intruder,
  });

  test.each(rows.filter(({ endpoint }) => readsBody(endpoint)))(
    '[WA22] $name ignores fields that callers cannot set',
    async ({ name, endpoint }) => {
      const own = Object.keys(bodyShape(endpoint));
      const added = Object.entries(unwritable(neighbour.organisationId)).filter(([member]) => !own.includes(member));
      const given = await successOf(name, site);
      const answer = await site.call(name, { ...given, body: { ...Object.fromEntries(added), ...sentBy(given) } });
      expect(endpoint.refusesUnknown ? answer.status === 422 : answer.ok, answer.text).toBe(true);
      for (const mark of [...marks, neighbour.organisationId]) expect(answer.text).not.toContain(mark);
    },
  );

  test('[WA22] none of the ignored fields is stored', async () => {
    const { db } = site.world.app.commitContext.store;
    const records = await db.selectFrom('record').selectAll().execute();
    const events = await db.selectFrom('event').selectAll().execute();
    const kept = [...records, ...events].map((row) => JSON.stringify(row));
    expect(kept.filter((row) => marks.some((mark) => row.includes(mark)))).toEqual([]);
  });
});

test('[WA23] no response, log line or file contains a token, a secret or a key', async () => {
  const secret = 'canary-secret-of-a-webhook';
  const value = 'canary-value-of-a-header';
  const { id: webhook } = await site.must('createWebhook', {
    body: { url: site.receiver.url, events: ['*'], secret, headers: { 'X-Canary': value } },
  });
  const params = { webhook };
  const inAMinute = new Date(site.world.clock.now() + 60_000).toISOString();
  await site.must('rotateWebhookSecret', { params, body: { secret: `${secret}-2`, handover_until: inAMinute } });
  const token = await site.world.token('owner', undefined, 'Canary');
  const headers = { authorization: `Bearer ${token}` };
  for (const { name, endpoint } of rows.filter(({ endpoint: { method } }) => method === 'GET'))
    await site.call(name, { params: paramsOf(endpoint).includes('webhook') ? params : {}, headers });
  await site.call('listProjects', { headers: { authorization: `Bearer ${token}x` } });
  const keys = await Promise.all(
    (await readdir(join(dataDir, 'keys'))).map((name) => readFile(join(dataDir, 'keys', name))),
  );
  expect(keys.length).toBeGreaterThan(0);
  const canaries = [
    secret,
    value,
    token,
    site.world.adminToken,
    ...secretsTold,
    ...keys.flatMap((key) => (['hex', 'base64', 'base64url'] as const).map((form) => key.toString(form))),
  ];
  expect(secretsTold.size).toBeGreaterThan(3);
  const files = (await readdir(dataDir)).filter((name) => name.startsWith('sitefile.db'));
  const store = Buffer.concat(await Promise.all(files.map((name) => readFile(join(dataDir, name)))));
  expect(store.length).toBeGreaterThan(100_000);
  const everything = said.join('\n');
  expect(canaries.filter((canary) => everything.includes(canary))).toEqual([]);
  expect(canaries.filter((canary) => store.includes(canary))).toEqual([]);
});

function bodySchema({ endpoint }: (typeof rows)[number]): unknown {
  return z.toJSONSchema(z.object(bodyShape(endpoint)), { io: 'input', unrepresentable: 'any' });
}

/** Paths of the schema's fields that name a record by id, including its own. */
function idMembers(schema: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (!isJsonObject(schema)) return [];
  const { properties, items, anyOf } = schema;
  const options = Array.isArray(anyOf) ? anyOf : [];
  return [
    ...Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, member]) =>
      /_ids?$/.test(name) || (name === 'id' && path.length === 0)
        ? [[...path, name]]
        : idMembers(member, [...path, name]),
    ),
    ...idMembers(items, [...path, '0']),
    ...options.flatMap((option) => idMembers(option, path)),
  ];
}

/** The kind that a field refers to: `project` of `project_id`, `site` of `site_ids` and the like. */
function kindOf(path: readonly string[]): string {
  const name = (path.at(-1) ?? '').replace(/_ids?$/, '').replace('linked_', '');
  return name.endsWith('reviewer') ? 'user' : name;
}

function withId(body: unknown, [step = '', ...rest]: readonly string[], id: string): unknown {
  if (step === '') return id;
  const isList = step === '0';
  if (isList) return [withId({}, rest, id)];
  // The same field may be present under its other name, which would count.
  const { [step.replace(/_id$/, '')]: _alias, ...before } = isJsonObject(body) ? body : {};
  const value = rest.length > 0 ? withId(before[step], rest, id) : step.endsWith('_ids') ? [id] : id;
  return { ...before, [step]: value };
}
