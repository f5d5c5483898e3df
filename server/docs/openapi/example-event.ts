/** One event as it is delivered, made by the very function that makes the real ones. */
import { eventPayload, type EventName } from '../../../shared/model/event.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { contentHash } from './example-replies.ts';
import { ids } from './example-ids.ts';

const document = {
  document_id: ids.document,
  title: 'Curtain walling, levels 3 to 9',
  reference: 'HLC-2026-014-RAMS-0007',
  version: 1,
  project_id: ids.project,
};

const examples: { readonly [Name in EventName]?: JsonObject } = {
  'document.approved': {
    ...document,
    approved_by: { id: ids.person, name: 'Priya Nair' },
    content_hash: contentHash,
  },
  'signoff.recorded': {
    signoff_id: ids.signoff,
    document_id: ids.document,
    reference: document.reference,
    version: 1,
    content_hash: contentHash,
    worker: { id: null, name: 'Luke Farrell' },
    status: 'recorded',
    project_id: ids.project,
  },
};

export function eventExample(name: EventName): JsonObject | undefined {
  const data = examples[name];
  const happening = data && { name, resourceId: ids.document, data };
  return (
    happening && eventPayload(happening, '2026-11-16T09:00:00.123Z', ids.organisation, 'msg_018f2f6a00007000', 412)
  );
}
