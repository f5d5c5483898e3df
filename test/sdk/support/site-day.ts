/** Shared fixtures: a document with a hazard, and one that is approved and ready to sign. */
import type { Device } from '../../../client-sdk/index.ts';

export interface Place {
  readonly documentId: string;
  readonly hazardId: string;
}

export async function draftWithHazard(device: Device): Promise<Place> {
  const documentId = await device.documents.create({ title: 'Glulam lift', document_type: 'rams' });
  const hazardId = await device.hazards.create({
    document_id: documentId,
    name: 'Falling load',
    severity_before: 5,
    likelihood_before: 3,
    controls: [{ description: 'Exclusion zone' }],
  });
  return { documentId, hazardId };
}

/** A document approved as version 1, synced to the device. */
export async function approvedDocument(device: Device): Promise<Place> {
  const place = await draftWithHazard(device);
  await device.submitForReview(place.documentId);
  await device.sync();
  await device.approve(place.documentId);
  await device.sync();
  return place;
}
