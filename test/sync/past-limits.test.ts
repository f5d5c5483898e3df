/** Where the limits of before end: what a token that got other projects may do with work that was made, or is said to have been made, before. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { retentionOf } from '../../server/base/retention.ts';
import type { Command } from '../../shared/model/command.ts';
import { bareDevice, create, patch, queued } from '../kit/bare-device.ts';
import { limitedToken } from '../kit/limited.ts';
import { twoProjects } from '../kit/two-projects.ts';
import { openWorld } from '../kit/world.ts';
import { jpeg } from '../rest/support/images.ts';

/** A tablet of project `a` is moved to `b` a second after these were made. */
async function moved() {
  await using opened = new AsyncDisposableStack();
  const world = opened.use(await openWorld());
  const { a, b, documentId, hazardId } = await twoProjects(world, bareDevice(world));
  const { token, limitTo } = await limitedToken(world, [a]);
  const tablet = bareDevice(world, token);
  const make = (command: Command) => queued(world, command);
  const incident = (id = world.app.commitContext.newId()) =>
    make(
      create('incident', id, {
        project_id: a,
        incident_type: 'near_miss',
        occurred_at: new Date(world.clock.now()).toISOString(),
        location: 'Level 6 north edge',
        description: 'A board fell.',
      }),
    );
  const site_id = world.app.commitContext.newId();
  await bareDevice(world).push([create('site', site_id, { project_id: a, name: 'East gate' })]);
  const [early, ...taken] = [0, 1, 2].map(() => world.app.commitContext.newId());
  const rename = (name: string) => make(patch('hazard', hazardId, { name }));
  const c = world.app.commitContext.newId();
  await bareDevice(world).push([create('project', c, { name: 'Quay Road' })]);
  const before = rename('Falling tree');
  const disputed = ['Mine', 'Mine again'].map((name) =>
    make(patch('hazard', hazardId, { name }, { name: 'As it was' })),
  );
  const moves = [
    make(patch('document', documentId, { project_id: b })),
    make(patch('document', documentId, { project_id: null })),
  ];
  world.clock.advance(1000);
  await limitTo([b]);
  const say = async (command: object | undefined): Promise<string | undefined> => {
    const { body } = await tablet.send([command ?? {}]);
    return body.results[0]?.problem?.code ?? body.results[0]?.status;
  };
  /** Taken before the move; its file and its command are sent now. */
  const photo = async (n: 1 | 2): Promise<object> => {
    const file = jpeg(8, 8 + n);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const range = `bytes 0-${file.length - 1}/${file.length}`;
    await fetch(`${world.url}/api/v1/sync/blobs/${sha256}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-range': range },
      body: file,
    });
    return make(create('photo', taken[n - 1] ?? '', { site_id, sha256 }));
  };
  const closing = opened.move();
  const made = { before, disputed, moves, early, rename, incident, photo, say };
  return {
    ...made,
    world,
    tablet,
    b,
    c,
    documentId,
    hazardId,
    limitTo,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

test('[SY121] for photos the limits of before end with the retention of commands', async () => {
  await using at = await moved();
  at.world.clock.advance(retentionOf('commands') - 1);
  expect(await at.say(await at.photo(1))).toBe('applied');
  at.world.clock.advance(1);
  expect(await at.say(await at.photo(2))).toBe('reference_unknown');
});

test('[SY121] a report is taken as well when it was begun since', async () => {
  await using at = await moved();
  expect(await at.say(at.incident())).toBe('applied');
  expect(await at.say(at.incident(at.early))).toBe('applied');
  expect((await at.tablet.pull()).some((op) => op.op === 'put' && op.kind === 'incident')).toBe(false);
});

test('[SY121] for 30 days: then the tablet has heard of its move', async () => {
  await using at = await moved();
  at.world.clock.advance(30 * 86_400_000 - 1);
  expect(await at.say(at.incident())).toBe('applied');
  at.world.clock.advance(1);
  expect(await at.say(at.incident())).toBe('reference_unknown');
});

test('[SY123] a report belongs to the project where its site is now', async () => {
  await using world = await openWorld();
  const { a, b } = await twoProjects(world, bareDevice(world));
  const site = world.app.commitContext.newId();
  await bareDevice(world).push([create('site', site, { project_id: a, name: 'East gate' })]);
  const { token } = await limitedToken(world, [a]);
  const report = () =>
    queued(
      world,
      create('incident', world.app.commitContext.newId(), {
        project_id: a,
        site_id: site,
        incident_type: 'near_miss',
        occurred_at: new Date(world.clock.now()).toISOString(),
        location: 'East gate',
        description: 'A board fell.',
      }),
    );
  await bareDevice(world).push([patch('site', site, { project_id: b })]);
  const placeOf = async (sender: string | undefined) => {
    const { body } = await bareDevice(world, sender).send([report()]);
    const id = body.results[0]?.record_id ?? '';
    const put = (await bareDevice(world).pull()).find((op) => op.op === 'put' && op.id === id);
    const { project_id, site_id } = put?.op === 'put' ? put.body : {};
    return { status: body.results[0]?.problem ?? body.results[0]?.status, project_id, site_id };
  };
  expect(await placeOf(undefined)).toEqual({ status: 'applied', project_id: b, site_id: site });
  // A tablet that does not see the site any more says where it was in words.
  expect(await placeOf(token)).toEqual({ status: 'applied', project_id: a, site_id: null });
});

test('[SY121] what others made after the move is out of sight', async () => {
  await using at = await moved();
  const id = at.world.app.commitContext.newId();
  await bareDevice(at.world).push([create('hazard', id, { document_id: at.documentId, name: 'Noise' })]);
  at.world.clock.advance(-1000);
  const early = queued(at.world, patch('hazard', id, { name: 'Dust' }));
  at.world.clock.advance(1000);
  expect(await at.say(early)).toBe('not_found');
});

test('[SY122] a conflict under limits that are over is told without the values', async () => {
  await using at = await moved();
  const office = bareDevice(at.world);
  const [clash, ofRemoved] = at.disputed;
  await office.push([patch('hazard', at.hazardId, { name: 'Written since' })]);
  const hidden = { was: null, theirs: null, mine: null, proposal: null };
  const of = async (command = {}) => (await at.tablet.send([command])).body.results[0];
  expect(await of(clash)).toMatchObject({
    status: 'merged',
    conflicts: [{ field: 'name', kept: 'theirs', ...hidden }],
  });
  await office.push([{ op: 'remove', kind: 'hazard', id: at.hazardId }]);
  const text = JSON.stringify(await of(ofRemoved));
  expect(text).toContain('"field":"name"');
  expect(text).not.toContain('Written since');
  // It waits for the office, whole.
  const { body } = await at.world.api<{ data: object[] }>('GET', '/api/v1/conflicts');
  expect(body.data).toContainEqual(expect.objectContaining({ theirs: 'Written since', mine: 'Mine' }));
});

test('[SY121] a clock that is ahead loses nothing', async () => {
  await using at = await moved();
  at.world.clock.advance(86_400_000);
  const ahead = at.rename('Falling beam');
  at.world.clock.advance(-86_400_000);
  expect(await at.say(ahead)).toBe('applied');
});

test('[SY121] as many moves as there are between the same projects', async () => {
  await using at = await moved();
  for (let turn = 0; turn < 12; turn++) await at.limitTo([turn % 2 === 0 ? at.c : at.b]);
  expect(await at.say(at.before)).toBe('applied');
});

test('[SY121] nothing is moved under limits that are over', async () => {
  await using at = await moved();
  expect([await at.say(at.moves[0]), await at.say(at.moves[1])]).toEqual(['not_found', 'not_found']);
  const put = (await at.tablet.pull()).flatMap((op) => (op.op === 'put' ? op.kind : []));
  expect(put.filter((kind) => kind !== 'project')).toEqual([]);
});

test('[SY121] nor by a token that had no limits before', async () => {
  await using world = await openWorld();
  const { b, documentId } = await twoProjects(world, bareDevice(world));
  const { token, limitTo } = await limitedToken(world, null);
  const move = queued(world, patch('document', documentId, { project_id: b }));
  const rename = queued(world, patch('document', documentId, { title: 'Lifting' }));
  world.clock.advance(1000);
  await limitTo([b]);
  const { body } = await bareDevice(world, token).send([move, rename]);
  expect(body.results.map(({ status, problem }) => problem?.code ?? status)).toEqual(['not_found', 'applied']);
});

test('[SY124] of documents, a closed project takes the checks of a device alone', async () => {
  await using world = await openWorld();
  const { a } = await twoProjects(world, bareDevice(world));
  const device = bareDevice(world);
  await device.push([patch('project', a, { status: 'completed' })]);
  const made = ['powra', 'rams'].map((document_type) =>
    queued(world, create('document', world.app.commitContext.newId(), { title: 'Late', document_type, project_id: a })),
  );
  const { body } = await device.send(made);
  expect(body.results.map(({ status, problem }) => problem?.code ?? status)).toEqual(['applied', 'project_closed']);
});
