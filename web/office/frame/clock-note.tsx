/** Says that the computer's clock is wrong, and that the times on the page are right. */
import { Notice } from '../../ui/notice.tsx';
import { clockAheadMs, clockLimitMs, offWords } from '../base/clock.ts';
import { useNow } from '../base/now.ts';

export function ClockNote() {
  useNow();
  const ahead = clockAheadMs();
  if (Math.abs(ahead) <= clockLimitMs) return null;
  return (
    <div class="link-banner">
      <Notice tone="care">The clock of this computer is {offWords(ahead)}. The times here are right.</Notice>
    </div>
  );
}
