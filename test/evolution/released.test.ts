/** What a release leaves behind is read by the server and the SDK. No release exists yet: the tests record one of the current version. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import { replicatedKinds, resourceOf } from '../../shared/resources/index.ts';
import { schemaVersion, type CommandResult, type PullReply } from '../../shared/sync/sync.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { upgradeBody } from '../../shared/upgrade/upgrade.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { bareDevice, type BareDevice } from '../kit/bare-device.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { recordRelease } from './support/record-release.ts';
import { releaseSeed } from './support/released-work.ts';
import { misfits, shapesNow, type Shapes } from './support/shapes.ts';

const release = mkdtempSync(join(tmpdir(), 'sitefile-release-'));
beforeAll(() => recordRelease(release));
afterAll(() => rmSync(release, { recursive: true }));

/** Written by record-release.ts. */
function recorded<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(release, name), 'utf8')) as Content;
}

test('[EV12] shapes that apps of the same schema cannot read are found, and additions are not', () => {
  const now = shapesNow();
  expect(misfits(recorded<Shapes>('shapes.json'), now)).toEqual([]);
  const hazard = now.sent['record hazard'] ?? {};
  const { name: _, ...others } = hazard.properties ?? {};
  const changed = (schema: Shapes['sent'][string]): Shapes => ({
    ...now,
    sent: { ...now.sent, 'record hazard': schema },
  });
  const cases: readonly (readonly [string, Shapes])[] = [
    ['record hazard is gone', { ...now, sent: { ...now.sent, 'record hazard': undefined as never } }], // as if the kind were gone
    ['record hazard.name is no longer read', changed({ ...hazard, properties: others })],
    ['record hazard.colour is required', changed({ ...hazard, required: [...(hazard.required ?? []), 'colour'] })],
    [
      'command.|create.id',
      {
        ...now,
        sent: {
          ...now.sent,
          command: JSON.parse(JSON.stringify(now.sent['command']).replaceAll('"id":', '"identity":')) as never, // as if renamed
        },
      },
    ],
  ];
  for (const [words, shapes] of cases) expect(misfits(now, shapes).join('\n')).toContain(words);
  const grown = { ...hazard, properties: { ...hazard.properties, colour: { type: 'string' } } };
  expect(misfits(now, changed(grown))).toEqual([]);
});

test('[EV13] a recorded release covers every replicated kind', () => {
  const { ops } = recorded<PullReply>('page.json');
  const covered = new Set(ops.flatMap((op) => (op.op === 'put' ? [op.kind] : [])));
  expect(replicatedKinds.filter((kind) => !covered.has(kind))).toEqual([]);
});

test('[EV14] a new server accepts every command of a release', async () => {
  await using world = await openWorld();
  const device = bareDevice(world);
  const results: CommandResult[] = [];
  for (const command of recorded<readonly Command[]>('commands.json')) {
    results.push(...(await device.push([await ofThisServer(command, device)])));
  }
  expect(results.filter(({ status }) => status === 'refused')).toEqual([]);
});

test('[EV14] every record of a release has a current shape', () => {
  const issues = recorded<PullReply>('page.json').ops.flatMap((op) => {
    const body = op.op === 'put' && upgradeBody(op.kind, op.body, schemaVersion, releasedSteps);
    return body ? (resourceOf(op.kind).schema.safeParse(body).error?.issues ?? []) : [];
  });
  expect(issues).toEqual([]);
});

test('[EV15] a store and a device of a release open, show their data, and synchronise', async () => {
  const folder = temporaryFolder();
  for (const name of ['device.sqlite', 'sitefile.db', 'sitefile.key']) cpSync(join(release, name), join(folder, name));
  await using world = await openWorld({ seed: releaseSeed, environment: { DATA_DIR: folder, KEY_DIR: folder } });
  const storage = durableStorage({ file: join(folder, 'device.sqlite') });
  await using tablet = await openTablet(world, { seed: 900, place: { storage: () => storage } });
  const { waiting } = tablet.status;
  expect(waiting).toBe(7);
  const hazards = async () => (await tablet.hazards.find()).map(({ name }) => name).toSorted();
  expect(await hazards()).toEqual(['Falling load', 'Fumes']);
  expect(await tablet.sites.find()).toMatchObject([{ name: 'Block C', nearest_hospital: 'Royal Infirmary' }]);
  expect((await tablet.signoffs.find()).filter(({ unsent }) => unsent)).toHaveLength(3);
  expect(await tablet.sync()).toMatchObject({ pushed: waiting, refused: 0 });
  await tablet.sync();
  expect(tablet.status).toMatchObject({ waiting: 0, refused: 0, schema: 'ok' });
  expect(await tablet.signoffs.find()).toHaveLength(4);
  expect(await hazards()).toEqual(['Falling load', 'Fumes']);
});

/** A version is frozen with the ids and times of its server, and so is its hash. */
async function ofThisServer(command: Command, device: BareDevice): Promise<Command> {
  if (command.kind !== 'signoff' || command.op !== 'create') return command;
  const version = (await device.pull()).find((op) => op.op === 'put' && op.kind === 'version');
  const content_hash = version?.op === 'put' ? version.body['content_hash'] : undefined;
  return { ...command, set: { ...command.set, ...(content_hash === undefined ? {} : { content_hash }) } };
}
