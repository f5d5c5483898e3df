/** The compliance check on a device: offline, over its own records, with the server's result. */
import { expect, test } from 'vitest';
import { Problem } from '../../../client-sdk/index.ts';
import { scored } from '../../cli/compliance-scored.ts';
import { openSite, type Ground } from './site.ts';

export function compliance(ground: Ground): void {
  test('[CC10] a device computes the server’s compliance result, with unsent changes', async () => {
    await using site = await openSite(ground);
    const sample = await site.server.loadSample();
    const device = await site.device();
    await device.sync();
    for (const { id, expected } of sample) {
      const here = await device.checkCompliance(id);
      expect(scored(here)).toEqual(scored(expected));
      const { body } = await site.server.api('POST', `/api/v1/documents/${id}/compliance-check`);
      expect(body).toMatchObject({ ...here });
    }

    const documentId = await device.documents.create({
      title: 'Glulam lift',
      document_type: 'powra',
      project_id: sample[0]?.projectId ?? '',
    });
    const before = await device.checkCompliance(documentId);
    expect(before.blocking_failures).toContain('HAZ-01');
    await device.hazards.create({
      document_id: documentId,
      name: 'Falling load',
      severity_after: 5,
      likelihood_after: 1,
    });
    const after = await device.checkCompliance(documentId);
    expect(after.blocking_failures).toEqual(['GEN-01']);
    expect(after.score).toBeGreaterThan(before.score);
  }, 60_000);

  test('[CC10] a document not on the device has no score', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    const refused = await device
      .checkCompliance('018f0000-0000-7000-8000-00000000dead')
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ code: 'not_found' });
  });
}
