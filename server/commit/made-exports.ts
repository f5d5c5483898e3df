/** The exports of a document, as files that follow one another: which one replaces which, and what each was made from. */
import { isJsonObject } from '../../shared/base/json.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import { askedBy, type Asked, type PrintedIn } from './printed.ts';

/** Of a completed export; null where it is none. */
export function printedIn({ body: { printed, completed_at: at } }: StoredRecord): PrintedIn | null {
  return typeof printed === 'object' && printed !== null && 'hash' in printed && 'seq' in printed
    ? { hash: String(printed['hash']), seq: Number(printed['seq']), at: String(at) }
    : null;
}

/** When the file became old, as far as that is noted: a record knows its latest change only. */
export function staleSince({ body: { stale } }: StoredRecord): string | null {
  return isJsonObject(stale) ? String(stale['at']) : null;
}

/** Exports of the same format, with the same changes marked or none, of whichever version or of the draft, oldest first. */
export function alike(
  exports: readonly StoredRecord[],
  asked: Pick<Asked, 'format' | 'document_version' | 'compare_with'>,
): StoredRecord[] {
  const isDraft = asked.document_version === null;
  return exports
    .filter((each) => {
      const { format, document_version: version, compare_with: earlier } = askedBy(each);
      return format === asked.format && earlier === asked.compare_with && (version === null) === isDraft;
    })
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
}

/** The file that a new one replaces. */
export function lastMade(
  exports: readonly StoredRecord[],
  asked: Pick<Asked, 'format' | 'document_version' | 'compare_with'>,
): StoredRecord | undefined {
  return alike(exports, asked).findLast(({ body }) => body['status'] === 'completed');
}
