/** The core path in a real browser, on IndexedDB through Dexie: a day of offline work, then a page reload. */
import { expect, test } from 'vitest';
import { dexieStorage, openDevice, type Device } from '../../client-sdk/index.ts';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import { ink } from './support/ink.ts';

const server_time = '2026-11-21T09:00:00.000Z';
const documentId = '0d813b35-b890-4d1d-a3ad-3c29dd12fcfa';
const content = { title: 'Glulam lift', hazards: [{ name: 'Falling load', position: 1 }] };
const envelope = {
  op: 'put',
  rev: 1,
  document_id: null,
  created_at: server_time,
  updated_at: server_time,
  created_by: 'u1',
  updated_by: 'u1',
  project_id: null,
};

/** The feed of one morning: a document with an approved version. Nothing can be pushed. */
const feed = [
  {
    ...envelope,
    kind: 'document',
    id: documentId,
    seq: 1,
    body: {
      title: 'Glulam lift',
      document_type: 'rams',
      status: 'approved',
      version: 1,
      current_approved_version: 1,
      review_rounds: [],
    },
  },
  {
    ...envelope,
    kind: 'version',
    id: crypto.randomUUID(),
    seq: 2,
    document_id: documentId,
    body: {
      document_id: documentId,
      version: 1,
      title: 'Glulam lift',
      document_type: 'rams',
      state: 'current',
      content,
      content_hash: canonicalHash(content),
      approved_at: server_time,
      approved_by: { name: 'P Nair' },
      conditions: [],
      rebrief_required: false,
    },
  },
];
const replies: Readonly<Record<string, object>> = {
  hello: {
    protocol: 1,
    schema: { current: 1, min_pull: 1 },
    server_time,
    organisation_id: 'o1',
    actor: { id: 'u1', name: 'Sam', role: 'supervisor' },
    settings: {},
    grants: null,
  },
  pull: { cursor: 'c1', more: false, schema: 1, seq: 1, server_time, ops: feed },
};

/** A network that works for the first sync and is then offline. */
async function morningNetwork(input: RequestInfo | URL): Promise<Response> {
  const reply = replies[String(input).split('/').at(-1) ?? ''];
  if (!reply) throw new TypeError('no network');
  return Response.json(reply);
}

function open(name: string): Promise<Device> {
  return openDevice({
    server: 'https://sitefile.invalid',
    token: 'rk_test',
    storage: dexieStorage(),
    name,
    autoSync: false,
    fetch: morningNetwork,
  });
}

test('[DV33] offline work in a browser shows at once and survives a reload', async () => {
  const name = `site-${crypto.randomUUID()}`;
  const device = await open(name);
  expect(await device.sync()).toMatchObject({ pulled: 2 });
  const draftId = await device.documents.create({ title: 'Hot works', document_type: 'permit' });
  const hazardId = await device.hazards.create({
    document_id: draftId,
    name: 'Sparks',
    severity_before: 4,
    likelihood_before: 3,
  });
  const seen: string[] = [];
  const watching = device.hazards
    .watch({ document_id: draftId })
    .subscribe((list) => seen.push(list.map((hazard) => hazard.name).join()));
  await device.hazards.patch(hazardId, { name: 'Sparks and slag' });
  expect((await device.brief(documentId)).content).toEqual(content);
  const first = await device.sign({
    document_id: documentId,
    worker: { name: 'Jan', language: 'pl' },
    signature: ink(),
  });
  const second = await device.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
  await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
  const before = [await device.hazards.find(), await device.signoffs.find()];
  watching.unsubscribe();
  expect(seen.at(-1)).toBe('Sparks and slag');
  await device.close();

  await using again = await open(name);
  expect([await again.hazards.find(), await again.signoffs.find()]).toEqual(before);
  expect(await again.hazards.get(hazardId)).toMatchObject({
    name: 'Sparks and slag',
    risk_before: 12,
    position: 1,
    unsent: true,
  });
  const seals = await Promise.all([first, second].map(async (id) => (await again.signoffs.get(id))?.integrity));
  expect(seals[1]?.previous_on_device).toBe(seals[0]?.payload_hash);
  expect(again.status).toMatchObject({ waiting: 5, refused: 0 });
});
