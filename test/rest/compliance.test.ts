/** The compliance check on both engines: computed under the lock, by the server only (contract, Compliance check). */
import { describe, expect, test } from 'vitest';
import { queued } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { schemaVersion } from '../../shared/sync/sync.ts';
import { expectedOf } from '../cli/compliance-expected.ts';
import { scored } from '../cli/compliance-scored.ts';
import { documentFiles } from '../cli/sample-files.ts';
import { load } from '../cli/terminal.ts';
import type { ComplianceResult } from '../../shared/compliance/check.ts';

type Checked = ComplianceResult & { readonly id: string; readonly content_hash: string };

async function check(world: World, documentId: string): Promise<Checked> {
  const { status, body, text } = await world.api<Checked>('POST', `/api/v1/documents/${documentId}/compliance-check`);
  if (status !== 201) throw new Error(text);
  return body;
}

describe.each(engines)('on %s', (engine) => {
  test('[CC1] the loaded sample documents get the expected scores, bands and findings', async () => {
    await using world = await openWorld({ engine });
    expect(await load(world)).toMatchObject({ code: 0 });
    for (const { id } of documentFiles) expect(scored(await check(world, id))).toEqual(scored(expectedOf(id)));
  });

  test('[CC5] a check names the hash of the checked content, which an approval freezes', async () => {
    await using world = await openWorld({ engine });
    const { body: document } = await world.api('POST', '/api/v1/documents', { title: 'Roof', document_type: 'rams' });
    const path = `/api/v1/documents/${String(document['id'])}`;
    const first = await check(world, String(document['id']));
    await world.api('POST', `${path}/hazards`, { name: 'Open edge' });
    const second = await check(world, String(document['id']));
    expect(second.content_hash).not.toBe(first.content_hash);
    await world.api('POST', `${path}/submit-review`);
    await world.api('POST', `${path}/approve`);
    const { body: approved } = await world.api('GET', path);
    expect(approved['content_hash']).toBe(second.content_hash);
  });

  test('[CC6] a device cannot create, change or remove a check', async () => {
    await using world = await openWorld({ engine });
    const { body: document } = await world.api('POST', '/api/v1/documents', { title: 'Roof', document_type: 'rams' });
    const made = await check(world, String(document['id']));
    const id = world.app.commitContext.newId();
    const commands = [
      { op: 'create', kind: 'compliance', id, set: { document_id: document['id'], score: 100, band: 'strong' } },
      { op: 'patch', kind: 'compliance', id: made.id, set: { score: 100 } },
      { op: 'remove', kind: 'compliance', id: made.id },
      { op: 'act', kind: 'compliance', id: made.id, action: 'constructor', args: {} },
    ];
    const push = { schema: schemaVersion, commands: commands.map((command) => queued(world, command)) };
    const { status, body } = await world.api('POST', '/api/v1/sync/push', push);
    expect(status).toBe(200);
    expect(body['results']).toMatchObject(commands.map(() => ({ status: 'refused' })));
    const { body: list } = await world.api('GET', `/api/v1/documents/${String(document['id'])}/compliance`);
    expect(list).toMatchObject({ data: [made], meta: { total: 1 } });
  });
});
