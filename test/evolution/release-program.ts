/**
 * Run once at each release that raises the schema, and before the first: `node test/evolution/release-program.ts`. Keeps what that
 * release writes and relies on under fixtures/<schema>/, and the digests by which a later change of these files is seen.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import { schemaVersion, type PullOp } from '../../shared/sync/sync.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { bareDevice } from '../kit/bare-device.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { quarrel, releaseSeed, signoffOf, workOf } from './support/released-work.ts';
import { shapesNow } from './support/shapes.ts';

const { values } = parseArgs({ options: { anew: { type: 'boolean', default: false } } });
const fixtures = new URL('fixtures/', import.meta.url);
const folder = new URL(`${schemaVersion}/`, fixtures);
if (existsSync(new URL('shapes.json', folder)) && !values.anew)
  throw new Error(
    `schema ${schemaVersion} was kept already: raise it by a step in shared/upgrade/steps.ts (--anew only before the release)`,
  );

const strokes = [Array.from({ length: 20 }, (_, i) => [i * 10, (i % 5) * 10, i * 16])];
const ink = { kind: 'ink_vector', format: 'ink-v1', width: 600, height: 200, strokes, sha256: canonicalHash(strokes) };

await mkdir(folder, { recursive: true });
await keep('shapes.json', shapesNow());
const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-release-'));
const world = await openWorld({ seed: releaseSeed, environment: { DATA_DIR: dataDir } });
const device = bareDevice(world);
const { documentId, commands } = workOf(world.app.commitContext.newId);
await taken(commands);
const version = (await device.pull()).find((op) => op.op === 'put' && op.kind === 'version');
const signoff = signoffOf(world.app.commitContext.newId, documentId, hashIn(version), ink);
const edits = quarrel(commands[0]?.id ?? '');
await taken([signoff, ...edits]);
await keep('commands.json', [...commands, signoff, ...edits]);
const page = await world.api('POST', '/api/v1/sync/pull', { schema: schemaVersion });
await keep('page.json', page.body);
await keepDevice(world);
await world[Symbol.asyncDispose]();
await copyFile(join(dataDir, 'sitefile.db'), new URL('sitefile.db', folder));
await rm(dataDir, { recursive: true });
await keepDigests();

async function taken(some: typeof commands): Promise<void> {
  const results = await device.push(some);
  const wrong = results.filter(({ status }) => status !== 'applied' && status !== 'merged');
  if (wrong.length > 0) throw new Error(`not taken: ${JSON.stringify(wrong, null, 2)}`);
}

function hashIn(op: PullOp | undefined): string {
  if (op?.op !== 'put') throw new Error('no version was approved');
  return String(op.body['content_hash']);
}

/** A tablet that was in the office in the morning, and then out of reach: truth, and commands that wait. */
async function keepDevice(of: World): Promise<void> {
  const file = new URL('device.sqlite', folder).pathname;
  await rm(file, { force: true });
  const tablet = await openTablet(of, { place: { storage: () => durableStorage({ file }) } });
  await tablet.sync();
  const [hazard] = await tablet.hazards.find();
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
  if (!hazard) throw new Error('the tablet has no hazard');
  await tablet.close();
}

async function keep(name: string, content: unknown): Promise<void> {
  await writeFile(new URL(name, folder), `${JSON.stringify(content, null, name === 'shapes.json' ? 0 : 1)}\n`);
}

async function keepDigests(): Promise<void> {
  const known = new URL('digests.json', fixtures);
  const digests = existsSync(known) ? (JSON.parse(await readFile(known, 'utf8')) as Record<string, string>) : {}; // written here
  for (const name of ['shapes.json', 'commands.json', 'page.json', 'device.sqlite', 'sitefile.db'])
    digests[`${schemaVersion}/${name}`] = sha256Hex(await readFile(new URL(name, folder)));
  await writeFile(known, `${JSON.stringify(digests, null, 1)}\n`);
}
