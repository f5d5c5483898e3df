/** Which permits come first in a list: over their time, then those that end soonest, then by how far they are. */
import type { Shown } from '../../../../client-sdk/view/kinds.ts';

/** Before the end of a permit, the tablet begins to warn of it. */
export const warnMs = 30 * 60_000;

/** States by rank. */
const ranks = [['expired'], ['open', 'suspended'], ['authorised'], ['work_complete'], ['requested']];
const running = ['expired', 'open', 'suspended'];

/** Closed and cancelled ones come last, in their order. @param now ms since 1970 */
export function byUrgency(permits: readonly Shown<'permit'>[], now: number): readonly Shown<'permit'>[] {
  const endOf = ({ state, valid_to: end }: Shown<'permit'>): number =>
    running.includes(state) && end ? Date.parse(end) : Infinity;
  const rankOf = (permit: Shown<'permit'>): number => {
    const rank = ranks.findIndex((states) => states.includes(permit.state));
    return endOf(permit) <= now ? 0 : rank < 0 ? ranks.length : rank;
  };
  const endsFirst = (a: number, b: number): number => (a === b ? 0 : a - b);
  return permits.toSorted((a, b) => rankOf(a) - rankOf(b) || endsFirst(endOf(a), endOf(b)));
}
