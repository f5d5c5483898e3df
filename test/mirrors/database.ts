/** A database that speaks as much of CouchDB's protocol as a mirror needs, holds nothing, and can be told to answer otherwise. */
import type { Answer, ReceivedRequest } from '../kit/receiver.ts';

/** What a mirror asks for. */
export type Asked = 'database' | 'read checkpoint' | 'save checkpoint' | 'revisions' | 'write' | 'changes';

/** @param otherwise the answer to give instead, if any */
export function emptyDatabase(otherwise: (asked: Asked, request: ReceivedRequest) => Answer | undefined) {
  return (request: ReceivedRequest): Answer => {
    const asked = askedBy(request);
    return otherwise(asked, request) ?? usual[asked](request);
  };
}

const usual: Readonly<Record<Asked, (request: ReceivedRequest) => Answer>> = {
  database: () => json(200, { db_name: 'sitefile' }),
  'read checkpoint': () => json(404, { error: 'not_found', reason: 'missing' }),
  'save checkpoint': () => json(201, { ok: true, id: '_local/sitefile', rev: '0-1' }),
  revisions: ({ body }) => json(200, { rows: keysIn(body).map((key) => ({ key, error: 'not_found' })) }),
  write: () => json(201, []),
  changes: () => json(200, { results: [], last_seq: 1 }),
};

export function json(status: number, body: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function askedBy({ method, path }: ReceivedRequest): Asked {
  if (path.includes('_local')) return method === 'GET' ? 'read checkpoint' : 'save checkpoint';
  if (path.includes('_all_docs')) return 'revisions';
  if (path.includes('_bulk_docs')) return 'write';
  return path.includes('_changes') ? 'changes' : 'database';
}

function keysIn(body: Buffer): readonly string[] {
  return (JSON.parse(body.toString()) as { keys: readonly string[] }).keys; // as the protocol has it
}
