/** A document creation as an outbox command. */
import type { Draft } from '../../../client-sdk/write/queue.ts';

export function draftDocument(title: string): Draft {
  const set = { title, document_type: 'rams' };
  return { command: { op: 'create', kind: 'document', id: crypto.randomUUID(), set }, shows: {} };
}
