/**
 * Records what the current version writes and relies on: its shapes, a day of commands, a page of the feed, a device with unsent work, and
 * the store. A release keeps such a folder, so that later versions can be tested with it.
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalHash } from '../../../shared/crypto/canonical.ts';
import { schemaVersion, type PullOp } from '../../../shared/sync/sync.ts';
import { durableStorage } from '../../../client-sdk/storage/durable.ts';
import { bareDevice, create } from '../../kit/bare-device.ts';
import { openTablet } from '../../kit/tablet.ts';
import { openWorld, type World } from '../../kit/world.ts';
import { quarrel, releaseSeed, signoffOf, workOf } from './released-work.ts';
import { shapesNow } from './shapes.ts';

const strokes = [Array.from({ length: 20 }, (_, i) => [i * 10, (i % 5) * 10, i * 16])];
const ink = { kind: 'ink_vector', format: 'ink-v1', width: 600, height: 200, strokes, sha256: canonicalHash(strokes) };

export async function recordRelease(folder: string): Promise<void> {
  const keep = (name: string, content: unknown): Promise<void> =>
    writeFile(join(folder, name), `${JSON.stringify(content, null, 1)}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-release-'));
  const world = await openWorld({ seed: releaseSeed, exportsByHand: true, environment: { DATA_DIR: dataDir } });
  const device = bareDevice(world);
  const push = async (some: Parameters<typeof device.push>[0]): Promise<void> => {
    const results = await device.push(some);
    const wrong = results.filter(({ status }) => status !== 'applied' && status !== 'merged');
    if (wrong.length > 0) throw new Error(`refused: ${JSON.stringify(wrong, null, 2)}`);
  };
  const { documentId, commands } = workOf(world.app.commitContext.newId);
  await push(commands);
  const version = (await device.pull()).find((op) => op.op === 'put' && op.kind === 'version');
  const signoff = signoffOf(world.app.commitContext.newId, documentId, hashIn(version), ink);
  const edits = quarrel(commands[0]?.id ?? '');
  await push([signoff, ...edits]);
  await keep('shapes.json', shapesNow());
  await keep('commands.json', [...commands, signoff, ...edits]);
  await push([create('export', world.app.commitContext.newId(), { document_id: documentId, format: 'pdf' })]);
  await keep('page.json', (await world.api('POST', '/api/v1/sync/pull', { schema: schemaVersion })).body);
  await recordDevice(world, documentId, join(folder, 'device.sqlite'));
  await world[Symbol.asyncDispose]();
  await copyFile(join(dataDir, 'sitefile.db'), join(folder, 'sitefile.db'));
  await copyFile(join(dataDir, 'keys', 'sitefile.key'), join(folder, 'sitefile.key'));
  await rm(dataDir, { recursive: true });
}

function hashIn(op: PullOp | undefined): string {
  if (op?.op !== 'put') throw new Error('no version was approved');
  return String(op.body['content_hash']);
}

/** A tablet that synchronised in the morning and then worked offline: confirmed records, and unsent commands. */
async function recordDevice(world: World, documentId: string, file: string): Promise<void> {
  const tablet = await openTablet(world, { place: { storage: () => durableStorage({ file }) } });
  await tablet.sync();
  await tablet.sites.patch((await tablet.sites.find())[0]?.id ?? '', { nearest_hospital: 'Royal Infirmary' });
  for (const name of ['Jan', 'Ola', 'Piotr'])
    await tablet.sign({ document_id: documentId, worker: { name }, signature: { kind: 'ink_vector', strokes } });
  const draft = await tablet.documents.create({ title: 'Resin floor', document_type: 'coshh' });
  await tablet.hazards.create({ document_id: draft, name: 'Fumes', severity_before: 3, likelihood_before: 2 });
  const project_id = (await tablet.projects.find())[0]?.id ?? '';
  await tablet.reportIncident({
    project_id,
    incident_type: 'near_miss',
    location: 'Gate 2',
    description: 'A lorry reversed unguided.',
  });
  await tablet.close();
}
