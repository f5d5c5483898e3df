/** The room that the exports of an organisation may take. */
import { Problem } from '../../shared/model/problem.ts';
import { retentionOf } from '../base/retention.ts';
import { fileBytes } from '../store/devices/photos.ts';
import type { Store } from '../store/store.ts';

/** Throws `unavailable`. */
export async function requireExportRoom(db: Store['db'], organisationId: string, maxBytes: number): Promise<void> {
  if ((await fileBytes(db, organisationId, 'export')) < maxBytes) return;
  const days = retentionOf('exports') / 86_400_000;
  throw new Problem(
    'unavailable',
    `The exports of the organisation take the ${maxBytes} bytes that they may. Each goes ${days} days after it was made; or have the operator raise EXPORT_BYTES_PER_ORGANISATION.`,
    { members: { quota_bytes: maxBytes, retry_after: 3600 } },
  );
}
