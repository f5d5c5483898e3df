/** The organisation's settings on a device (contract, Review and strictness): they come with the hello and hold without a network. */
import { expect, test } from 'vitest';
import { Problem, type Device } from '../../client-sdk/index.ts';
import { places } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { ink } from './support/ink.ts';
import { approvedDocument, draftWithHazard } from './support/site-day.ts';

/** Nobody listens there. */
const nowhere = { server: 'http://127.0.0.1:9' };

async function setSettings(world: World, settings: object): Promise<void> {
  const { status, text } = await world.api('PUT', '/api/v1/organisation', { settings });
  if (status !== 200) throw new Error(text);
}

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof Problem ? { code: error.code, detail: error.detail, errors: error.errors } : error;
}

test.each(places)(
  '[RV19] a device that knows the settings refuses a wrong submission offline, on %s storage',
  async (_name, newPlace) => {
    await using world = await openWorld();
    await setSettings(world, { content_rules_at_submit: true });
    const place = newPlace();
    const online = await openTablet(world, { place });
    await online.sync();
    const { documentId } = await draftWithHazard(online);
    await online.sync();
    await online.close();

    await using device = await openTablet(world, { place, ...nowhere, seed: 101 });
    const told = await refusalOf(device.submitForReview(documentId));
    expect(told).toMatchObject({ code: 'content_incomplete' });
    expect(device.status.waiting).toBe(0);
    const { status, body } = await world.api('POST', `/api/v1/documents/${documentId}/submit-review`);
    expect([status, body]).toMatchObject([409, told as object]); // a Problem, as was just seen
  },
);

test('[RV19] before the first hello, and without settings, a device asks for nothing', async () => {
  await using world = await openWorld();
  await using device = await openTablet(world, nowhere);
  const { documentId } = await draftWithHazard(device);
  await device.submitForReview(documentId);
  expect(device.status.waiting).toBe(3);
});

test('[RV19] a reviewer whom the device does not know may be asked: the server judges', async () => {
  await using world = await openWorld();
  await setSettings(world, { require_two_person_approval: true });
  await using device = await openTablet(world);
  await device.sync();
  const { documentId } = await draftWithHazard(device);
  await device.act('document', documentId, 'submit_review', { reviewer_id: crypto.randomUUID() });
  await device.sync();
  expect(await device.outbox.refused()).toMatchObject([{ reason: { code: 'reference_unknown' } }]);
});

test('[RV14] on a device too a minor version keeps the sign-offs before it current', async () => {
  await using world = await openWorld();
  await using device: Device = await openTablet(world);
  const { documentId } = await approvedDocument(device);
  const signoffId = await device.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
  await device.act('document', documentId, 'revise');
  await device.submitForReview(documentId);
  const change_summary = 'The telephone number of the office is another one.';
  await device.act('document', documentId, 'approve', { change_significance: 'minor', change_summary });
  await device.sync();
  expect((await device.versions.find({ document_id: documentId })).map(({ state }) => state)).toEqual([
    'superseded',
    'current',
  ]);
  expect(await device.signoffs.get(signoffId)).toMatchObject({ currency: 'current', document_version: 1 });
});
