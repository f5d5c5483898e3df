/** What of the permits is due now, on every screen that has the header; Today says it in its list. */
import { Icon } from '../../ui/icon.tsx';
import { signal, useSignal } from '../base/signal.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';

/** A permit near its end, or over it; a fire watch whose time is done; a check after one. */
export interface Due {
  readonly permit: string;
  /** Of the permit. */
  readonly type: string;
  readonly what: 'over' | 'ends' | 'watch' | 'check';
  /** ms since 1970, by the clock of the server */
  readonly at: number;
}

/** The most urgent first. */
export const dues = signal<readonly Due[]>([]);

export function DueChip() {
  const words = useWords();
  const [first, ...others] = useSignal(dues);
  if (!first) return null;
  const { permit, type, what, at } = first;
  return (
    <a class="chip urgent" href={`/field/permits/${permit}`}>
      <Icon name="timer" size={22} />
      <span>
        {words.due[what](words.permitTypes[type] ?? type, moment(at))}
        {others.length > 0 && ` ${words.andMore(others.length)}`}
      </span>
    </a>
  );
}
