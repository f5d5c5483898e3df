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

test('[WB712] the card on an own phone has the conditions that are still to be met', async () => {
  await using world = await openWorld();
  const office = restClient({ server: world.url, token: world.adminToken });
  const { id: document } = await office.createDocument({ body: { title: 'Roof', document_type: 'rams' } });
  await office.submitReview({ document, body: {} });
  const conditions = [
    { text: 'The tag hangs.', due_on: '2026-11-01' },
    { text: 'The kit is there.' },
    { text: 'The nets are up.', due_on: '2026-12-24' },
  ];
  await office.approve({ document, body: { conditions } });
  await office.meetCondition({ document, body: { version: 1, condition: 1, note: 'Tag 4711', seen: 0 } });
  const { url } = await office.createSignCode({ document, body: { version: 1, worker: ewa } });
  const read = async () => await phoneAt(world).openOwnPhone({ body: { code: url.split('#')[1] ?? '' } });
  expect((await read()).document.conditions).toEqual([
    { text: 'The kit is there.', due_on: null },
    { text: 'The nets are up.', due_on: '2026-12-24' },
  ]);
  await office.reopenCondition({ document, body: { version: 1, condition: 1, seen: 1 } });
  expect((await read()).document.conditions.map(({ text }) => text)).toEqual(conditions.map(({ text }) => text));
});
