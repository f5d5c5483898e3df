/** `verify` looks for what a tablet’s chain of sign-offs promises: none of them lost, none beside the chain, none altered. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { bareDevice, documentWithHazard, type BareDevice } from '../kit/bare-device.ts';
import { firstVersion, sealed, sign, signoff, stored } from '../kit/bare-signoff.ts';
import { smallDisk } from '../kit/small-disk.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openWorld, type World } from '../kit/world.ts';
import { ink } from '../sdk/support/ink.ts';
import { approvedDocument } from '../sdk/support/site-day.ts';
import { run } from './terminal.ts';

interface Site extends AsyncDisposable {
  readonly world: World;
  /** The findings that `verify` names on the store of this world. */
  faults(): Promise<readonly string[]>;
}

async function openSite(): Promise<Site> {
  const environment = { DATA_DIR: temporaryFolder() };
  const world = await openWorld({ environment });
  return {
    world,
    faults: async () => {
      const { code, stdout } = await run(['verify', '--json'], environment);
      const { findings } = JSON.parse(stdout) as { findings: readonly { readonly problem: string }[] };
      expect(code).toBe(findings.length === 0 ? 0 : 1);
      return findings.map(({ problem }) => problem);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** Sign-offs of one tablet, each sealed after the one before it. */
async function chain(world: World, device: BareDevice, names: readonly string[]) {
  const { documentId } = await documentWithHazard(world, device, true);
  const version = await firstVersion(world, documentId);
  let previous: string | null = null;
  return names.map((name, i) => {
    const link = sealed(signoff(documentId, { ...version, worker: { name }, capture: capturedAt(i) }), previous);
    previous = link.seal;
    return link;
  });
}

function capturedAt(minute: number): JsonObject {
  const capture = signoff('')['capture'] as JsonObject; // made there
  return { ...capture, captured_at_device: timeOf(minute) };
}

function timeOf(minute: number): string {
  return `2026-11-21T08:0${minute}:00.000Z`;
}

test('[SO18] verify names a sign-off whose predecessor is missing, until it comes', async () => {
  await using site = await openSite();
  const device = bareDevice(site.world);
  const [first, second, third] = await chain(site.world, device, ['Jan', 'Ola', 'Tom']);
  const { id: start } = await sign(site.world, device, first!.set); // three were made
  expect(await site.faults()).toEqual([]);
  const { id } = await sign(site.world, device, third!.set);
  expect(await site.faults()).toEqual([
    `gap: sign-off ${id} of ${timeOf(2)} on tablet "tablet-1" follows ${second!.seal}, which is not here`,
  ]);
  // Later changes come last in the feed.
  await site.world.api('POST', `/api/v1/signoffs/${start}/void`, { reason: 'Signed by the wrong person' });
  await sign(site.world, bareDevice(site.world), second!.set);
  expect(await site.faults()).toEqual([]);
});

test('[SO18] what was refused and kept is no gap, and what it follows is looked for too', async () => {
  await using site = await openSite();
  const device = bareDevice(site.world);
  const [first, second, third] = await chain(site.world, device, ['Jan', 'Ola', 'Tom']);
  const altered = { ...second!.set, worker: { name: 'Somebody Else' } }; // three were made
  const refused = await sign(site.world, device, altered);
  expect(refused.result.status).toBe('refused');
  await sign(site.world, device, third!.set);
  expect(await site.faults()).toEqual([
    `gap: sign-off ${refused.id} of ${timeOf(1)} on tablet "tablet-1" follows ${first!.seal}, which is not here`,
  ]);
  await sign(site.world, device, first!.set);
  expect(await site.faults()).toEqual([]);
  await sign(site.world, device, second!.set);
  expect(await site.faults()).toEqual([]);
});

test('[SO18] nothing that a device sends under the name of a sign-off stops verify', async () => {
  await using site = await openSite();
  const device = bareDevice(site.world);
  const [first] = await chain(site.world, device, ['Jan']);
  const odd: readonly JsonObject[] = [
    { integrity: null },
    { integrity: { payload_hash: 7, previous_on_device: [] } },
    { integrity: first!.set['integrity'] ?? null, capture: 'here', worker: null }, // one was made
    {},
  ];
  for (const set of odd) expect((await sign(site.world, device, set)).result.status).toBe('refused');
  expect(await site.faults()).toEqual([]);
});

test('[SO19] verify names sign-offs with one predecessor as a fork, and a new chain as none', async () => {
  await using site = await openSite();
  const device = bareDevice(site.world);
  const [first, second] = await chain(site.world, device, ['Jan', 'Ola']);
  const [other] = await chain(site.world, device, ['Tom']);
  for (const { set } of [first!, other!]) await sign(site.world, device, set); // two chains were made
  const { id } = await sign(site.world, device, second!.set);
  expect(await site.faults()).toEqual([]);
  const of = (name: string, minute: number) => `sign-off ${name} of ${timeOf(minute)} on tablet "tablet-1"`;
  const beside = sealed({ ...second!.set, worker: { name: 'Luke' }, capture: capturedAt(3) }, first!.seal);
  const { id: besideId } = await sign(site.world, device, beside.set);
  expect(await site.faults()).toEqual([`fork: ${[of(id, 1), of(besideId, 3)].join(' and ')} follow ${first!.seal}`]);
});

test('[SO20] imported work keeps the chain of its own tablet, in whatever order it arrives', async () => {
  await using site = await openSite();
  const [ann, bea, cleo] = await Promise.all([site.world.device(), site.world.device(), site.world.device()]);
  const { documentId } = await approvedDocument(ann);
  await Promise.all([bea.sync(), cleo.sync()]);
  const signed = async (device: typeof ann, name: string) =>
    await device.sign({ document_id: documentId, worker: { name }, signature: ink() });
  for (const name of ['Jan', 'Ola']) await signed(ann, name);
  const last = await signed(ann, 'Tom');
  await signed(bea, 'Ewa');
  const unsent = JSON.parse(await ann.outbox.exportUnsent()) as { commands: readonly unknown[] }; // an export without passphrase
  await bea.outbox.importUnsent(JSON.stringify({ ...unsent, commands: unsent.commands.slice(2) }));
  await signed(bea, 'Luke');
  expect(await bea.sync()).toMatchObject({ pushed: 3, refused: 0 });
  expect(await site.faults()).toEqual([expect.stringContaining(`sign-off ${last} of `)]);
  await cleo.outbox.importUnsent(JSON.stringify(unsent));
  expect(await cleo.sync()).toMatchObject({ refused: 0 });
  expect(await site.faults()).toEqual([]);
});

test('[SO21] verify names a sign-off that differs from its seal, or from its statement', async () => {
  await using site = await openSite();
  const device = await site.world.device();
  const { documentId } = await approvedDocument(device);
  const ids: string[] = [];
  for (const name of ['Jan', 'Ola'])
    ids.push(await device.sign({ document_id: documentId, worker: { name }, signature: ink() }));
  await device.sync();
  expect(await site.faults()).toEqual([]);
  const { store } = site.world.app.commitContext;
  for (const [i, [word, other]] of [
    ['Jan', 'Jon'],
    ['I have been briefed', 'I was not briefed'],
  ].entries()) {
    const body = JSON.stringify(await stored(bareDevice(site.world), ids[i] ?? '')).replace(word ?? '', other ?? '');
    await store.transaction((trx) =>
      trx
        .updateTable('record')
        .set({ body })
        .where('id', '=', ids[i] ?? '')
        .execute(),
    );
  }
  const recorded = expect.stringMatching(/ is not what audit entry \d+ of \S+ recorded$/);
  expect(await site.faults()).toEqual([
    recorded,
    `sign-off ${ids[0]} does not match its seal`,
    recorded,
    `sign-off ${ids[1]} has another statement than its hash says`,
  ]);
});

const disk = smallDisk(48);

test.runIf(disk)('[VF16] on a disk that cannot be written verify compares a copy, and says so', async () => {
  onTestFinished(() => disk?.[Symbol.dispose]());
  const folder = disk?.folder ?? '';
  const environment = { DATA_DIR: folder };
  const world = await openWorld({ environment });
  await documentWithHazard(world, bareDevice(world));
  await world[Symbol.asyncDispose]();
  const whole = await run(['verify'], environment);
  disk?.protect();
  const { code, stdout, stderr } = await run(['verify'], environment);
  expect([code, stdout]).toEqual([0, whole.stdout]);
  expect(stderr).toContain('cannot be written');
});
