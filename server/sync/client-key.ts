/** Ownership of a `client_id`: its first push sets a key, and only callers with that key may use the id (shared/sync/sync.ts). */
import { hash } from 'node:crypto';
import { Problem } from '../../shared/model/problem.ts';
import type { ClientTable } from '../store/tables/tables.ts';

/** The hash to store. Throws `forbidden` where the id belongs to another key. */
export function keyHashOf(client: Pick<ClientTable, 'key_hash'> | undefined, key: string | undefined): string | null {
  const given = key === undefined ? null : hash('sha256', key);
  const kept = client?.key_hash ?? null;
  // Comparing hashes leaks nothing about the key, so no constant-time comparison is needed.
  if (kept !== null && kept !== given) throw new Problem('forbidden', 'The client_id belongs to another device.');
  return given;
}
