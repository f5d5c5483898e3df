/** When somebody signed: by the corrected clock of the device, else the best that is known. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import { listOf, objectOf, plain } from '../read.ts';
import { timeOf } from '../words.ts';

/** RFC 3339, or empty. */
export function momentOf(signoff: JsonObject): string {
  const capture = objectOf(signoff['capture']);
  return (
    plain(capture['captured_at_corrected']) ||
    plain(capture['captured_at_device']) ||
    plain(signoff['signed_at']) ||
    plain(signoff['received_at'])
  );
}

/** Says so where the clock of the tablet cannot have been right. */
export function momentText(signoff: JsonObject, timezone: string): string {
  const time = timeOf(momentOf(signoff), plain(objectOf(signoff['capture'])['timezone']) || timezone);
  return listOf(signoff['flags']).includes('captured_in_future') ? `${time} (clock ahead)` : time;
}
