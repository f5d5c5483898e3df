/** What every release so far has written: its shapes, its commands, its answers and its devices are read by the code of today. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import { replicatedKinds, resourceOf } from '../../shared/resources/index.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { schemaVersion, type MutationResult, type PullReply } from '../../shared/sync/sync.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { upgradeBody } from '../../shared/upgrade/upgrade.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { bareDevice, type BareDevice } from '../kit/bare-device.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { releaseSeed } from './support/released-work.ts';
import { misfits, shapesNow, type Shapes } from './support/shapes.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const released = readdirSync(fixtures).filter((name) => /^\d+$/.test(name));

/** Written by release-program.ts. */
function fixture<Content>(schema: string, name: string): Content {
  return JSON.parse(readFileSync(join(fixtures, schema, name), 'utf8')) as Content;
}

const advice = `These shapes no longer fit what was released as schema ${schemaVersion}. Either keep what was there (a new field may be
absent, a new kind is welcome), or say in a new step of shared/upgrade/steps.ts how the old becomes the new, and keep the new shapes
with: node test/evolution/release-program.ts`;

test('[EV12] today’s shapes fit those that were released under the same schema', () => {
  expect(released).toContain(String(schemaVersion));
  expect(misfits(fixture<Shapes>(String(schemaVersion), 'shapes.json'), shapesNow()), advice).toEqual([]);
});

test('[EV12] a shape that old apps cannot live with is found, and an addition is not', () => {
  const now = shapesNow();
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

test('[EV13] what was kept of a release is never written again', () => {
  const digests = JSON.parse(readFileSync(join(fixtures, 'digests.json'), 'utf8')) as Record<string, string>; // written there
  const now = Object.keys(digests).map((name) => [name, sha256Hex(readFileSync(join(fixtures, name)))]);
  expect(Object.fromEntries(now)).toEqual(digests);
});

test('[EV13] what is kept of the latest release touches every replicated kind', () => {
  const { ops } = fixture<PullReply>(String(schemaVersion), 'page.json');
  const missing = replicatedKinds.filter((kind) => !ops.some((op) => op.op === 'put' && op.kind === kind));
  // Kinds that were added since, by which no old app is concerned.
  expect(
    missing.filter((kind) => `record ${kind}` in fixture<Shapes>(String(schemaVersion), 'shapes.json').read),
  ).toEqual([]);
});

describe.each(released)('what schema %s left', (schema) => {
  test('[EV14] every command of that release is taken by a fresh server', async () => {
    await using world = await openWorld();
    const device = bareDevice(world);
    const results: MutationResult[] = [];
    for (const [i, command] of fixture<readonly Command[]>(schema, 'commands.json').entries()) {
      const mutation = { id: i + 1, schema: Number(schema), command: await ofThisServer(command, device) };
      results.push(...(await device.send([mutation])).body.results);
    }
    expect(results.filter(({ status }) => status === 'refused')).toEqual([]);
  });

  test('[EV14] every record of that release has a shape of today', () => {
    const { ops } = fixture<PullReply>(schema, 'page.json');
    const issues = ops.flatMap((op) => {
      const body = op.op === 'put' && upgradeBody(op.kind, op.body, Number(schema), releasedSteps);
      return body ? (resourceOf(op.kind).schema.safeParse(body).error?.issues ?? []) : [];
    });
    expect(issues).toEqual([]);
  });

  test('[EV15] a store and a device of that release open, show what is in them, and come together', async () => {
    const folder = temporaryFolder();
    for (const name of ['device.sqlite', 'sitefile.db']) cpSync(join(fixtures, schema, name), join(folder, name));
    await using world = await openWorld({ seed: releaseSeed, environment: { DATA_DIR: folder } });
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
});

/** A version is frozen with ids and times of its own server, and so is its hash. */
async function ofThisServer(command: Command, device: BareDevice): Promise<Command> {
  if (command.kind !== 'signoff' || command.op !== 'create') return command;
  const version = (await device.pull()).find((op) => op.op === 'put' && op.kind === 'version');
  const content_hash = version?.op === 'put' ? version.body['content_hash'] : undefined;
  return { ...command, set: { ...command.set, ...(content_hash === undefined ? {} : { content_hash }) } };
}
