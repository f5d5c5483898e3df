/**
 * Both doors agree: what REST answers to a change (allowed, 403, 404, or invalid) is what push answers, for every kind and every action, by
 * tokens of every shape.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission, Role } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import type { CommandResult } from '../../shared/sync/sync.ts';
import { bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { openWorld, type World } from '../kit/world.ts';
import { probesOf, setOf, type Twin } from './support/both-doors.ts';

let world: World;
let approved: string;
beforeAll(async () => {
  world = await openWorld();
  ({ documentId: approved } = await documentWithHazard(world, bareDevice(world), true));
});
afterAll(() => world[Symbol.asyncDispose]());

type Class = 'allowed' | '403' | '404' | 'invalid' | 'no endpoint';
interface Said {
  readonly name: string;
  readonly rest: Class;
  readonly push: Class;
}

/** On two twins, so that each door finds the state that the other found. `project` null = they belong to the whole organisation. */
async function both(token: string, projects: readonly [string | null, string | null]): Promise<readonly Said[]> {
  const { newId } = world.app.commitContext;
  const [first, second] = [await twinIn(projects[0]), await twinIn(projects[1])];
  const headers = { authorization: `Bearer ${token}` };
  const pushed = await classesOf(
    headers,
    probesOf(second, newId).map(({ command }) => command),
  );
  const said: Said[] = [];
  for (const [i, { name, rest }] of probesOf(first, newId).entries()) {
    const answer = rest && (await world.api(rest.method, rest.path, rest.body, headers));
    said.push({ name, rest: answer ? classOf(answer.status) : 'no endpoint', push: pushed[i] ?? 'invalid' });
  }
  return said;
}

async function twinIn(project: string | null): Promise<Twin> {
  const kinds = [
    'site',
    'document',
    'section',
    'hazard',
    'coshh',
    'personnel',
    'contractor',
    'permit',
    'worker',
    'incident',
    'user',
    'signoff',
  ] as const;
  const tried = kinds.filter((kind) => project !== null || !['site', 'incident'].includes(kind));
  const ids = Object.fromEntries(tried.map((kind) => [kind, world.app.commitContext.newId()]));
  const twin = { project, approved, ids: { ...ids, ...(project ? { project } : {}) } };
  const results = await bareDevice(world).push(tried.map((kind) => create(kind, ids[kind] ?? '', setOf(kind, twin))));
  expect(results.filter(({ status }) => status !== 'applied')).toEqual([]);
  return twin;
}

async function newProjects(): Promise<[string, string]> {
  const ids: [string, string] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
  await bareDevice(world).push(ids.map((id) => create('project', id, { name: 'Harrow Lane' })));
  return ids;
}

async function classesOf(
  headers: Readonly<Record<string, string>>,
  commands: readonly Command[],
): Promise<readonly Class[]> {
  const sent = commands.map((command) => ({ id: world.app.commitContext.newId(), command }));
  const body = { schema: 1, commands: sent };
  const answer = await world.api<{ results?: CommandResult[] }>('POST', '/api/v1/sync/push', body, headers);
  const { results } = answer.body;
  if (!results) return commands.map(() => classOf(answer.status));
  return results.map(({ problem }) => classOf(problem?.status ?? 200));
}

function classOf(status: number): Class {
  if (status === 403 || status === 404) return `${status}`;
  return status < 300 ? 'allowed' : 'invalid';
}

/** Where REST has no endpoint, push must not allow the change. */
function differences(said: readonly Said[]): string[] {
  const differ = said.filter(({ rest, push }) => (rest === 'no endpoint' ? push === 'allowed' : rest !== push));
  return differ.map(({ name, rest, push }) => `${name}: REST ${rest}, push ${push}`);
}

const shapes: readonly (readonly [string, Role, readonly Permission[] | null])[] = [
  ['admin', 'admin', null],
  ['manager', 'manager', null],
  ['author', 'author', null],
  ['supervisor', 'supervisor', null],
  ['viewer', 'viewer', null],
  ['integration', 'integration', null],
  ['device', 'device', null],
  ['admin for drafts', 'admin', ['documents:read', 'documents:write', 'sync']],
  ['manager for incidents', 'manager', ['incidents:write', 'sync']],
];

test.each(shapes)('[HR50] REST and push give one answer to every change by: %s', async (name, role, scopes) => {
  const token = await world.token(role, undefined, name, { scopes });
  const said = await both(token, await newProjects());
  expect(differences(said)).toEqual([]);
  expect(said.some(({ push }) => push === 'allowed')).toBe(role !== 'viewer');
});

/** The differences that are meant, each with its reason. */
const meant = {
  contractor_author: 'A contractor works in the office system only, so push refuses everything.',
  limited: 'A token that is limited to projects works over sync, so REST refuses every change here (SY46).',
} as const;

test(`[HR50] ${meant.contractor_author}`, async () => {
  const said = await both(await world.token('contractor_author'), await newProjects());
  expect(new Set(said.map(({ push }) => push))).toEqual(new Set(['403']));
});

test('[HR51] a token limited to projects writes only sign-offs of the whole organisation', async () => {
  const projects = await newProjects();
  const token = await world.token('admin', undefined, 'limited', { projectIds: projects });
  const [inside, outside] = [await both(token, projects), await both(token, [null, null])];
  const allowed = (said: readonly Said[]) => said.filter(({ push }) => push === 'allowed').map(({ name }) => name);
  expect(new Set([...inside, ...outside].map(({ rest }) => rest)), meant.limited).toEqual(
    new Set(['403', 'no endpoint']),
  );
  // A signature is never turned away; what is later done with it is.
  expect(allowed(outside)).toEqual(['signoff create']);
  const kinds = new Set(allowed(inside).map((name) => name.split(' ')[0]));
  expect(kinds).toEqual(
    new Set([
      'coshh',
      'document',
      'hazard',
      'incident',
      'permit',
      'personnel',
      'project',
      'section',
      'signoff',
      'site',
    ]),
  );
});
