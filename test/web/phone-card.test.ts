/** What the card on an own phone has of a version. */
import { expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { openWorld } from '../kit/world.ts';
import { ewa, phoneAt } from './support/phone.ts';

test('[WB590] the card on an own phone has the substances, and no person of the crew', async () => {
  await using world = await openWorld();
  const office = restClient({ server: world.url, token: world.adminToken });
  const { id: document } = await office.createDocument({ body: { title: 'Primer', document_type: 'coshh' } });
  const sealant = {
    substance_name: 'Sealant primer',
    signal_word: 'danger',
    pictograms: ['GHS02'],
    health_effects_acute: 'Makes people drowsy.',
    ppe: [{ item: 'chemical_gloves' }],
    first_aid: { eyes: 'Rinse 15 minutes' },
  } as const;
  await office.createCoshhAssessment({
    document,
    body: { ...sealant, pictograms: [...sealant.pictograms], ppe: [...sealant.ppe], assessor_name: 'Ann Lee' },
  });
  await office.submitReview({ document, body: {} });
  await office.approve({ document, body: {} });
  const { url } = await office.createSignCode({ document, body: { version: 1, worker: ewa } });
  const read = await phoneAt(world).openOwnPhone({ body: { code: url.split('#')[1] ?? '' } });
  expect(read.document.content).toMatchObject({ hazards: [], coshh_assessments: [sealant] });
  expect(JSON.stringify(read.document.content)).not.toContain('Ann Lee');
});
