/** How long a permit still holds, in the colour of its urgency. */
import { remaining } from '../../ui/words/remaining.ts';
import { recently } from '../base/times.ts';
import type { PermitRow } from './types.ts';

const hourMs = 3_600_000;

export function TimeLeft({
  permit: { state, valid_from: start, valid_to: end },
  now,
}: {
  readonly permit: Pick<PermitRow, 'state' | 'valid_from' | 'valid_to'>;
  readonly now: number;
}) {
  if (!end) return null;
  const ms = Date.parse(end) - now;
  if (!['open', 'suspended', 'expired'].includes(state))
    return (
      <span class="second nowrap">
        {state === 'requested' || state === 'authorised'
          ? start && `from ${recently(start, now)}`
          : `to ${recently(end, now)}`}
      </span>
    );
  if (ms <= 0) return <b class="tone-stop nowrap">over since {recently(end, now)}</b>;
  return (
    <span class="nowrap">
      <b class={`number left${ms < hourMs ? ' tone-care' : ''}`}>{remaining(ms)}</b> <span class="second">left</span>
    </span>
  );
}
