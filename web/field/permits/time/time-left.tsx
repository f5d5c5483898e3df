/** How long a permit still holds, by the clock of the server. */
import type { Shown } from '../../../../client-sdk/view/kinds.ts';
import { remaining } from '../../../ui/words/remaining.ts';
import { useWords } from '../../base/words.ts';

export function TimeLeft({ permit, now }: { readonly permit: Shown<'permit'>; readonly now: number }) {
  const words = useWords();
  const { state, valid_to: end } = permit;
  if (state !== 'open' || !end) return <b>{words.permitStates[state] ?? state}</b>;
  const ms = Date.parse(end) - now;
  if (ms <= 0) return <b class="tone-stop">{words.over}</b>;
  return (
    <>
      <span class={`number${ms < 3_600_000 ? ' tone-care' : ''}`}>{remaining(ms)}</span> <small>{words.left}</small>
    </>
  );
}
