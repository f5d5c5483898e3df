/** Files of exports in a mirror, up to the largest, and what is too large for it or for its database. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSecrets } from '../../server/auth/secrets.ts';
import { mirrorContext } from '../../server/followers/mirror/context.ts';
import { wantedDocument } from '../../server/followers/mirror/revisions.ts';
import { openMirrorAgent, openTarget, type Target } from '../../server/followers/mirror/target.ts';
import { writeDocuments, type Files } from '../../server/followers/mirror/write.ts';
import { openGuard } from '../../server/followers/outgoing/guard.ts';
import type { MirrorTable } from '../../server/store/tables/mirrors.ts';
import { testAuthority } from '../kit/certificates.ts';
import { couchUser, openCouch, type Couch } from '../kit/couch.ts';
import { openReceiver } from '../kit/receiver.ts';
import { emptyDatabase } from './database.ts';

const largest = 16 * 1024 * 1024;
const secrets = openSecrets(randomBytes(32));
const agent = openMirrorAgent(testAuthority().caFile);

let couch: Couch;
beforeAll(async () => {
  couch = await openCouch();
});
afterAll(async () => {
  agent.destroy();
  await couch[Symbol.asyncDispose]();
});

function targetAt(url: string): Target {
  const credentials = secrets.seal(JSON.stringify(couchUser), mirrorContext('org', 'mirror'));
  // only what a target reads of its row
  const mirror = { org_id: 'org', id: 'mirror', url, credentials } as MirrorTable;
  return openTarget({ secrets, guard: openGuard(['127.0.0.1']) }, mirror, agent);
}

/** Files of these sizes, found by their number, and what was left out of the mirror. */
function filesOf(sizes: readonly number[]): Files & { readonly contents: readonly Buffer[]; readonly out: string[] } {
  const contents = sizes.map((size) => randomBytes(size));
  const out: string[] = [];
  const open = (_: string, name: string) => {
    const content = contents[Number(name)] ?? Buffer.alloc(0);
    return Promise.resolve({ size: content.length, stream: Readable.from([content]) });
  };
  return { contents, out, blobs: { open }, organisationId: 'org', leftOut: (id) => void out.push(id) };
}

function exportsWith(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const file = { name: 'export.pdf', mediaType: 'application/pdf', sha256: String(i) };
    return wantedDocument(`export:${i}`, { kind: 'export', number: i }, { generation: 1, seq: i, file });
  });
}

test('[MR17] a file of 16 MiB arrives whole, and one byte more stays out and is told', async () => {
  const target = targetAt(couch.url('files'));
  const files = filesOf([largest, largest + 1]);
  await writeDocuments(target, files, exportsWith(2));
  const database = couch.database('files');
  expect(files.contents[0]?.equals(await database.file('export:0', 'export.pdf'))).toBe(true);
  expect(await database.get('export:1')).toMatchObject({ number: 1 });
  expect(await database.get('export:1')).not.toHaveProperty('_attachments');
  expect(files.out).toEqual(['export:1']);
  expect(await writeDocuments(target, files, exportsWith(2))).toBe(0);
  await target.close();
});

test('[MR17] what a database refuses leaves out the file or document, and nothing else', async () => {
  const written: string[] = [];
  const answers = emptyDatabase((asked, { body }) => {
    if (asked !== 'write') return undefined;
    if (body.length > 100_000) return { status: 413, body: '{"error":"document_too_large"}' };
    const { docs } = JSON.parse(body.toString()) as { docs: { _id: string; _attachments?: object }[] };
    written.push(...docs.map(({ _id, _attachments }) => `${_id} ${_attachments ? 'whole' : 'alone'}`));
    return undefined;
  });
  await using receiver = await openReceiver({ answers });
  const target = targetAt(receiver.url);
  const files = filesOf([10, 200_000, 10]);
  const large = wantedDocument('document:1', { text: 'x'.repeat(200_000) }, { generation: 1, seq: 1 });
  await writeDocuments(target, files, [...exportsWith(3), large]);
  expect(written).toEqual(['export:0 whole', 'export:1 alone', 'export:2 whole']);
  expect(files.out).toEqual(['export:1', 'document:1']);
  await target.close();
});

test('[MR17] only a request of files is in memory, however many there are', async () => {
  let sent = 0;
  const answers = emptyDatabase((asked) => {
    if (asked === 'write') sent++;
    return undefined;
  });
  await using receiver = await openReceiver({ answers });
  const target = targetAt(receiver.url);
  const files = filesOf(Array.from({ length: 6 }, () => 4 * 1024 * 1024));
  const ahead: number[] = [];
  let read = 0;
  const open: Files['blobs']['open'] = (orgId, name) => {
    ahead.push(read++ - sent);
    return files.blobs.open(orgId, name);
  };
  await writeDocuments(target, { ...files, blobs: { open } }, exportsWith(6));
  expect(sent).toBe(6);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(1);
  await target.close();
});
