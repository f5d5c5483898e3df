/** From the request for an export to the file in the caller's hands, with the server going down in between. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { act, bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { report } from '../faults/table/figures.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Job {
  readonly id: string;
  readonly status: string;
  readonly format: string;
  readonly document_version: number | null;
  readonly download_url: string | null;
  readonly sha256: string | null;
  readonly bytes: number | null;
}

async function request(world: World, documentId: string, body: object): Promise<Job> {
  const answer = await world.api<Job>('POST', `/api/v1/documents/${documentId}/export`, body);
  expect(answer.status).toBe(202);
  return answer.body;
}

async function finished(world: World, job: Job): Promise<Job> {
  for (;;) {
    await world.app.exports.run();
    const { body } = await world.api<Job>('GET', `/api/v1/exports/${job.id}`);
    if (body.status !== 'queued') return body;
  }
}

async function eventNames(world: World): Promise<string[]> {
  const { body } = await world.api<{ data: { event: string }[] }>('GET', '/api/v1/events');
  return body.data.map(({ event }) => event);
}

describe.each(engines)('exports on %s', (engine) => {
  test('[EX16] an export completes once, with one event, and its link needs no token', async () => {
    await using world = await openWorld({ engine });
    const { documentId } = await documentWithHazard(world, bareDevice(world), true);
    for (const [format, magic] of [
      ['pdf', '%PDF-'],
      ['docx', 'PK'],
    ] as const) {
      const job = await finished(world, await request(world, documentId, { format }));
      expect(job).toMatchObject({ status: 'completed', format, document_version: 1 });
      const file = await fetch(job.download_url ?? '');
      const bytes = Buffer.from(await file.arrayBuffer());
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename/);
      expect(bytes.subarray(0, magic.length).toString('latin1')).toBe(magic);
      expect(bytes.length).toBe(job.bytes);
      expect(job.sha256).toContain(createHash('sha256').update(bytes).digest('hex'));
    }
    expect((await eventNames(world)).filter((name) => name === 'document.exported')).toHaveLength(2);
  });

  test('[EX17] a link that was changed or has run out gives nothing', async () => {
    await using world = await openWorld({ engine });
    const { documentId } = await documentWithHazard(world, bareDevice(world), true);
    const job = await finished(world, await request(world, documentId, { format: 'docx' }));
    const link = job.download_url ?? '';
    const changed = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await fetch(changed)).status).toBeGreaterThanOrEqual(400);
    world.clock.advance(16 * 60_000);
    expect((await fetch(link)).status).toBeGreaterThanOrEqual(400);
  });

  test('[EX18] an export asked for when the server went down is rendered after the start', async () => {
    await using world = await openWorld({ engine });
    const { documentId } = await documentWithHazard(world, bareDevice(world), true);
    const job = await request(world, documentId, { format: 'pdf' });
    await world.restart();
    world.clock.advance(6 * 60_000); // past the lease that the first server may have held
    expect(await finished(world, job)).toMatchObject({ status: 'completed' });
    expect((await eventNames(world)).filter((name) => name === 'document.exported')).toHaveLength(1);
    report('exportInterrupted', { injected: 1, survived: 1, lost: 0, doubled: 0 });
  });

  test('[EX19] without an approved version the draft is exported; else the one asked for', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const draft = await documentWithHazard(world, device);
    expect(await finished(world, await request(world, draft.documentId, { format: 'docx' }))).toMatchObject({
      document_version: null,
    });
    const { documentId } = await documentWithHazard(world, device, true);
    await device.push(['revise', 'submit_review', 'approve'].map((action) => act('document', documentId, action)));
    expect(await finished(world, await request(world, documentId, { format: 'docx', version: 1 }))).toMatchObject({
      document_version: 1,
    });
    expect(await finished(world, await request(world, documentId, { format: 'docx' }))).toMatchObject({
      document_version: 2,
    });
    const never = await world.api('POST', `/api/v1/documents/${documentId}/export`, { format: 'pdf', version: 9 });
    expect(never.status).toBe(409);
  });
});
