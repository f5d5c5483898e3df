/** How much of a permit's time is over, and when the work was stopped, as a bar with its times in words. */
import type { Shown } from '../../../../client-sdk/view/kinds.ts';
import { clock } from '../../base/times.ts';
import { useWords } from '../../base/words.ts';
import { permitWords } from '../../words/en-permits.ts';

export function TimeBar({ permit, now }: { readonly permit: Shown<'permit'>; readonly now: number }) {
  const words = useWords(permitWords);
  const { valid_from: from, valid_to: to, suspensions } = permit;
  if (!from || !to) return null;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const at = (ms: number): number => Math.min(100, Math.max(0, ((ms - start) / (end - start)) * 100));
  const stops = suspensions.flatMap(({ suspended_at: since, resumed_at: until }) =>
    since ? [{ since: Date.parse(since), until: until ? Date.parse(until) : now }] : [],
  );
  return (
    <div class="time-bar">
      <svg aria-hidden="true" height="22" preserveAspectRatio="none" viewBox="0 0 100 10" width="100%">
        <rect class="room" height="10" width="100" />
        <rect class="gone" height="10" width={at(now)} />
        {stops.map(({ since, until }) => (
          <rect class="paused" height="10" key={since} width={Math.max(0, at(until) - at(since))} x={at(since)} />
        ))}
      </svg>
      <p class="second">
        <span>{clock(from)}</span>
        {stops.slice(-1).map(({ since, until }) => (
          <span key={since}>{words.stoppedFrom(clock(since), clock(until))}</span>
        ))}
        <span>{clock(to)}</span>
      </p>
    </div>
  );
}
