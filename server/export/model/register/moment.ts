/** When somebody signed, in words. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import { signingMoment } from '../../../../shared/resources/signoff/register-order.ts';
import { listOf, objectOf, plain } from '../read.ts';
import { timeOf } from '../words.ts';

/** Says so where the clock of the tablet cannot have been right. */
export function momentText(signoff: JsonObject, timezone: string): string {
  const time = timeOf(signingMoment(signoff), plain(objectOf(signoff['capture'])['timezone']) || timezone);
  return listOf(signoff['flags']).includes('captured_in_future') ? `${time} (clock ahead)` : time;
}
