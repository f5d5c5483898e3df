/** Whose a `client_id` is: the key of its first push says so, and from then on nobody else pushes or asks under that name (shared/sync/sync.ts). */
import { hash } from 'node:crypto';
import { Problem } from '../../shared/model/problem.ts';
import type { ClientTable } from '../store/tables/tables.ts';

/** The hash to keep. Throws `forbidden` where the name belongs to another key. */
export function keyHashOf(client: Pick<ClientTable, 'key_hash'> | undefined, key: string | undefined): string | null {
  const given = key === undefined ? null : hash('sha256', key);
  const kept = client?.key_hash ?? null;
  // Both are hashes of the same length, and that of a guess says nothing of the next one.
  if (kept !== null && kept !== given) throw new Problem('forbidden', 'The client_id belongs to another device.');
  return given;
}
